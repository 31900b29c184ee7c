import { count, grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { RealStageResult } from "../../results/test-real.ts";

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
  const line = wanted.slice(0, at).split("\n").length;
  const there = has.slice(0, at).split("\n").length;
  return `differs from line ${grouped(line)} on: ${quote(lineAt(has, there), 60)} instead of ${quote(lineAt(wanted, line), 60)}`;
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

function lineAt(text: string, line: number): string {
  return text.split("\n")[line - 1] ?? "";
}
