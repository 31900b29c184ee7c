import { Buffer } from "node:buffer";
import type { FileBytes } from "../model/archive.ts";
import { manifestName, signatureName } from "../model/manifest.ts";
import { describeFiles, rootDigest } from "./digest.ts";

/**
 * The bytes of the manifest of these files: the in-toto statement that OpenSSF Model Signing would sign, so that signing later changes nothing.
 * They are written once: whoever checks or signs a manifest takes the bytes as they are. Paths count from the skill's root and are the caller's to check first.
 */
export function makeManifest(name: string, files: readonly FileBytes[]): Buffer {
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

/** in-toto's attestation framework, Statement v1 (spec/v1/statement.md): the value of `_type`. */
export const statementType = "https://in-toto.io/Statement/v1";

/** OpenSSF Model Signing v1.0 (spec/v1.0.md, 5.1): the value of `predicateType`. */
export const predicateType = "https://model_signing/signature/v1.0";
