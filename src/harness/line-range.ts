/** Lines of a file, from 1, both ends included. */
export interface LineRange {
  readonly first?: number;
  readonly last?: number;
}

/** The lines asked for, with their breaks; all where none are. */
export function cutLines(text: string, range: LineRange = {}): string {
  if (range.first === undefined && range.last === undefined) return text;
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  return lines.slice(Math.max(0, (range.first ?? 1) - 1), range.last).join("");
}
