import { Buffer } from "node:buffer";
import type { Resource } from "../model/manifest.ts";
import { sha256 } from "./digest.ts";

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Whether the bytes would be those expected if all their lines ended in LF, or all in CRLF, as git's `core.autocrlf` rewrites them.
 * What holds a NUL byte is no text; a file that was expected to mix both cannot be recognised by its digest.
 */
export function becomesEqual(
  { digest, size }: Pick<Resource, "digest" | "size">,
  bytes: Uint8Array,
): boolean {
  if (bytes.includes(0)) return false;
  const { feeds, pairs } = countLineEnds(bytes);
  const isExpected = (end: "lf" | "crlf", length: number): boolean =>
    (size === undefined || size === length) && sha256(withLineEnds(bytes, end, length)) === digest;
  const length = bytes.length - pairs;
  return (pairs > 0 && isExpected("lf", length)) || (feeds > pairs && isExpected("crlf", length + feeds));
}

/** How many line feeds there are, and how many of them follow a carriage return. */
function countLineEnds(bytes: Uint8Array): { readonly feeds: number; readonly pairs: number } {
  let [feeds, pairs] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== lineFeed) continue;
    feeds++;
    if (bytes[at - 1] === carriageReturn) pairs++;
  }
  return { feeds, pairs };
}

function withLineEnds(bytes: Uint8Array, end: "lf" | "crlf", length: number): Uint8Array {
  const changed = Buffer.alloc(length);
  let to = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === carriageReturn && bytes[at + 1] === lineFeed) continue;
    if (byte === lineFeed && end === "crlf") changed[to++] = carriageReturn;
    changed[to++] = byte;
  }
  return changed;
}
