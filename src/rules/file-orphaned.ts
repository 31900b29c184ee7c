import { groupBy } from "../core/group-by.ts";
import type { Finding } from "../model/rule.ts";
import { count, seriesAtMost } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";

/** Files that are named of a directory's. */
const named = 3;

/** Of one finding, places that go into the report beside it. */
const mostRelated = 50;

export default defineRule({
  meta: {
    id: "file-orphaned",
    category: "files",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/using-scripts#referencing-scripts-from-skill-md",
    summary: "Reports files that nothing in the skill leads to.",
    why: "An agent knows of SKILL.md and of what it names, and of nothing else: it never reads such a file, which is installed with the skill all the same.",
    remedy:
      "Name the file in SKILL.md and say when to read or run it, for example: Read `references/forms.md` when the form has signatures. Or delete it.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const { document, files } = skill;
    if (!document || files.length < 2) return [];
    const groups = groupBy(skill.graph.orphans, (path) => path.slice(0, Math.max(0, path.indexOf("/"))));
    return Array.from(groups, ([directory, paths]) => finding(directory, paths, document.file));
  },
});

function finding(directory: string, paths: readonly string[], document: string): Finding {
  const expected = `expected ${document} to name ${paths.length === 1 ? "it" : "them"}, or a file that it leads to`;
  if (paths.length === 1)
    return { file: paths[0]!, message: `nothing leads to ${quote(paths[0]!)}, ${expected}` };
  const names = seriesAtMost(
    paths.map((path) => quote(path.slice(directory === "" ? 0 : directory.length + 1))),
    named,
  );
  const where = directory === "" ? "beside it" : `in ${quote(directory)}`;
  return {
    file: directory === "" ? document : directory,
    message: `nothing leads to ${count(paths.length, "file")} ${where}: ${names}, ${expected}`,
    related: paths.slice(0, mostRelated).map((file) => ({ file })),
  };
}
