import { fold } from "../parse/path-index.ts";
import { isCommonName } from "./others.ts";
import { nameOf, type Paths, type Targets } from "./targets.ts";

/** A word of a text that names a file of the skill, or a directory with files. */
export interface Mention {
  readonly start: number;
  readonly end: number;
  readonly path: string;
}

/** How many kinds of endings are told apart. */
export const endings = 1024;

/** A number for the two characters before `end`, the same for capitals and small letters. */
export function endingAt(text: string, end: number): number {
  return ((text.charCodeAt(end - 2) & 31) << 5) | (text.charCodeAt(end - 1) & 31);
}

/** Longer words are no paths. */
const longest = 512;

/**
 * Every word with a dot in it that names a file, in time linear in the text. `directory` is where the text's file stands; `ends`
 * tells by what `endingAt` makes of a word's end whether it is worth a look.
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

/** Every directory that is named with a slash behind it and no file of it: `references/`, `assets/*.md`, `scripts/<name>.py`. */
export function* directoriesIn(text: string, directory: string, targets: Targets): Generator<Mention, void> {
  let behind = 0;
  for (let at = text.indexOf("/"); at >= 0; at = text.indexOf("/", behind)) {
    behind = at + 1;
    if (text.charCodeAt(behind) === slash) behind++;
    if (continues(text, behind) || text.charCodeAt(at + 1) === slash) continue;
    const word = wordBefore(text, at);
    const path = word && resolveMention({ ...word, directory }, targets.directories, targets.skill);
    if (path !== undefined) yield { start: word!.start, end: word!.end + 1, path };
  }
}

interface Word {
  readonly start: number;
  readonly end: number;
  /** In small letters. */
  readonly word: string;
  readonly variable: boolean;
}

const slash = 47;

/** Letters, digits and + - . @ _ of ASCII: a Chinese text has no blanks around a name. */
function isName(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) ||
    (unit >= 45 && unit <= 57 && unit !== slash) ||
    (unit >= 64 && unit <= 90) ||
    unit === 95 ||
    unit === 43
  );
}

/** Whether a path goes on at `at`: dots alone end a sentence, or stand for what was left out. */
function continues(text: string, at: number): boolean {
  let behind = at;
  while (text.charCodeAt(behind) === 46) behind++;
  return isName(text.charCodeAt(behind)) || (behind > at && text.charCodeAt(behind) === slash);
}

/** The word of names and slashes that ends at `end`; undefined for an address of the web, and for what is too long. */
function wordBefore(text: string, end: number): Word | undefined {
  let start = end;
  while (
    end - start <= longest &&
    (isName(text.charCodeAt(start - 1)) || text.charCodeAt(start - 1) === slash)
  )
    start--;
  // So some clients are told to read a file into the prompt.
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
  return resolveMention({ ...found, directory }, named, skill) ?? byModule.get(found.word);
}

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
