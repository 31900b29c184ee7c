import type { SkillSource } from "./source.ts";

/**
 * The files of one session: skills and the user's project, with everything that the session changed. Changes stay in
 * memory and end with the session.
 */
export interface Stage {
  /** The user's project, shown at `shownAt.project`. */
  readonly project: SkillSource;
  /** Whether the session has a project: one was given, or the session wrote files into it. */
  hasProject(): boolean;
  /** The files of a source that is shown at a path, as the session changed them. */
  cover(source: SkillSource, at: string): SkillSource;
  /** The changes, by absolute path as shown to the model. */
  readonly changes: ReadonlyMap<string, StageChange>;
  change(path: string, to: StageChange): void;
}

export type StageChange =
  | { readonly kind: "file"; readonly bytes: Uint8Array; readonly executable: boolean }
  | { readonly kind: "directory" }
  | { readonly kind: "removed" };

/** A file of the project that a script wrote or removed. */
export interface ProjectChange {
  /** Relative to the project. */
  readonly path: string;
  /** Absent if the file was removed. */
  readonly bytes?: Uint8Array;
  readonly executable: boolean;
}
