import { createHash } from "node:crypto";
import { Buffer } from "node:buffer";
import type { FileBytes } from "../model/archive.ts";
import { manifestName, signatureName, type Resource } from "../model/manifest.ts";

/** SHA-256 in lowercase hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * The entries of a manifest for a skill's files, sorted by the bytes of their names, without the manifest and its
 * signature.
 */
export function describeFiles(files: readonly FileBytes[]): readonly Resource[] {
  const listed = files.filter(({ path }) => path !== manifestName && path !== signatureName);
  const named = listed.map(({ path, bytes, executable }) => ({
    key: Buffer.from(path),
    resource: { name: path, digest: sha256(bytes), size: bytes.length, executable },
  }));
  return named.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ resource }) => resource);
}

/**
 * The content digest, "h1:" and base64: Go's Hash1 (golang.org/x/mod/sumdb/dirhash), the SHA-256 of the output of
 * `sha256sum` for the files in the order of their names' bytes.
 * It is the same for a directory, for every layout of an archive, and for an installed copy.
 */
export function contentDigest(resources: readonly Resource[]): string {
  const lines = resources.map((resource) => ({
    key: Buffer.from(resource.name),
    line: `${resource.digest}  ${resource.name}\n`,
  }));
  lines.sort((a, b) => Buffer.compare(a.key, b.key));
  const hash = createHash("sha256");
  for (const { line } of lines) hash.update(line);
  return `h1:${hash.digest("base64")}`;
}

/**
 * The root digest of OpenSSF Model Signing v1, in hexadecimal: SHA-256 of the raw digests in the order listed. It does
 * not cover names.
 */
export function rootDigest(resources: readonly Resource[]): string {
  const hash = createHash("sha256");
  for (const { digest } of resources) hash.update(Buffer.from(digest, "hex"));
  return hash.digest("hex");
}
