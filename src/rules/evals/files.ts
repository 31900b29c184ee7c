import { didYouMean, nearest } from "../../core/nearest.ts";
import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";
import { evalFilesOf, type EvalFile } from "./parts/eval-files.ts";

export default defineRule({
  meta: {
    id: "evals-files",
    category: "evals",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/evaluating-skills#designing-test-cases",
    summary: "Reports eval input files that do not exist in the skill.",
    why: "An eval without its input fails for reasons that have nothing to do with the skill.",
    remedy: "Add the file, or correct its path; paths are relative to the skill's root.",
    severity: "warning",
    since: "0.1.0",
  },
  *check({ subject: skill }) {
    const files = evalFilesOf(skill);
    if (!files) return;
    const { set, named, there } = files;
    const nearTo = nearestAmong(there);
    for (const file of named) {
      const fault = faultOf(file, there, nearTo);
      if (fault === undefined) continue;
      if (skill.context.outside?.get(file.path)?.exists)
        yield {
          file: set.file.path,
          range: file.node.range,
          severity: "info",
          message: `${quote(file.node.value)} is relative to the repository's root; write it relative to the skill's`,
        } satisfies Finding;
      else yield { file: set.file.path, range: file.node.range, message: fault } satisfies Finding;
    }
  },
});

function faultOf(
  { node, path }: EvalFile,
  there: ReadonlySet<string>,
  nearTo: (path: string) => string | undefined,
): string | undefined {
  const written = quote(node.value);
  if (path.startsWith("/") || /^[a-z]:/i.test(path) || path.startsWith("~"))
    return `${written} is a machine-specific path; use a path relative to the skill's root`;
  if (path.startsWith("..")) return `${written} points outside the skill; use a file inside it`;
  if (there.has(path) || there.has(`evals/${path}`)) return undefined;
  return `${written} does not exist${didYouMean(nearTo(path)) || "; add it or correct the path"}`;
}

/**
 * Maximum number of missing files for which a similar name is searched, as each is compared with every path of the
 * skill.
 */
const guesses = 20;

/** The file with the same name in another directory, or else the path with the fewest edits; none if there are several. */
function nearestAmong(there: ReadonlySet<string>): (path: string) => string | undefined {
  let left = guesses;
  const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return (path) => {
    if (left-- <= 0) return undefined;
    const name = nameOf(path);
    const same = Array.from(there).filter((other) => nameOf(other) === name);
    if (same.length > 0) return same.length === 1 && name !== "skill.md" ? same[0] : undefined;
    return nearest(path, there);
  };
}
