import { inflateRawSync } from "node:zlib";

/** The least that zlib takes for a chunk. */
const smallestChunk = 64;

export type Inflated =
  /** `used` is how many of the packed bytes the stream took. */
  | { readonly bytes: Uint8Array; readonly used: number }
  /** It yields more than `size`, or is no DEFLATE stream, or only the beginning of one. */
  | { readonly failure: "longer" | "broken" };

/**
 * Inflates one DEFLATE stream (RFC 1951) that is said to yield `size` bytes.
 * A chunk has room for one byte more than is due: all comes in one piece, and what yields more is stopped at that byte.
 */
export function inflateAtMost(data: Uint8Array, size: number): Inflated {
  try {
    const result: unknown = inflateRawSync(data, {
      info: true,
      maxOutputLength: Math.max(1, size),
      chunkSize: Math.max(smallestChunk, size + 1),
    });
    return isInformed(result)
      ? { bytes: result.buffer, used: result.engine.bytesWritten }
      : { failure: "broken" };
  } catch (cause) {
    return {
      failure:
        cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE"
          ? "longer"
          : "broken",
    };
  }
}

/** What zlib gives where it is asked for `info`, which its types do not know. */
function isInformed(
  result: unknown,
): result is { readonly buffer: Uint8Array; readonly engine: { readonly bytesWritten: number } } {
  return typeof result === "object" && result !== null && "engine" in result;
}
