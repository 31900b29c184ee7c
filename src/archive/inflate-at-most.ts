import { inflateRawSync } from "node:zlib";

/** Minimum chunk size of zlib, in bytes. */
const smallestChunk = 64;

export type Inflated =
  /** `used` is the number of packed bytes that the stream consumed. */
  | { readonly bytes: Uint8Array; readonly used: number }
  /**
   * "longer": the stream yields more than `size` bytes; "broken": the data is not a DEFLATE stream, or is truncated.
   */
  | { readonly failure: "longer" | "broken" };

/**
 * Inflates one DEFLATE stream (RFC 1951) that is declared to yield `size` bytes.
 * The chunk size is one byte more: the output arrives in one piece, and a longer stream is stopped at that byte.
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

/** Whether zlib returned the object that the option `info` requests; its types do not declare it. */
function isInformed(
  result: unknown,
): result is { readonly buffer: Uint8Array; readonly engine: { readonly bytesWritten: number } } {
  return typeof result === "object" && result !== null && "engine" in result;
}
