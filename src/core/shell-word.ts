/** Quotes a word for a POSIX shell if needed. */
export function toShellWord(word: string): string {
  return /^[\w%+,./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

const invisible = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

/** As `toShellWord`, with control and other invisible characters as escapes of `$'…'`, so that it can be printed. */
export function toPrintableWord(word: string): string {
  if (!invisible.test(word)) return toShellWord(word);
  const escaped = Array.from(word, (character) =>
    invisible.test(character) ? toEscape(character) : character.replace(/['\\]/, "\\$&"),
  );
  return `$'${escaped.join("")}'`;
}

function toEscape(character: string): string {
  const code = character.codePointAt(0)!.toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}
