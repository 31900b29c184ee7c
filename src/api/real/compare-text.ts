import { count, grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { RealStageResult } from "../../model/reports/test-real.ts";

type Compared = Pick<RealStageResult, "outcome" | "message" | "warnings">;

/** Whether a text arrived as it was written, and if not, what was cut or changed. */
export function compareText(written: string, delivered: string): Compared {
  if (written === delivered) return pass(`${count(written.length, "character")}, byte for byte`);
  const [wanted, has] = [plain(written), plain(delivered)];
  if (wanted === has) return pass(count(wanted.length, "character"), differences(written, delivered));
  return { outcome: "fail", message: describeDifference(wanted, has), warnings: [] };
}

function pass(message: string, warnings: readonly string[] = []): Compared {
  return { outcome: "pass", message, warnings };
}

/** Without differences that change no line. */
function plain(text: string): string {
  return unixLines(text).trim();
}

function unixLines(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** White space around a body is no warning: most clients drop the blank line after the frontmatter. */
function differences(written: string, delivered: string): readonly string[] {
  return written.includes("\r\n") && !delivered.includes("\r\n") ? ["line endings are delivered as LF"] : [];
}

/** Marks that clients add where they cut. */
const ellipsis = /(?:…|\.\.\.)$/;

/** Size of the notices that clients put where they leave out text, such as "[1,200 lines truncated]". */
const mostForNotice = 1_000;

function describeDifference(wanted: string, has: string): string {
  const kept = has.replace(ellipsis, "").trimEnd();
  if (has === "") return "nothing is delivered";
  if (wanted.startsWith(kept))
    return `cut after ${grouped(kept.length)} of ${count(wanted.length, "character")}`;
  if (wanted.endsWith(has))
    return `the first ${count(wanted.length - has.length, "character")} are not delivered`;
  if (has.endsWith(wanted)) return `${count(has.length - wanted.length, "character")} are added before it`;
  if (has.startsWith(wanted)) return `${count(has.length - wanted.length, "character")} are added after it`;
  const at = firstDifference(wanted, has);
  const end = lastDifference(wanted, has, at);
  if (has.length - at - end < mostForNotice && wanted.length - at - end > mostForNotice)
    return `${grouped(wanted.length - at - end)} of ${count(wanted.length, "character")} are left out after the first ${grouped(at)}`;
  const line = wanted.slice(0, at).split("\n").length;
  const there = has.slice(0, at).split("\n").length;
  return `differs from line ${grouped(line)} on: ${quote(lineAt(has, there), 60)} instead of ${quote(lineAt(wanted, line), 60)}`;
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

/** Number of characters that two texts have in common at the end, besides those at the start. */
function lastDifference(one: string, other: string, start: number): number {
  const most = Math.min(one.length, other.length) - start;
  let end = 0;
  while (end < most && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return end;
}

function lineAt(text: string, line: number): string {
  return text.split("\n")[line - 1] ?? "";
}
