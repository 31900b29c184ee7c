import type { ClientLoad } from "./client-load.ts";
import type { StageTokens } from "./reports/check.ts";
import type { Outcome, Subject } from "./report.ts";

/** A file of a skill on a line of input. Content is `text` or `base64`; with neither, the file is only listed. */
export interface PipedFile {
  /** Relative to the skill's root, with "/". */
  readonly path: string;
  readonly text?: string;
  readonly base64?: string;
  /** Of a file without content, in bytes. */
  readonly size?: number;
  readonly executable?: boolean;
  /** The target of a symlink, as written in it. */
  readonly link?: string;
  /** An entry that is no regular file: an empty directory, or a FIFO, socket or device. */
  readonly kind?: "directory" | "other";
}

/** A line of input: a skill with all of its files. */
export interface PipedSkill {
  /** Returned with the answer; by default the name. */
  readonly id?: string;
  /** The name of the skill's directory. */
  readonly name: string;
  readonly files: readonly PipedFile[];
}

/** What was found in one skill. */
export interface Judgment {
  readonly outcome: Outcome;
  readonly subject: Subject;
  /** For `check` and `compat`: what clients make of the skill. */
  readonly loads?: readonly ClientLoad[];
  /** For `check`; absent if there is no SKILL.md. */
  readonly tokens?: StageTokens;
}

/** Why a line has no judgment: it is no skill, it is over a limit, the skill took too long, or the work on it ended. */
type PipeErrorCode = "bad-line" | "too-large" | "too-slow" | "failed";

export interface PipeError {
  readonly code: PipeErrorCode;
  readonly message: string;
}

/** Limits on a line of input. */
export const pipeLimits = {
  /**
   * Maximum size of a line, in bytes. With its text and the bytes of its files it is in memory several times, for each
   * line that is begun.
   */
  lineBytes: 33_554_432,
  /** Maximum time for one skill, in seconds; real ones take milliseconds. */
  seconds: 60,
} as const;
