import { ArchiveRefused } from "../model/archive.ts";
import { manifestName } from "../model/manifest.ts";

type ManifestCode = "manifest-format" | "manifest-ignore" | "manifest-subject";

/** Throws the ArchiveRefused that says why a manifest cannot be used. */
export function refuseManifest(message: string, code: ManifestCode = "manifest-format"): never {
  throw new ArchiveRefused(code, message, { entry: manifestName });
}
