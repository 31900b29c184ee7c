import type { SourceText } from "../../../core/source-text.ts";
import type { ResolvedReference } from "../../../model/skill.ts";
import type { TextFile } from "../../../model/text-file.ts";
import { fenceAt, headingOver } from "../../parts/outline.ts";

/** Number of characters around a path that are looked at. */
const around = 200;

/** A directory to which programs write; a day in a name is that of the run. */
const output =
  /^(?:\.\/)?(?:out|outputs?|results?|reports?|logs?|tmp|temp)\/(?:.{0,200}\/)?[^/]{0,100}\d{4}-?\d{2}-?\d{2}/i;

/** The first argument of a command that copies, of a kind that a skill rarely has. */
const copies = /\b(?:cp|mv)[ \t]+(?:-\w+[ \t]+){0,3}["']?$/;
const media = /\.(?:mp[34]|mov|webm|wav|m4a|png|jpe?g|gif|webp|pdf|docx|xlsx|pptx|csv)$/i;

/** What an agent is to print, on the line above a quotation. */
const printed =
  /\b(?:print|say|show|display|tell|reply|respond|output|report)\b[^\n]{0,80}[:：]\**\s*$|(?:输出|显示|出力|表示)[^\n]{0,40}[:：]\s*$/i;

/** A line that introduces an example of what is written. */
const example =
  /^[\s>]*(?:[-*+]\s+)?[*_]{0,2}(?:example|e\.g\.|for example|例|例如|示例|예시|ejemplo|exemplo)[*_]{0,2}\s*[:：]\**\s*$/i;

/**
 * Whether a missing reference of a Markdown file is shown, and not the skill's own: an output of a run, a file of the user
 * that is copied, the first line of a file that a block shows, what the agent prints, an example of links that are
 * written, a hook of a project, a sample of a rule, or what is worth writing.
 */
export function isNotItsOwn(
  { reference: { kind, target, range } }: ResolvedReference,
  file: TextFile,
): boolean {
  const { source } = file;
  const { line, offset } = range.start;
  const start = source.lineStart(line);
  const head = source.text.slice(Math.max(start, offset - around), offset);
  if (kind === "link") return !target.includes("/") && isInExample(source, line);
  if (output.test(target) || (media.test(target) && copies.test(head))) return true;
  if (/^\s*>/.test(head)) return printed.test(lineAbove(source, line, /^\s*(?:>|$)/));
  if (worth.test(headingOver(file.body, offset)?.text ?? "")) return true;
  return kind === "fence" && (isFirstComment(file, line, head) || isInOther(file, offset));
}

/** A heading over what the reader may write. */
const worth =
  /\b(?:files|scripts?|tools?|commands?)\b[^\n]{0,40}\b(?:worth (?:having|writing|creating|building)|to (?:write|create|build) (?:for|in) (?:a|the|your))/i;

/** A heading with the code of a rule, such as "MD031: Blanks around fences", over a sample that keeps or breaks it. */
const ofRule = /^[A-Z]{1,5}\d{3,4}\b/;

const hook = /(?:^|[\s`"'(/])\.(?:git\/hooks|husky)\/[\w-]/;

/** Whether a path is in a block that is a sample of a rule, or that is copied to a hook of the user's project. */
function isInOther({ source, body }: TextFile, offset: number): boolean {
  const fence = fenceAt(body, offset);
  if (!fence) return false;
  if (ofRule.test(headingOver(body, offset)?.text ?? "")) return true;
  const above = lineAbove(source, fence.range.start.line, /^\s*$/);
  return hook.test(above) || hook.test(source.text.slice(fence.content.start.offset, offset).slice(-around));
}

/** Whether nothing but a comment is before the path, in the first lines of a block. */
function isFirstComment({ source, body }: TextFile, line: number, head: string): boolean {
  if (!/^\s*(?:#|\/\/|--|;|\/\*|<!--)\s*$/.test(head)) return false;
  const fence = fenceAt(body, source.lineStart(line));
  if (!fence) return false;
  const first = fence.content.start.line;
  const isOpening = line === first || (line === first + 1 && source.line(first).startsWith("#!"));
  // A comment above one command says what the command runs.
  return isOpening && fence.content.end.line - line > 2;
}

function isInExample(source: SourceText, line: number): boolean {
  return example.test(lineAbove(source, line, /^\s*[-*+]\s+\[/));
}

/** The first line above one, of at most 20, that does not match. */
function lineAbove(source: SourceText, line: number, passed: RegExp): string {
  for (let at = line - 1; at >= Math.max(1, line - 20); at--) {
    const text = source.line(at).slice(0, 400);
    if (!passed.test(text)) return text;
  }
  return "";
}
