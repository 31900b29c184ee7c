import type { Range } from "../core/place.ts";
import type { Finding, Rule } from "./rule.ts";

/** The skills of one run, as a client's catalog shows them: without bodies and files. */
interface Collection {
  readonly skills: readonly CollectedSkill[];
  /**
   * By a skill's path, the names of the directories of skills next to it on disk, checked or not. Absent for skills that are not on
   * disk, and if no description names a skill.
   */
  readonly siblings?: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface CollectedSkill {
  /** The report's path of the skill. */
  readonly path: string;
  /** The directory that clients search for skills, judged by the path. Skills with the same root are loaded together. */
  readonly root: string;
  /** The directory's name. */
  readonly directoryName: string;
  /** SKILL.md's own file name. */
  readonly file: string;
  /** Trimmed; empty if there is none. */
  readonly name: string;
  /** As `name`. */
  readonly description: string;
  /** Of the value; absent where there is none. */
  readonly nameRange?: Range;
  readonly descriptionRange?: Range;
}

/** A finding about one skill that depends on the other skills. */
export interface CollectionFinding extends Finding {
  /** The skill's path. */
  readonly skill: string;
  /** The word in the finding's range that is meant, where it is written as it reads. */
  readonly word?: string;
}

export interface CollectionRule extends Rule<Collection> {
  /**
   * What the rule compares. Of a skill that is not checked in this run only the directory's name is known: it is used as the skill's
   * name; a rule over descriptions leaves the skill out, and a rule over the whole collection reports nothing.
   */
  readonly over: "names" | "descriptions" | "whole";
  check(context: { readonly subject: Collection }): Iterable<CollectionFinding>;
}

/** The directories by this name are where clients look for skills: `.claude/skills`, `.agents/skills`, a plugin's `skills`. */
const home = "skills";

/** The root of a skill: the innermost directory above it that is called "skills", or else the one that holds it. */
export function rootOf(directory: string): string {
  const parents = directory.split(/[\\/]/).slice(0, -1);
  const innermost = parents.lastIndexOf(home);
  return parents.slice(0, innermost === -1 ? parents.length : innermost + 1).join("/");
}
