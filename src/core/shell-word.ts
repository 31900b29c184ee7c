/** The word as a shell reads it back. */
export function toShellWord(word: string): string {
  return /^[\w%+,./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
