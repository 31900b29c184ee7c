import { openDirectory } from "../read/directory.ts";
import type { Name } from "../read/listing-names.ts";
import type { SkillSource, Unread } from "../model/source.ts";
import type { Checkout } from "../git/submodules.ts";
import type { ClientRoot, Ways } from "./client-places.ts";
import type { PassOver, PathPatterns } from "./passed-over.ts";

/** What a search has found so far. */
export interface Search {
  /** The skills found so far. `real` is a skill's directory without symlinks. A skill may be listed twice. */
  readonly found: Found[];
  /** Symlinks to skills, which are not followed; `real` is their target. */
  readonly links: { readonly label: string; readonly real: string }[];
  readonly unread: Unread[];
  /** Paths that the user excludes. */
  readonly ignore?: PathPatterns;
  /** Set if directories that ship skills by a manifest are wanted; those found so far. */
  readonly plugins?: NamedDirectory[] | undefined;
  /** Set if the roots of clients are searched as clients do it: without ignore files, and through symlinks. */
  readonly clients?: ClientSearch | undefined;
}

interface Found {
  readonly source: SkillSource;
  readonly real: string;
}

export interface NamedDirectory {
  readonly absolute: string;
  /** The directory's path without symlinks. */
  readonly real: string;
  readonly label: string;
}

/** What a search of the roots of clients needs and has found, besides the skills. */
export interface ClientSearch extends Checkout {
  /** What is left to search: symlinks, so that skills have their own paths first, and installed packages. */
  readonly links: Way[];
  readonly packages: Place[];
  /** Symlinks that lead out of the checkout. */
  readonly outside: { readonly label: string; readonly real: string }[];
  /** The symlinks that were followed, with the directories that they lead to. */
  readonly followed: { readonly absolute: string; readonly real: string }[];
  /** Files that some client loads as skills although they are not called SKILL.md. */
  readonly loose: LooseDocument[];
  /** Each SKILL.md that is a symlink. */
  readonly linkedDocuments: LinkedDocument[];
  /** The directories that were searched, each with its root. */
  readonly searched: Set<string>;
}

/** A file in a root of clients that is no SKILL.md, but may be meant as one, or loaded as one. */
export interface LooseDocument {
  /** Set if it was probably not meant to be a skill, as a README.md. */
  readonly isOther?: true;
  readonly root: string;
  /** The real path of its directory. */
  readonly directory: string;
  /** The path in the root. */
  readonly inner: string;
  readonly absolute: string;
  readonly label: string;
}

interface LinkedDocument {
  readonly absolute: string;
  readonly label: string;
  /** The real path of the skill's directory. */
  readonly skill: string;
}

/** With what the user excludes. */
export interface Excluding {
  readonly passOver: PassOver | undefined;
}

/** A directory that may be a symlink, or may not exist. */
export interface Way extends Excluding {
  readonly absolute: string;
  readonly label: string;
  /** The roots to which it leads. */
  readonly ways: Ways;
  /** Where the symlink is, if it is below a root. */
  readonly from?: Place;
}

/** A directory in a root. */
export interface Place extends NamedDirectory, Excluding {
  readonly root: ClientRoot;
  /** Relative to the root; "" for the root. */
  readonly inner: string;
  readonly depth: number;
  readonly insideSkill: boolean;
}

export function openClientSearch(checkout: Checkout): ClientSearch {
  return {
    ...checkout,
    links: [],
    packages: [],
    outside: [],
    followed: [],
    loose: [],
    linkedDocuments: [],
    searched: new Set(),
  };
}

/** `names` is the directory's listing, if known. */
export function addSkill(
  { absolute, real, label }: NamedDirectory,
  { found }: Search,
  names?: readonly Name[],
): void {
  found.push({ source: openDirectory(absolute, label, names, real), real });
}
