import { type Io, writePieces } from "./io.ts";

/** Prints the blob of a shard. Loads what few runs need. */
export async function writeBlob(blob: object = {}, io: Pick<Io, "stdout">): Promise<void> {
  const { blobLines } = await import("../api/shards/blob-text.ts");
  writePieces(blobLines(blob), io.stdout);
}
