import { fold } from "../parse/path-index.ts";
import { isCommonName } from "./others.ts";
import { endingAt, nameOf, type Paths, type Targets } from "./targets.ts";

/** A word that is the name of a file in the skill, or of a directory with files. */
export interface Mention {
  readonly start: number;
  readonly end: number;
  readonly path: string;
}

/** Longer words are not treated as paths. */
const longest = 512;

/**
 * Finds every word with a dot that is the name of a file, in time linear in the text. `directory` is the directory of
 * the text's file. `ends` rules out words early by their last characters (see `endingAt`).
 */
export function* namesIn(
  text: string,
  directory: string,
  targets: Targets,
  ends: Uint8Array,
): Generator<Mention, void> {
  let behind = 0;
  for (let dot = text.indexOf("."); dot >= 0; dot = text.indexOf(".", behind)) {
    behind = dot + 1;
    if (!isName(text.charCodeAt(behind))) continue;
    while (isName(text.charCodeAt(behind))) behind++;
    const end = text.charCodeAt(behind - 1) === 46 ? behind - 1 : behind;
    if (ends[endingAt(text, end)] !== 1 || text.charCodeAt(behind) === slash) continue;
    const word = wordBefore(text, end);
    const path = word && fileNamed(word, directory, targets);
    if (path !== undefined) yield { start: word!.start, end: word!.end, path };
  }
}

/**
 * Finds every directory that is written with a slash after it, but without one of its files: `references/`,
 * `assets/*.md`, `scripts/<name>.py`.
 */
export function* directoriesIn(text: string, directory: string, targets: Targets): Generator<Mention, void> {
  const { directories, directoryEnds, skill } = targets;
  let behind = 0;
  for (let at = text.indexOf("/"); at >= 0; at = text.indexOf("/", behind)) {
    behind = at + 1;
    if (text.charCodeAt(behind) === slash) behind++;
    if (directoryEnds[endingAt(text, at)] !== 1) continue;
    if (continues(text, behind) || text.charCodeAt(at + 1) === slash) continue;
    const word = wordBefore(text, at);
    const path = word && resolveMention({ directory, ...word }, directories, skill);
    if (path !== undefined) yield { start: word!.start, end: word!.end + 1, path };
  }
}

interface Word {
  readonly start: number;
  readonly end: number;
  /** In lower case. */
  readonly word: string;
  readonly variable: boolean;
}

const slash = 47;

/** Only ASCII letters, digits and + - . @ _, as Chinese text has no spaces around a name. */
function isName(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) ||
    (unit >= 45 && unit <= 57 && unit !== slash) ||
    (unit >= 64 && unit <= 90) ||
    unit === 95 ||
    unit === 43
  );
}

/** Whether a path continues at `at`: dots alone end a sentence or mark an omission. */
function continues(text: string, at: number): boolean {
  let behind = at;
  while (text.charCodeAt(behind) === 46) behind++;
  return isName(text.charCodeAt(behind)) || (behind > at && text.charCodeAt(behind) === slash);
}

/** The word, consisting of names and slashes, that ends at `end`; undefined for a URL, or if the word is too long. */
function wordBefore(text: string, end: number): Word | undefined {
  let start = end;
  while (
    end - start <= longest &&
    (isName(text.charCodeAt(start - 1)) || text.charCodeAt(start - 1) === slash)
  )
    start--;
  // Some clients use this syntax to include a file in the prompt.
  if (text.charCodeAt(start) === 64) start++;
  if (end - start > longest || (text.charCodeAt(start) === slash && text.charCodeAt(start + 1) === slash))
    return undefined;
  return {
    start,
    end,
    word: text.slice(start, end).toLowerCase(),
    variable: text.charCodeAt(start - 1) === 36,
  };
}

function fileNamed(found: Word, directory: string, { named, byModule, skill }: Targets): string | undefined {
  return resolveMention({ directory, ...found }, named, skill) ?? byModule.get(found.word);
}

/** A word, consisting of names and slashes, in lower case, with its range. */
interface Mentioned {
  readonly word: string;
  /** The directory of the file that contains the word. */
  readonly directory: string;
  /** Whether the word starts with a variable for an unknown directory. */
  readonly variable: boolean;
}

/** If more paths than this share a last segment, the ends of words are not compared with them. */
const mostAlike = 64;

/**
 * The only path that a word can mean. It is relative to the file's directory or to the root. If the word starts with
 * an unknown directory, such as a variable, only the rest counts. For a bare name or the end of a path, it is the
 * only path with that end.
 */
function resolveMention(
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
    // The path leaves the skill and comes back into it through the name of its directory.
    if (base === undefined)
      return rest.startsWith(`${skill}/`) ? exact.get(rest.slice(skill.length + 1)) : undefined;
  }
  if (!rest.includes("/")) return alike.length === 1 ? alike[0] : undefined;
  return endOf(rest, exact, skill) ?? onlyWithEnd(variable ? rest.slice(rest.indexOf("/") + 1) : rest, alike);
}

/**
 * Splits off the leading ".." segments and the text after the last segment. `anchored` is true if nothing precedes
 * them.
 */
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

/**
 * The longest suffix of the word that is a path from the root. The suffix must contain a directory or follow the name
 * of the skill's directory.
 */
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
