import { onceForRecent } from "../core/once.ts";
import type { Range } from "../core/place.ts";
import type { Finding, Rule } from "./rule.ts";

/** The skills of one run as in a client's catalog: without bodies and other files. */
interface Collection {
  readonly skills: readonly CollectedSkill[];
  readonly siblings?: Siblings;
}

/**
 * By a skill's path, the names of the directories of skills next to it on disk, checked or not; undefined for skills
 * that are not on disk. Skills in the same directory have the same set. A directory may be listed on the first call.
 */
export interface Siblings {
  get(path: string): ReadonlySet<string> | undefined;
}

export interface CollectedSkill {
  /** The skill's path in the report. */
  readonly path: string;
  /**
   * The directory that clients search for skills, derived from the path. Skills with the same root are loaded
   * together.
   */
  readonly root: string;
  /** The name of the skill's directory. */
  readonly directoryName: string;
  /** The name of the skill's SKILL.md file. */
  readonly file: string;
  /** Trimmed; empty if there is no name. */
  readonly name: string;
  /** Trimmed; empty if there is no description. */
  readonly description: string;
  /** The range of the name's value; absent if there is no name. */
  readonly nameRange?: Range;
  readonly descriptionRange?: Range;
}

/** A finding about one skill that depends on the other skills. */
export interface CollectionFinding extends Finding {
  /** The path of the skill that the finding is about. */
  readonly skill: string;
  /** The word in the finding's range that the finding is about, if it occurs there in exactly this form. */
  readonly word?: string;
}

export interface CollectionRule extends Rule<Collection> {
  /**
   * What the rule compares. Of a skill that is not checked in this run only the directory's name is known: it is used
   * as the skill's name; a rule over descriptions leaves the skill out, and a rule over the whole collection reports
   * nothing.
   */
  readonly over: "names" | "descriptions" | "whole";
  check(context: { readonly subject: Collection }): Iterable<CollectionFinding>;
}

/** Clients look for skills in directories with this name: `.claude/skills`, `.agents/skills`, a plugin's `skills`. */
const home = "skills";

/** The root of a skill: the innermost directory above it with the name "skills", or else its parent directory. */
export function rootOf(directory: string): string {
  const end = Math.max(directory.lastIndexOf("/"), directory.lastIndexOf("\\"));
  return rootAt(directory.slice(0, Math.max(0, end)));
}

/** For siblings in turn. */
const rootAt = onceForRecent((parent) => {
  const names = parent.split(/[\\/]/);
  const innermost = names.lastIndexOf(home);
  return names.slice(0, innermost === -1 ? names.length : innermost + 1).join("/");
});
