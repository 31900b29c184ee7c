import { fold } from "../parse/path-index.ts";
import { isCommonName } from "./others.ts";
import { nameOf, type Paths } from "./targets.ts";

/** A word of names and slashes, and where it stands; all in small letters. */
interface Mentioned {
  readonly word: string;
  /** The directory of the file that the word stands in. */
  readonly directory: string;
  /** The word begins with the name of a variable, which stands for some directory. */
  readonly variable: boolean;
}

/** Of more paths with one last segment none is looked for by the end of its path. */
const mostAlike = 64;

/**
 * The path that a word can only mean: counted from the file's directory or from the skill's root; behind a directory that nobody
 * knows, such as a variable's, what the rest of it is; for a name alone, or the end of a path, the only one that ends so.
 */
export function resolveMention(
  { word, directory, variable }: Mentioned,
  { exact, byName }: Paths,
  skill: string,
): string | undefined {
  const alike = byName.get(nameOf(word));
  if (!alike) return undefined;
  const { ups, rest, anchored } = split(word);
  if (anchored && !variable) {
    const base = climb(directory, ups);
    const beside = base === undefined ? undefined : exact.get(base === "" ? rest : `${base}/${rest}`);
    if (beside !== undefined || (ups === 0 && !rest.includes("/") && isCommonName(rest))) return beside;
    if (base !== undefined && exact.has(rest)) return exact.get(rest);
    // Up and out of the skill, and only by its own name back into it.
    if (base === undefined)
      return rest.startsWith(`${skill}/`) ? exact.get(rest.slice(skill.length + 1)) : undefined;
  }
  if (!rest.includes("/")) return alike.length === 1 ? alike[0] : undefined;
  return endOf(rest, exact, skill) ?? onlyWithEnd(variable ? rest.slice(rest.indexOf("/") + 1) : rest, alike);
}

/** How many steps the word goes up at its start, and what follows its last one; `anchored` where nothing stands before them. */
function split(word: string): { readonly ups: number; readonly rest: string; readonly anchored: boolean } {
  const steps = /^(?:\.\/)*((?:\.\.\/)*)(?:\.\/)*/.exec(word);
  const start = steps?.[0].length ?? 0;
  const last = word.lastIndexOf("../");
  if (last >= start) return { ups: 0, rest: word.slice(last + 3), anchored: false };
  const rest = word.slice(start).replace(/^\/+/, "");
  return { ups: (steps?.[1]?.length ?? 0) / 3, rest, anchored: start + rest.length === word.length };
}

function climb(directory: string, ups: number): string | undefined {
  if (ups === 0) return directory;
  const segments = directory === "" ? [] : directory.split("/");
  return ups > segments.length ? undefined : segments.slice(0, segments.length - ups).join("/");
}

/** The longest end of the word that is a path from the root: with a directory in it, or behind the skill's own. */
function endOf(word: string, exact: Paths["exact"], skill: string): string | undefined {
  for (let start = 0, at = word.indexOf("/"); at >= 0; start = at + 1, at = word.indexOf("/", start)) {
    const end = word.slice(at + 1);
    const found = end.includes("/") || word.slice(start, at) === skill ? exact.get(end) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function onlyWithEnd(end: string, alike: readonly string[]): string | undefined {
  if (alike.length > mostAlike) return undefined;
  const ending = alike.filter((path) => {
    const folded = fold(path);
    return folded === end || folded.endsWith(`/${end}`);
  });
  return ending.length === 1 ? ending[0] : undefined;
}
