/**
 * Characters that JSON.stringify does not escape but that a terminal or the log of a CI runner should not receive:
 * DEL, non-ASCII characters, and the second "#" of "##[" and "##vso", with which runners' commands start.
 */
const risky = /[^\n\x20-\x7e]|(?<=#)#(?=\[|vso)/gi;

/** JSON with every other character escaped. */
export function asciiOnly(json: string): string {
  return json.replace(risky, escapeUnit);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
