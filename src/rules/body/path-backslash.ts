import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import { defineRule } from "../define.ts";
import { proseOf, skillText } from "../parts/prose.ts";
import { isOnSampleLine } from "../references/parts/sample-lines.ts";

/**
 * A relative path with backslashes, but without a drive, a share, variables, and characters of patterns and escapes.
 */
const windowsPath =
  /(?<![\w\\/.:%$~*?^[\]{}()|+@-])(?:\.{1,2}\\)?[\w-]+(?:\\\.?[\w-]+(?:\.[\w-]+)*)+(?![\w\\/*?^[\]{}()|+@$%])/g;

/** A file in one of the directories that the specification and its guides mention. */
const ownFile =
  /^(?:\.\/)?(?:assets|examples|references?|resources?|scripts|templates)\/(?:[\w-]+\/)*[\w-]+\.\w{1,5}$/;

/** Last letters of these directories, with the backslash; a path into one of them contains one of these. */
const ends = ["s\\", "e\\"] as const;
const openings = [
  "assets\\",
  "examples\\",
  "reference\\",
  "references\\",
  "resource\\",
  "resources\\",
  "scripts\\",
  "templates\\",
] as const;

const windowsShells = /^(?:bat|batch|cmd|dos|powershell|ps1|pwsh)$/i;

export default defineRule({
  meta: {
    id: "path-backslash",
    category: "portability",
    origin: "guidance",
    source:
      "https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#avoid-windows-style-paths",
    summary: "Reports a path into the skill's own directories that contains backslashes.",
    why: "Only Windows reads a backslash as a separator, so other systems do not find the file; Windows accepts `/` as well.",
    remedy: "Write the path with `/`.",
    severity: "warning",
    words: [...ends, ...openings],
    fixable: "safe",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const text = skillText(skill);
    return skill.document && text && text.hasAny(ends) && text.hasAny(openings)
      ? findings(skill.document)
      : [];
  },
});

function* findings({ file, source, body }: SkillDocument): Generator<Finding> {
  const { text, start } = proseOf(source, {
    range: body.range,
    comments: [],
    fences: body.fences.filter(({ language }) => windowsShells.test(language)),
  });
  for (const { 0: found, index } of text.matchAll(windowsPath)) {
    const path = found.replaceAll("\\", "/");
    // Other text may be an escape, an expression or a registry key.
    if (!ownFile.test(path)) continue;
    const range = source.range(start + index, start + index + found.length);
    if (isOnSampleLine(source, range)) continue;
    yield {
      file,
      range,
      message: `${quote(found)} contains backslashes; write \`${path}\``,
      fixes: [
        { title: `Write ${path}`, safe: true, operations: [{ kind: "edit", file, range, text: path }] },
      ],
    };
  }
}
