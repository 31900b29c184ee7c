/** Quotes a word for a POSIX shell if needed. */
export function toShellWord(word: string): string {
  return /^[\w%+,./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
