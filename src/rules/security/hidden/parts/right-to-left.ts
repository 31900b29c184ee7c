/** Letters of scripts that are written from right to left. */
export const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

const closers: Readonly<Record<string, string>> = {
  "\u202a": "\u202c",
  "\u202b": "\u202c",
  "\u2066": "\u2069",
  "\u2067": "\u2069",
  "\u2068": "\u2069",
};

/**
 * Returns a function that says whether the line at an offset is in a right-to-left script and closes every embedding or
 * isolate that it opens. Its controls are then intended (Unicode TR9, 2.7); overrides never are. If offsets increase
 * from call to call, each line is read once.
 */
export function rightToLeftLines(text: string): (offset: number) => boolean {
  let end = -1;
  let answer = false;
  return (offset) => {
    if (offset > end) {
      const start = text.lastIndexOf("\n", offset) + 1;
      const next = text.indexOf("\n", offset);
      end = next === -1 ? text.length : next;
      answer = isProper(text.slice(start, end));
    }
    return answer;
  };
}

function isProper(line: string): boolean {
  if (!rightToLeft.test(line) || /[\u202d\u202e]/.test(line)) return false;
  const open: string[] = [];
  for (const character of line.match(/[\u202a-\u202c\u2066-\u2069]/g) ?? []) {
    const closer = closers[character];
    if (closer !== undefined) open.push(closer);
    else if (open.pop() !== character) return false;
  }
  return open.length === 0;
}
