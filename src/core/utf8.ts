const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What was decoded last: the parser and each modelled client ask for the text of the same bytes, one after another. */
let last: { readonly bytes: Uint8Array; readonly text: string | undefined } | undefined;

/** UTF-8 as text, a byte-order mark kept; undefined where not every byte is UTF-8. Bytes are never changed once they were read. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  if (last?.bytes !== bytes) last = { bytes, text: decode(bytes) };
  return last.text;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
