import type { TextFile } from "../../model/text-file.ts";
import type { Outline } from "./outline.ts";

/** How far before a place its own words of warning may stand. */
const before = 400;
const after = 160;

/** Whoever writes them near a command warns of it, or looks for it. */
const warning =
  /\b(?:never|avoid|don['’]?t|do not|must not|should not|malicious|attack\w*|injection|exploit\w*|vulnerab\w*|suspicious|detect\w*|dangerous|harmful|unsafe|untrusted|hostile|adversarial|forbidden|prohibited|reject\w*|blocked|blocklist|denylist|denied|deny|inert|anti-?patterns?|payloads?|red flags?|threats?|sanitiz\w*|redact\w*|masked|placeholders?|leaked)\b|[❌🚫⛔✗✘]/iu;

/** A regular expression, which looks for such a thing. */
const expression = /\\[sSbBdDwW.()|$*+?]|\(\?[:=!<]|\[\^|\[[A-Za-z0-9]-[A-Za-z0-9]|\.[*+](?=[\\|()?[])/;

/** Whether the place in Markdown or data is spoken of, not to be acted on: it is part of a table, a comment or a regular expression, or words of warning stand around it. */
export function isQuotedAsExample(file: TextFile, outline: Outline, start: number, length: number): boolean {
  const { text } = file.source;
  const end = start + length;
  if (isExpression(file, start, length) || isComment(text, start)) return true;
  const near = text.slice(Math.max(0, start - before), start);
  const rest = text.slice(end, end + after);
  if (
    warning.test(near) ||
    warning.test(text.slice(start, end)) ||
    warning.test(rest.split("\n", 1)[0] ?? "")
  )
    return true;
  const heading = outline.headingOver(start);
  return heading !== undefined && warning.test(heading.text);
}

/** Whether the line begins a comment or a row of a table before the place. */
export function isComment(text: string, start: number): boolean {
  const near = text.slice(Math.max(0, start - before), start);
  const line = near.slice(near.lastIndexOf("\n") + 1);
  return /^\s*(?:\||#|\/\/|\*(?! )|--\s|;|rem\s)/i.test(line);
}

/** Whether the place is part of a regular expression. */
export function isExpression({ source: { text } }: TextFile, start: number, length: number): boolean {
  return expression.test(text.slice(Math.max(0, start - 12), start + length + 12));
}
