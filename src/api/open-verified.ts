import { findSkill } from "../archive/layout.ts";
import { openArchive } from "../archive/open-archive.ts";
import type { ArchiveContents, ArchivedSkill } from "../core/archive.ts";
import { holdAgainstManifest, type HeldFiles } from "./held-files.ts";

/** An archive that was opened, and its one skill held against the manifest in it. */
export interface OpenedSkill extends HeldFiles {
  readonly contents: ArchiveContents;
  readonly skill: ArchivedSkill;
}

/** Opens an archive as a stranger's. Throws an ArchiveRefused at the first reason not to take it; what it means that files differ from the manifest is for the caller to say. */
export async function openVerified(bytes: Uint8Array): Promise<OpenedSkill> {
  const contents = await openArchive(bytes);
  const skill = findSkill(contents);
  return { contents, skill, ...holdAgainstManifest(skill.files) };
}
