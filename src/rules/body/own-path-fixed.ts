import { isMarkdown } from "../../core/paths.ts";
import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { Skill } from "../../model/skill.ts";
import type { TextFile } from "../../model/text-file.ts";
import { trimEnd } from "../../core/white-space.ts";
import { defineRule } from "../define.ts";
import { isOnSampleLine } from "../references/parts/sample-lines.ts";
import { namesOf, repositoryPaths } from "../parts/repository-path.ts";
import { isOffered, unsetVariable } from "./parts/variable-path.ts";

export default defineRule({
  meta: {
    id: "own-path-fixed",
    category: "portability",
    origin: "guidance",
    source: "https://agentskills.io/specification#file-references",
    summary:
      "Reports a path in Markdown to one of the skill's files in a client's directory, such as `~/.claude/skills/pdf-forms/scripts/fill.py`, from the root of a repository, such as `skills/pdf-forms/scripts/fill.py`, or after a variable that clients do not know, such as `$SKILL_DIR/scripts/fill.py`.",
    why: "Other clients, projects, plugins and uploads install the skill elsewhere, where the agent does not find the file; a variable that is not set is empty in a shell.",
    remedy:
      "Write the path relative to the skill's root, such as `scripts/fill.py`; clients give the agent the path of the root.",
    severity: "warning",
    words: ["/skills/", "skills/", "_dir", "_root", "--show-toplevel"],
    since: "0.1.0",
  },
  check({ subject: skill, ...chosen }) {
    if (!skill.document) return [];
    const files = skill.texts.filter(isInstruction);
    const fixed = files.filter((file) => file.has("/skills/")).flatMap((file) => findings(skill, file));
    return [
      ...fixed,
      ...unsetVariable(skill, { files, names: namesOf(skill), chosen }),
      ...fromRepository(skill, files),
    ];
  },
});

/**
 * Whether a file contains instructions. A README and similar files explain how to install the skill, so such a path
 * is correct there, as it may be in an example.
 */
function isInstruction({ path }: TextFile): boolean {
  return (
    isMarkdown(path) &&
    !/(?:^|\/)(?:examples?|samples?)\/|(?:^|\/)(?:install|(?:readme|changelog|contributing|setup)\b)[^/]*$/i.test(
      path,
    )
  );
}

/**
 * A client's directory for skills, such as `.claude/skills/`, in a home directory or a project, followed by the
 * skill's name and the path of a file.
 */
const installed =
  /(?<![\w/.-])(?:\.\/)?((?:(?:~|\$HOME|\$\{HOME\})\/)?\.(?:config\/)?[a-z][a-z-]{1,20}\/skills\/([\w-]{1,64}))\/([\w][\w./-]{0,199})/g;

/** Maximum number of the skill's files that are searched for in a text. */
const maxFiles = 20;

/** One finding per file of the skill, for the first path to it in the text. */
function findings(skill: Skill, file: TextFile): readonly Finding[] {
  const names = namesOf(skill);
  const paths = new Set(skill.files.map((entry) => entry.path));
  const { path, source } = file;
  const seen = new Set<string>();
  return Array.from(source.text.matchAll(installed)).flatMap(
    ({ 0: written, 1: directory = "", 2: name = "", 3: rest = "", index }): readonly Finding[] => {
      const own = trimEnd(rest, "./");
      if (
        !names.has(name) ||
        seen.has(own) ||
        seen.size === maxFiles ||
        isInstalledAt(skill, directory) ||
        own === skill.document?.file ||
        !paths.has(own)
      )
        return [];
      seen.add(own);
      const end = index + written.length - (rest.length - own.length);
      const range = source.range(index, end);
      if (isReportedElsewhere(skill, path, index, end) || isOnSampleLine(source, range)) return [];
      return [
        {
          file: path,
          range,
          severity: "info",
          message: `${quote(source.text.slice(index, end), 120)} only works if the skill is there; write \`${own}\``,
        },
      ];
    },
  );
}

/**
 * A finding about the skill's own files in paths from the root of a repository, at the first one. Only the files that
 * the agent reads count: a report in the skill may name its files so.
 */
function* fromRepository(skill: Skill, files: readonly TextFile[]): Generator<Finding> {
  const texts = files.filter(
    (file) => file.hasAny(["skills/", "_root", "_dir", "--show-toplevel"]) && skill.graph.read.has(file.path),
  );
  if (texts.length === 0) return;
  const names = namesOf(skill);
  const paths = new Set(skill.files.flatMap(({ path, kind }) => (kind === "file" ? [path] : [])));
  paths.delete(skill.document?.file ?? "");
  const found = texts.flatMap((file) =>
    repositoryPaths(file.source.text, { names, paths })
      .map((each) => ({ ...each, file, range: file.source.range(each.start, each.end) }))
      .filter(
        ({ start, end, range }) =>
          !isReportedElsewhere(skill, file.path, start, end) && !isOnSampleLine(file.source, range),
      ),
  );
  const [first] = found;
  if (!first) return;
  const { file, start, end, own, range } = first;
  const more = found.length === 1 ? "" : ` (${found.length} paths)`;
  yield {
    file: file.path,
    range,
    ...((forTests.test(own) ||
      texts.some(({ source: { text } }) => isOffered(text, own) || isInstalled(text, own))) && {
      severity: "info",
    }),
    message: `${quote(file.source.text.slice(start, end), 80)} only works if the skill is there${more}; write \`${own}\``,
  };
}

/** Scripts with which the authors of a skill test it, in its repository. */
const forTests = /(?:^|[/_.-])(?:tests?|regressions?|evals?)(?:[/_.-]|$)/i;

/** Whether a text also says where the file is if a client has installed the skill. */
function isInstalled(text: string, own: string): boolean {
  return Array.from(text.matchAll(installed)).some(([, , , rest = ""]) => trimEnd(rest, "./") === own);
}

/** Whether the skill is itself in that directory of a project; then the path may be correct. */
function isInstalledAt({ label }: Skill, directory: string): boolean {
  return label === directory || label.endsWith(`/${directory}`);
}

/** Whether another rule reports the path: those that begin with "~", and paths of missing files. */
function isReportedElsewhere({ references }: Skill, file: string, start: number, end: number): boolean {
  return references.some(
    ({ from, reference: { range }, resolution: { status } }) =>
      from === file && status !== "found" && range.start.offset < end && start < range.end.offset,
  );
}
