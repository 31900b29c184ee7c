import type { ArchiveNote } from "../archive.ts";
import type { Inventory } from "../inventory.ts";
import type { LeftOut } from "../left-out.ts";

/** The data of the report of `skills install`. */
export interface InstallData {
  /** The root as shown to the user. */
  readonly root: string;
  /** Empty if a skill was refused. */
  readonly skills: readonly SkillInstall[];
  /** The plugins that skills come from, if they leave out something of theirs. */
  readonly plugins?: readonly PluginInstall[];
  /** Which common clients look for skills in the root; empty if none is recorded to do so. */
  readonly clients: readonly RootReader[];
}

/** What an install of a plugin's skills does not bring. At least one of the lists is not empty. */
export interface PluginInstall {
  /** The plugin's directory. */
  readonly path: string;
  /** The kinds of its other parts, such as "hooks" and "MCP servers". */
  readonly leftOut: readonly string[];
  /** Files of installed skills that use a variable of the plugin, which is not set outside of it. */
  readonly unresolved: readonly { readonly path: string; readonly variable: string }[];
}

/** Whether the newest recorded version of a client looks for skills in a root. */
export interface RootReader {
  /** The client's id. */
  readonly client: string;
  readonly title: string;
  readonly reads: boolean;
}

/** The result of installing one skill. Can be serialized as JSON. */
export interface SkillInstall {
  readonly name: string;
  /** Path of the installed skill, starting with the root as shown to the user. */
  readonly path: string;
  /** "unchanged": already installed with the same files. */
  readonly status: "installed" | "replaced" | "unchanged";
  /** How the replaced copy differed from the installed one. */
  readonly changed?: string;
  /** Path of the backup of the replaced copy. */
  readonly backup?: string;
  /**
   * As in the lock: the base name of the archive, followed by the directory in it if one was given, or that of the
   * directory followed by "/".
   */
  readonly source: string;
  readonly contentDigest: string;
  readonly archiveDigest?: string;
  readonly files: number;
  readonly bytes: number;
  /** Executable files, relative to the skill's directory. */
  readonly executable: readonly string[];
  /** Paths in the source directory that were not installed, or with --ignore-junk in the archive. */
  readonly leftOut: readonly LeftOut[];
  readonly notes: readonly ArchiveNote[];
  readonly inventory: Inventory;
}
