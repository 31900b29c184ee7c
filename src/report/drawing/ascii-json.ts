/**
 * What JSON.stringify leaves as it is and a terminal or a runner's log should not get: DEL, all that is not ASCII,
 * and the second "#" of "##[" and "##vso", which runners take for a command.
 */
const risky = /[^\n\x20-\x7e]|(?<=#)#(?=\[|vso)/gi;

/** The value as JSON of nothing but ASCII, with a line end. */
export function asciiJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(risky, escapeUnit)}\n`;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
