/** The text without the given trailing characters; a pattern such as /[.]+$/ is quadratic in every run of them. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
