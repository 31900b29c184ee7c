import type { Running } from "../spawn.ts";

interface KeptStream {
  text(): string;
  isCut(): boolean;
  isFlooded(): boolean;
}

export interface Kept {
  readonly stdout: KeptStream;
  readonly stderr: KeptStream;
}

/** What is kept of each stream. */
export const keptBytes = 1_048_576;
/** A script that writes more than it needs may end by itself; past this it never will. */
export const floodBytes = 16 * keptBytes;

/** Keeps the start of what a program writes, and kills one that does not stop writing. */
export function keepOutput(running: Running): Kept {
  return { stdout: keepStream(running, "stdout"), stderr: keepStream(running, "stderr") };
}

function keepStream(running: Running, name: "stdout" | "stderr"): KeptStream {
  const chunks: Buffer[] = [];
  let written = 0;
  running.onOutput(name, (bytes) => {
    if (written < keptBytes) chunks.push(bytes.subarray(0, keptBytes - written));
    written += bytes.length;
    if (written > floodBytes) running.signal("SIGKILL");
  });
  return {
    // A decoder that is told of more to come leaves out a character that was cut in two.
    text: () =>
      new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.concat(chunks), {
        stream: written > keptBytes,
      }),
    isCut: () => written > keptBytes,
    isFlooded: () => written > floodBytes,
  };
}
