import { groupBy } from "../../core/group-by.ts";
import type { Finding } from "../../model/rule.ts";
import { count, seriesAtMost } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { isMarkdown } from "../../core/paths.ts";
import type { Skill } from "../../model/skill.ts";
import { defineRule } from "../define.ts";
import { namedInPart } from "./parts/named-in-part.ts";

/** Maximum number of file names listed per directory. */
const named = 2;

/** Maximum number of related locations per finding. */
const mostRelated = 50;

export default defineRule({
  meta: {
    id: "file-orphaned",
    category: "files",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/using-scripts#referencing-scripts-from-skill-md",
    summary: "Reports files that are not reachable from SKILL.md.",
    why: "An agent finds files through references that start in SKILL.md. It never reads such a file, although the file is installed with the skill.",
    remedy:
      "Refer to the file in SKILL.md and say when to read or run it, for example: Read `references/forms.md` when the form has signatures. Or delete it.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const { document, files, partial } = skill;
    if (!document || files.length < 2) return [];
    const { orphans } = skill.graph;
    const unreachable = new Set(orphans);
    // A file that is used but was not read may refer to any other.
    if (partial.some(({ path }) => !unreachable.has(path))) return [];
    if (orphans.length === 0) return [];
    const others = new Set([
      ...forAnother(skill),
      ...namedInPart(skill, orphans),
      ...evalCases(skill, orphans),
    ]);
    const scripts = new Set(skill.scripts.map(({ file }) => file.path));
    const isMissed = (path: string) =>
      !forPeople.test(path) && (texts.test(path) || (scripts.has(path) && !path.startsWith("assets/")));
    const left = orphans.filter((path) => !others.has(path));
    const unread = left.filter((path) => !isMissed(path));
    return [
      ...findings(left.filter(isMissed), document.file),
      ...findings(unread, document.file).map((each) => ({ ...each, severity: "info" as const })),
    ];
  },
});

/** The Markdown files whose frontmatter says, or may say if it was not read, which other agent reads them. */
function forAnother({ texts, partial }: Skill): ReadonlySet<string> {
  const said = texts.filter(({ path, bytes }) => isMarkdown(path) && forReader.test(bytes.slice(0, 2_000)));
  return new Set([...said, ...partial.filter(({ path }) => isMarkdown(path))].map(({ path }) => path));
}

/** The files in a directory that a text about the skill's evaluation names, such as "corpus/" in EVAL.md. */
function evalCases({ texts }: Skill, orphans: readonly string[]): readonly string[] {
  const about = texts.filter(({ path }) => /^eval(?:s|uations?)?(?:[_-][^/]{0,60})?\.md$/i.test(path));
  return orphans.filter((path) => {
    const directory = path.slice(0, path.indexOf("/") + 1);
    return directory !== "" && about.some(({ bytes }) => bytes.includes(directory));
  });
}

/** As in "for: reviewer". */
const forReader = /^---\r?\n(?:[\w-]{1,40}:[^\r\n]{0,200}\r?\n){0,5}for:[ \t]*[\w-]/;

/** What an agent reads. Other files, such as settings, data and pictures, are as often for a program or a web page. */
const texts = /\.(?:md|mdx|markdown|txt|rst|adoc|org)$/i;

/** A document for people who maintain the skill, such as DECISIONS.md or one in docs/. */
const forPeople = /^(?:docs\/.{0,300}|[A-Z][A-Z0-9]{2,40}(?:[_-][^/]{0,200})?)\.(?:md|markdown|txt|rst)$/;

function findings(paths: readonly string[], document: string): readonly Finding[] {
  const groups = groupBy(paths, (path) => path.slice(0, Math.max(0, path.indexOf("/"))));
  return Array.from(groups, ([directory, inside]) => finding(directory, inside, document));
}

function finding(directory: string, paths: readonly string[], document: string): Finding {
  if (paths.length === 1)
    return {
      file: paths[0]!,
      message: `${quote(paths[0]!)} is not reachable from ${document}; link or delete it`,
    };
  const names = seriesAtMost(
    paths.map((path) => quote(path.slice(directory === "" ? 0 : directory.length + 1))),
    named,
  );
  const where = directory === "" ? "in the skill's root" : `in ${quote(directory)}`;
  return {
    file: directory === "" ? document : directory,
    message: `${count(paths.length, "file")} ${where} are not reachable: ${names}; link or delete them`,
    related: paths.slice(0, mostRelated).map((file) => ({ file })),
  };
}
