/** Whether it is the code of a character that "\s" matches and trim() removes. */
export function isSpace(code: number): boolean {
  if (code < 0xa0) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

/** The number of runs of characters that are not white space. */
export function countWords(text: string): number {
  let [words, inside] = [0, false];
  for (let at = 0; at < text.length; at++) {
    const isInside = !isSpace(text.charCodeAt(at));
    if (isInside && !inside) words++;
    inside = isInside;
  }
  return words;
}

/** The text without the given trailing characters; a pattern such as /[.]+$/ is quadratic in every run of them. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
