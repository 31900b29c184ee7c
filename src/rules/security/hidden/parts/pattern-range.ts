const hidden = String.raw`\u00ad\u034f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb`;

/** Longest part of a string on either side of a character. */
const reach = 40;

const head = new RegExp(String.raw`(["'\x60])\[?\^?[-\]${hidden}]{0,${reach}}$`);
const tail = new RegExp(String.raw`^[-\]${hidden}]{0,${reach}}(["'\x60])`);
const range = new RegExp(`[${hidden}]-[${hidden}]`);

/**
 * Whether a character is in a string that has nothing but ranges of invisible characters, as in the pattern of a program
 * that removes them.
 */
export function isInPatternRange(text: string, start: number, end: number): boolean {
  const before = head.exec(text.slice(Math.max(0, start - reach - 3), start));
  const after = tail.exec(text.slice(end, end + reach + 1));
  return (
    before !== null &&
    after !== null &&
    before[1] === after[1] &&
    range.test(before[0].slice(1) + text.slice(start, end) + after[0])
  );
}
