import { isMarkdown } from "../core/paths.ts";
import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { Skill } from "../model/skill.ts";
import type { TextFile } from "../model/text-file.ts";
import { trimEnd } from "../core/trim-end.ts";
import { defineRule } from "./define.ts";
import { stringField } from "./parts/fields.ts";

export default defineRule({
  meta: {
    id: "own-path-fixed",
    category: "portability",
    origin: "guidance",
    source: "https://agentskills.io/specification#file-references",
    summary:
      "Reports a path in Markdown to a file of the skill as one client installs it, such as `~/.claude/skills/pdf-forms/scripts/fill.py`.",
    why: "Other clients install the skill elsewhere, and so do projects, plugins and uploads: there the agent finds nothing.",
    remedy:
      "Write the path from the skill's root, such as `scripts/fill.py`; clients tell the agent where that is.",
    severity: "info",
    words: ["/skills/"],
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const { document } = skill;
    return document
      ? skill.texts
          .filter((file) => isInstruction(file) && file.has("/skills/"))
          .flatMap((file) => findings(skill, file))
      : [];
  },
});

/** A README and its like tell people how to install the skill. */
function isInstruction({ path }: TextFile): boolean {
  return (
    isMarkdown(path) && !/(?:^|\/)(?:install|(?:readme|changelog|contributing|setup)\b)[^/]*$/i.test(path)
  );
}

/** Where clients install skills: `.claude/skills/` and so on, in a home directory or a project. The name comes next, then the path. */
const installed =
  /(?<![\w/.-])(?:\.\/)?((?:(?:~|\$HOME|\$\{HOME\})\/)?\.(?:config\/)?[a-z][a-z-]{1,20}\/skills\/([\w-]{1,64}))\/([\w][\w./-]{0,199})/g;

/** Of the files that one text names so, how many are told. */
const most = 20;

/** One for each file that is named so, where it first is. */
function findings(skill: Skill, file: TextFile): readonly Finding[] {
  const names = new Set([skill.name, stringField(skill, "name")?.value]);
  const paths = new Set(skill.files.map((entry) => entry.path));
  const { path, source } = file;
  const seen = new Set<string>();
  return Array.from(source.text.matchAll(installed)).flatMap(
    ({ 0: written, 1: directory = "", 2: name = "", 3: rest = "", index }): readonly Finding[] => {
      const own = trimEnd(rest, "./");
      if (
        !names.has(name) ||
        seen.has(own) ||
        seen.size === most ||
        isThere(skill, directory) ||
        own === skill.document?.file ||
        !paths.has(own)
      )
        return [];
      seen.add(own);
      const end = index + written.length - (rest.length - own.length);
      if (isSpokenFor(skill, path, index, end)) return [];
      return [
        {
          file: path,
          range: source.range(index, end),
          message: `${quote(source.text.slice(index, end), 120)} is where one client has this file, expected ${quote(own)}`,
        },
      ];
    },
  );
}

/** A skill that a project keeps for itself is where it says. */
function isThere({ label }: Skill, directory: string): boolean {
  return label === directory || label.endsWith(`/${directory}`);
}

/** Of what begins with "~" or is not there, other rules speak. */
function isSpokenFor({ references }: Skill, file: string, start: number, end: number): boolean {
  return references.some(
    ({ from, reference: { range }, outcome: { status } }) =>
      from === file && status !== "found" && range.start.offset < end && start < range.end.offset,
  );
}
