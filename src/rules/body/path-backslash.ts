import type { Range } from "../../core/place.ts";
import type { SourceText } from "../../core/source-text.ts";
import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { Skill, SkillDocument } from "../../model/skill.ts";
import { defineRule } from "../define.ts";
import { proseOf, skillText } from "../parts/prose.ts";
import { backslashPath } from "../references/parts/backslash-path.ts";
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
    const linked = links(skill);
    return skill.document && text && text.hasAny(ends) && text.hasAny(openings)
      ? [...linked, ...findings(skill.document)]
      : linked;
  },
});

/** Links to files that exist with "/". */
function links({ references, texts, files }: Skill): readonly Finding[] {
  const written = references.filter(({ reference }) => reference.target.includes("\\"));
  if (written.length === 0) return [];
  const paths = new Set(files.map(({ path }) => path));
  const sources = new Map(texts.map(({ path, source }) => [path, source]));
  return written.flatMap((each) => {
    const { from: file, reference } = each;
    const { target, range } = reference;
    const path = backslashPath(each, paths);
    if (path === undefined) return [];
    const text = sources.get(file)?.slice(range) === target ? target.replaceAll("\\", "/") : undefined;
    return [finding({ file, range, text }, target, path)];
  });
}

function finding(
  { file, range, text }: { readonly file: string; readonly range: Range; readonly text: string | undefined },
  found: string,
  path: string,
): Finding {
  return {
    file,
    range,
    message: `${quote(found)} contains backslashes; write \`${path}\``,
    ...(text !== undefined && {
      fixes: [{ title: `Write ${path}`, safe: true, operations: [{ kind: "edit", file, range, text }] }],
    }),
  };
}

/** Whether a command is for Windows: its shell runs the file, or the text before it on the line says so. */
function isForWindows(source: SourceText, { start }: Range, path: string): boolean {
  if (/\.(?:bat|cmd|ps1)$/i.test(path)) return true;
  const from = Math.max(source.lineStart(start.line), start.offset - 200);
  return /\b(?:cmd(?:\.exe)?|powershell|pwsh|windows)\b/i.test(source.text.slice(from, start.offset));
}

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
    if (isOnSampleLine(source, range) || isForWindows(source, range, path)) continue;
    yield finding({ file, range, text: path }, found, path);
  }
}
