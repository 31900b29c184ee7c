/** Many clients decode the same file. */
const decoded = new WeakMap<Uint8Array, string>();

/** As Node reads a file with "utf8": invalid bytes become U+FFFD, and a byte-order mark stays. */
export function decodeAsNode(bytes: Uint8Array): string {
  const known = decoded.get(bytes);
  if (known !== undefined) return known;
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  decoded.set(bytes, text);
  return text;
}

/** CRLF and CR as LF. */
export function unixLines(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
}

/** Without one byte-order mark. */
export function withoutBom(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}
