/**
 * Characters that JSON.stringify does not escape but that a terminal or the log of a CI runner should not receive:
 * DEL, non-ASCII characters, and the second "#" of "##[" and "##vso", with which runners' commands start.
 */
const risky = /[^\n\x20-\x7e]|(?<=#)#(?=\[|vso)/gi;

/** The value as JSON in pure ASCII, with a trailing newline. */
export function asciiJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(risky, escapeUnit)}\n`;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
