import nodeCrypto from "node:crypto";
import { Buffer } from "node:buffer";
import { compareText } from "../core/order.ts";
import type { FileBytes } from "../model/archive.ts";
import { manifestName, signatureName, type Resource } from "../model/manifest.ts";

/** SHA-256 in lowercase hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return hash(bytes, "hex");
}

/** SHA-256 of a text, in the same form. */
export function digestText(text: string): string {
  return hash(text, "hex");
}

/** Absent before Node 20.12. It creates no object, which costs more than the hash of most files. */
const hashAtOnce: typeof nodeCrypto.hash | undefined = nodeCrypto.hash;

function hash(data: Uint8Array | string, encoding: "hex" | "base64"): string {
  return hashAtOnce
    ? hashAtOnce("sha256", data, encoding)
    : nodeCrypto.createHash("sha256").update(data).digest(encoding);
}

/**
 * The entries of a manifest for a skill's files, sorted by the bytes of their names, without the manifest and its
 * signature.
 */
export function describeFiles(files: readonly FileBytes[]): readonly Resource[] {
  const listed = files.filter(({ path }) => path !== manifestName && path !== signatureName);
  return sortedByBytes(
    listed.map(({ path, bytes, executable }) => ({
      name: path,
      digest: sha256(bytes),
      size: bytes.length,
      executable,
    })),
  );
}

/** Sorted by the UTF-8 bytes of their names. Without surrogates, that is the order of UTF-16 units. */
function sortedByBytes(resources: readonly Resource[]): readonly Resource[] {
  const isByUnits = resources.every(({ name }) => !/[\ud800-\udfff]/.test(name));
  return resources.toSorted((a, b) =>
    isByUnits ? compareText(a.name, b.name) : Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)),
  );
}

/**
 * The content digest, "h1:" and base64: Go's Hash1 (golang.org/x/mod/sumdb/dirhash), the SHA-256 of the output of
 * `sha256sum` for the files in the order of their names' bytes.
 * It is the same for a directory, for every layout of an archive, and for an installed copy.
 */
export function contentDigest(resources: readonly Resource[]): string {
  const lines = sortedByBytes(resources).map(({ digest, name }) => `${digest}  ${name}\n`);
  return `h1:${hash(lines.join(""), "base64")}`;
}

/**
 * The root digest of OpenSSF Model Signing v1, in hexadecimal: SHA-256 of the raw digests in the order listed. It does
 * not cover names.
 */
export function rootDigest(resources: readonly Resource[]): string {
  return hash(Buffer.from(resources.map(({ digest }) => digest).join(""), "hex"), "hex");
}
