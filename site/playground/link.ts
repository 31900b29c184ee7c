/** A text and the name of its directory, as a link has them: in its fragment, which no browser sends. */
export interface Linked {
  readonly name: string;
  readonly text: string;
}

/** The longest text that a link is read for. */
const longest = 1_000_000;

export async function fragmentOf({ name, text }: Linked): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const written = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `#name=${encodeURIComponent(name)}&text=${written}`;
}

/** Undefined if the fragment has no text that can be read. */
export async function readFragment(fragment: string): Promise<Linked | undefined> {
  const fields = new URLSearchParams(fragment.slice(1));
  const written = fields.get("text");
  if (written === null) return undefined;
  try {
    const binary = atob(written.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (each) => each.charCodeAt(0));
    const text = await inflated(bytes);
    return { name: fields.get("name") ?? "skill", text };
  } catch {
    return undefined;
  }
}

/** The text, or its start if it is too long. */
async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (text.length < longest) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return text.slice(0, longest);
}
