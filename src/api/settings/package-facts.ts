import { SkillsError } from "../../core/errors.ts";
import { decodeUtf8 } from "../../core/utf8.ts";
import { sha256 } from "../../manifest/digest.ts";
import type { SettingsFile } from "../../model/report.ts";
import { namedPlace } from "../../read/file-place.ts";
import { onDisk } from "./settings-files.ts";

/**
 * The file of a package with what distinguishes one version of it from another: nothing else in a report says which rules were
 * installed. Files that are not in `node_modules` are part of a commit, and are returned as they are.
 */
export function withPackageFacts(file: SettingsFile, cwd: string): SettingsFile {
  const folder = /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file.path)?.[1];
  if (folder === undefined) return file;
  const bytes = readOr(file.path, cwd);
  if (!bytes) return file;
  const version = versionIn(readOr(`${folder}/package.json`, cwd));
  return { ...file, digest: `sha256:${sha256(bytes)}`, ...(version !== undefined && { version }) };
}

function readOr(label: string, cwd: string): Uint8Array | undefined {
  try {
    return onDisk.read(namedPlace(label, cwd));
  } catch (error) {
    if (error instanceof SkillsError) return undefined;
    throw error;
  }
}

function versionIn(bytes: Uint8Array | undefined): string | undefined {
  try {
    const value: unknown = JSON.parse((bytes && decodeUtf8(bytes)) ?? "null");
    if (typeof value !== "object" || value === null || !("version" in value)) return undefined;
    const { version } = value;
    return typeof version === "string" && version.length <= 256 ? version : undefined;
  } catch {
    // A package.json that is no JSON has no version.
    return undefined;
  }
}
