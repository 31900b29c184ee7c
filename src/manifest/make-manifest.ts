import { Buffer } from "node:buffer";
import type { FileBytes } from "../model/archive.ts";
import { manifestName, type Resource, signatureName } from "../model/manifest.ts";
import { describeFiles, rootDigest } from "./digest.ts";

/**
 * The bytes of a manifest for these files: the in-toto statement that OpenSSF Model Signing would sign, so that
 * signing it later does not change it. Verifying or signing uses these bytes unchanged. Paths are relative to the
 * skill's root, and the caller checks them. `resources` describe the files.
 */
export function makeManifest(
  name: string,
  files: readonly FileBytes[],
  resources: readonly Resource[] = describeFiles(files),
): Buffer {
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

/** The value of `_type`: Statement v1 of in-toto's attestation framework (spec/v1/statement.md). */
export const statementType = "https://in-toto.io/Statement/v1";

/** The value of `predicateType`: OpenSSF Model Signing v1.0 (spec/v1.0.md, 5.1). */
export const predicateType = "https://model_signing/signature/v1.0";
