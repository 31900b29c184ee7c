import type { Answer } from "./answer.ts";
import type { Shard } from "./shard.ts";
import type { Report } from "./report.ts";
import type { SkillSource, Unread } from "./source.ts";

export type ShardedCommand = "check" | "lint" | "validate";

/** The answer about a skill in a blob. */
export interface BlobAnswer {
  /** Its number among all skills in scope, from 0. */
  readonly at: number;
  readonly answer: Answer;
  /** Relative to the working directory, with "/"; absent if the skill is not in a directory. */
  readonly directory?: string;
  /** The same by the path to which the config's patterns are compared, if symlinks make it another one. */
  readonly matched?: string;
}

/** What is equal in all shards, and is only in the first. */
export interface BlobRun {
  /** The options of the command as plain data; directories are relative to the working directory. */
  readonly options: object;
  readonly unread: readonly Unread[];
  /** Answers about what is no skill, such as plugins. */
  readonly roots: readonly Omit<BlobAnswer, "at">[];
  /** By directory, the names of the directories of skills in it. */
  readonly siblings: readonly (readonly [directory: string, names: readonly string[]])[];
  /** Of `check`: the paths of the skills that were installed. */
  readonly installed: readonly string[];
}

/** What a shard found, with all that the report of the whole run needs. Plain data. */
export interface Blob extends Pick<Report, "tool"> {
  readonly command: ShardedCommand;
  /** A digest of all that the answers and the report depend on besides the version and the skills. */
  readonly question: string;
  /** A digest of the paths of all skills in scope, and of what could not be read. */
  readonly scope: string;
  /** The number of all skills in scope. */
  readonly skills: number;
  readonly shard: Shard;
  readonly seconds: number;
  /** Of `check`: why the smoke tests are unreliable. */
  readonly controls: readonly string[];
  readonly run?: BlobRun;
  /** Of `check`, for the commands that its text suggests; only in the first shard. */
  readonly typed?: TypedWords;
  readonly answers: readonly BlobAnswer[];
}

export interface TypedWords {
  readonly operands: readonly string[];
  /** The options that suggested commands repeat. */
  readonly keep: readonly string[];
}

/** The skills of a shard, and which of all skills in scope they are. */
export interface ShardedScope {
  readonly shard: Shard;
  /** All skills in scope. */
  readonly all: readonly SkillSource[];
  readonly positions: readonly number[];
  /** See `Blob`. */
  readonly scope: string;
}
