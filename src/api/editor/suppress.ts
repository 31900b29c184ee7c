import { isMarkdown } from "../../core/paths.ts";
import type { Diagnostic } from "../../model/report.ts";
import { parseSkillMd } from "../../parse/skill-md.ts";
import { decodeText } from "../../parse/decode.ts";
import { listAllRules } from "../explain.ts";

/** A line with a comment that suppresses a finding once the author writes the reason after the dashes. */
export interface SuppressionLine {
  /** The line before which it is inserted, from 1. */
  readonly line: number;
  /** Without a line break. */
  readonly text: string;
  /** The number of characters of the text before the reason. */
  readonly reasonAt: number;
}

/**
 * The comment that suppresses a finding; undefined if none can: for a danger to the user, or in a file without
 * comments. In the frontmatter and in tables, which a comment would break, it applies to the whole file.
 */
export function suppressionFor(
  { ruleId, file, start }: Diagnostic,
  bytes: Uint8Array,
): SuppressionLine | undefined {
  if (dangers().has(ruleId)) return undefined;
  const { source, facts } = decodeText(bytes);
  if (!isMarkdown(file)) {
    const sign = signOf(file);
    if (sign === undefined || start === undefined) return undefined;
    return commentLine(
      start.line,
      indentOf(source.line(start.line)),
      `${sign} skills-disable-next-line ${ruleId} -- `,
      "",
    );
  }
  const { frontmatter, body } = parseSkillMd(file, source, facts);
  const bodyLine = frontmatter ? frontmatter.closing.start.line + 1 : 1;
  const fence =
    start && body.fences.find(({ range }) => range.start.line <= start.line && start.line <= range.end.line);
  const line = fence?.range.start.line ?? start?.line ?? 0;
  const text = source.line(line);
  if (line < bodyLine || text.trimStart().startsWith("|"))
    return commentLine(bodyLine, "", `<!-- skills-disable ${ruleId} -- `, " -->");
  return commentLine(line, indentOf(text), `<!-- skills-disable-next-line ${ruleId} -- `, " -->");
}

function commentLine(line: number, indent: string, before: string, after: string): SuppressionLine {
  return { line, text: indent + before + after, reasonAt: indent.length + before.length };
}

function dangers(): ReadonlySet<string> {
  return new Set(listAllRules().flatMap(({ id, danger }) => (danger ? [id] : [])));
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)![0];
}

/** How a comment begins in a script. */
function signOf(file: string): string | undefined {
  if (/\.[cm]?[jt]s$/.test(file)) return "//";
  return /\.(?:py|sh|bash|zsh|ps1|rb|pl)$/.test(file) ? "#" : undefined;
}
