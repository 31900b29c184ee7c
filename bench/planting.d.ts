import type { PathLike } from "node:fs";

/** A skill in memory: the name of its directory, and its files by path. A path that starts with `../` is beside the skill. */
export interface PlantedSkill {
  readonly directory: string;
  readonly files: ReadonlyMap<string, PlantedFile>;
}

export type PlantedFile =
  | { readonly bytes: Buffer; readonly executable: boolean }
  | { readonly target: string };

/** One step of a defect. A file that is not named is SKILL.md. */
export type Edit =
  /** Sets a field of the frontmatter, as written after its colon, or removes it. */
  | { readonly field: string; readonly value: string | null }
  /** Replaces the first match, or every match, of a regular expression with the flag m. */
  | { readonly replace: string; readonly with: string; readonly file?: string; readonly all?: boolean }
  | { readonly append: string; readonly file?: string; readonly times?: number }
  /** Adds a file. */
  | {
      readonly write: string;
      readonly text: string;
      readonly times?: number;
      readonly encoding?: BufferEncoding;
    }
  | { readonly symlink: string; readonly target: string }
  | { readonly copy: string; readonly to: string }
  | { readonly rename: string; readonly to: string }
  | { readonly remove: string }
  | { readonly encode: BufferEncoding; readonly file?: string }
  | { readonly executable: boolean; readonly file: string }
  /** Renames the skill's directory. */
  | { readonly directory: string };

/** A mistake that authors make, and the rule that should report it. */
export interface Defect {
  readonly id: string;
  readonly rule: string;
  /** A regular expression that SKILL.md matches where the mistake makes sense. */
  readonly where?: string;
  /**
   * A regular expression for the path of a file that SKILL.md links or has in a code span. In the edits, `{{file}}`
   * is the first such file and `{{basename}}` its last segment; `{{skill}}` is the skill's directory.
   */
  readonly file?: string;
  readonly edits: readonly Edit[];
  /** Why the rule does not report it everywhere, if it should not. */
  readonly missed?: string;
}

export declare function readDefects(file: PathLike): Defect[];
export declare function plant(skill: PlantedSkill, defect: Defect): PlantedSkill | undefined;
