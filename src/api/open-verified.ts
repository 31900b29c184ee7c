import { findSkill } from "../archive/layout.ts";
import { nameProblem } from "../archive/names.ts";
import { openArchive } from "../archive/open-archive.ts";
import type { ArchiveContents, ArchivedSkill, PackedFile } from "../core/archive.ts";
import { manifestName, type FileDifference, type Manifest, type Resource } from "../core/manifest.ts";
import { compareWithManifest } from "../manifest/compare.ts";
import { contentDigest, describeFiles } from "../manifest/digest.ts";
import { parseManifest } from "../manifest/parse.ts";

/** An archive that was opened, and its one skill held against the manifest in it. */
export interface OpenedSkill extends HeldFiles {
  readonly contents: ArchiveContents;
  readonly skill: ArchivedSkill;
}

/** The files of a skill, held against the manifest among them. */
export interface HeldFiles {
  /** Absent where there is none. */
  readonly manifest?: Manifest;
  /** Empty where there is no manifest. */
  readonly differences: readonly FileDifference[];
  /** What a manifest of these files lists. */
  readonly resources: readonly Resource[];
  readonly contentDigest: string;
}

/** Opens an archive as a stranger's. Throws an ArchiveRefused at the first reason not to take it; what it means that files differ from the manifest is for the caller to say. */
export async function openVerified(bytes: Uint8Array): Promise<OpenedSkill> {
  const contents = await openArchive(bytes);
  const skill = findSkill(contents);
  return { contents, skill, ...holdAgainstManifest(skill.files) };
}

/** Paths count from the skill's root. Throws an ArchiveRefused for a manifest that cannot be used. */
export function holdAgainstManifest(files: readonly PackedFile[]): HeldFiles {
  const found = files.find(({ path }) => path === manifestName);
  const manifest = found && parseManifest(found.bytes, nameProblem);
  const resources = describeFiles(files);
  return { ...(manifest && { manifest }), differences: manifest ? compareWithManifest(manifest, files) : [], resources, contentDigest: contentDigest(resources) };
}
