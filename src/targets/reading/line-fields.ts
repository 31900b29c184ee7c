/**
 * "key: value" of each line, cut at the first colon; the last line of a key counts, and indentation does not, so that
 * nested keys replace those of the top level.
 */
export function lineFields(
  text: string,
  { trim, value }: { readonly trim: (text: string) => string; readonly value: (text: string) => string },
): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const line of text.split("\n")) {
    const colon = line.indexOf(":");
    if (colon !== -1) fields.set(trim(line.slice(0, colon)), value(trim(line.slice(colon + 1))));
  }
  return fields;
}

/** Without the quotes around it if both are the same; escapes stay as written. */
export function withoutQuotes(text: string): string {
  const quote = text[0];
  const isQuoted = text.length >= 2 && (quote === '"' || quote === "'") && text.endsWith(quote);
  return isQuoted ? text.slice(1, -1) : text;
}
