import type { Reporter } from "../core/report.ts";

/**
 * What JSON.stringify leaves as it is and a terminal or a runner's log should not get: DEL, all that is not ASCII,
 * and the second "#" of "##[" and "##vso", which runners take for a command.
 */
const risky = /[^\n\x20-\x7e]|(?<=#)#(?=\[|vso)/gi;

/** The report itself, in ASCII. */
export const json: Reporter = (report) => `${JSON.stringify(report, null, 2).replace(risky, escapeUnit)}\n`;

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
