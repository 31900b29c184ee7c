import type { ArchiveNote } from "../model/archive.ts";
import type { Inventory } from "../model/inventory.ts";
import type { LeftOut } from "../model/left-out.ts";

/** The data of the report of `skills install`. */
export interface InstallData {
  /** The directory, as it is called to the user. */
  readonly root: string;
  /** Empty where one was refused. */
  readonly skills: readonly SkillInstall[];
}

/** What `skills install` tells of one skill. Plain data: it survives JSON. */
export interface SkillInstall {
  readonly name: string;
  /** Where it stands, as the root is called to the user. */
  readonly path: string;
  /** "unchanged": it stood there already, file by file the same. */
  readonly status: "installed" | "replaced" | "unchanged";
  /** In what was replaced: how it had been changed since it was installed. */
  readonly changed?: string;
  /** Where that is kept. */
  readonly backup?: string;
  /** As in the lock: the base name of the archive, or of the directory with "/" behind it. */
  readonly source: string;
  readonly contentDigest: string;
  readonly archiveDigest?: string;
  readonly files: number;
  readonly bytes: number;
  /** What may be run as a program, from the skill's directory. */
  readonly executable: readonly string[];
  /** What a directory held and the skill does not need; empty for an archive. */
  readonly leftOut: readonly LeftOut[];
  readonly notes: readonly ArchiveNote[];
  readonly inventory: Inventory;
}
