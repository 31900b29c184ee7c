import path from "node:path";
import { clientRoots } from "../generated/client-roots.ts";

/** A directory of a project from which clients load skills. */
export interface ClientRoot {
  /** Relative to the project, with "/". */
  readonly root: string;
  /** Whether some client takes a SKILL.md inside another skill for a skill of its own. */
  readonly insideSkills: boolean;
}

/**
 * What is left of the path of each root below a directory: "skills" for one called ".claude". Names are compared
 * without their case, as another machine may ignore it.
 */
export type Ways = readonly { readonly rest: string; readonly to: ClientRoot }[];

const segment = (written: string): string => written.toLowerCase();

/** By the path that ends in the directory: the roots themselves, and the directories above one. */
const waysByEnd = new Map<string, { readonly rest: string; readonly to: ClientRoot }[]>();
for (const to of clientRoots) {
  const names = to.root.split("/");
  for (let length = 1; length <= names.length; length++) {
    const end = names.slice(0, length).map(segment).join("/");
    waysByEnd.set(end, [...(waysByEnd.get(end) ?? []), { rest: names.slice(length).join("/"), to }]);
  }
}

/** The last names of those paths, and the number of names of the longest. */
const lastNames: ReadonlySet<string> = new Set(
  Array.from(waysByEnd.keys(), (end) => end.slice(end.lastIndexOf("/") + 1)),
);
const mostNames = Math.max(...Array.from(waysByEnd.keys(), (end) => end.split("/").length));

const none: Ways = [];

/** What is left of the paths of roots, from a directory to those at or below it. */
export function waysFrom(absolute: string): Ways {
  if (!lastNames.has(segment(path.basename(absolute)))) return none;
  const names = absolute.split(path.sep).slice(-mostNames).map(segment);
  return names.flatMap((_, at) => waysByEnd.get(names.slice(at).join("/")) ?? none);
}

/** The root that a directory is; if it is one of several, the one in which clients look furthest. */
export function rootAmong(ways: Ways): ClientRoot | undefined {
  const roots = ways.filter(({ rest }) => rest === "").map(({ to }) => to);
  const own = roots.filter((root) => !isBare(root));
  return own.find(({ insideSkills }) => insideSkills) ?? own[0] ?? roots[0];
}

/** The same, from a directory to one of these names in it. */
export function waysThrough(ways: Ways, name: string): Ways {
  return ways.flatMap(({ rest, to }) => {
    const [first = "", ...others] = rest.split("/");
    return first !== "" && segment(first) === segment(name) ? [{ rest: others.join("/"), to }] : [];
  });
}

/** Whether clients may load skills from a directory: it is a root, or inside or above one. */
export function isOnAWay(absolute: string): boolean {
  if (waysFrom(absolute).length > 0) return true;
  const above = path.dirname(absolute);
  return rootAmong(waysFrom(above)) !== undefined || rootAround(above, "") !== undefined;
}

/** The nearest root at or above a directory, no higher than `top`; not a bare one. */
export function rootAround(absolute: string, top: string): ClientRoot | undefined {
  for (let at = absolute; ; at = path.dirname(at)) {
    const root = rootAmong(waysFrom(at));
    if (root && !isBare(root)) return root;
    if (at === top || path.dirname(at) === at) return undefined;
  }
}

/**
 * A name that a directory may also have for other reasons. It is searched like any other, but followed if it is a
 * symlink.
 */
export function isBare({ root }: ClientRoot): boolean {
  return !root.includes(".");
}
