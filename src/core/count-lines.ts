/** The number of lines that "\n" separates, without splitting the text: at least one. */
export function countLines(text: string): number {
  let amount = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) amount++;
  return amount;
}
