import { Buffer } from "node:buffer";
import type { PackedFile } from "../model/archive.ts";
import { manifestName, signatureName } from "../model/manifest.ts";
import { describeFiles, rootDigest } from "./digest.ts";
import { predicateType, statementType } from "./statement.ts";

/**
 * The bytes of the manifest of these files: the in-toto statement that OpenSSF Model Signing would sign, so that signing later changes nothing.
 * They are written once: whoever checks or signs a manifest takes the bytes as they are. Paths count from the skill's root and are the caller's to check first.
 */
export function makeManifest(name: string, files: readonly PackedFile[]): Buffer {
  const resources = describeFiles(files);
  const statement = {
    _type: statementType,
    subject: [{ name, digest: { sha256: rootDigest(resources) } }],
    predicateType,
    predicate: {
      serialization: {
        method: "files",
        hash_type: "sha256",
        allow_symlinks: false,
        ignore_paths: [manifestName, signatureName],
      },
      resources: resources.map((resource) => ({
        name: resource.name,
        algorithm: "sha256",
        digest: resource.digest,
        size: resource.size,
        executable: resource.executable,
      })),
    },
  };
  return Buffer.from(`${JSON.stringify(statement, null, 2)}\n`);
}
