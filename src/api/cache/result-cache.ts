import { Buffer } from "node:buffer";
import { SkillsError } from "../../core/errors.ts";
import { sha256 } from "../../manifest/digest.ts";
import { documentName } from "../../model/document-name.ts";
import type { ContextReader } from "../../model/skill.ts";
import type { FileEntry, SkillSource } from "../../model/source.ts";
import { placeIn } from "../../read/file-place.ts";
import { isThere } from "../../read/gitignore.ts";
import { findDestination } from "../../write/destination.ts";
import { openCacheFile, type CacheFile } from "./cache-file.ts";
import { stateOf, type SkillState } from "./skill-state.ts";

/** Identifies this build of the program; `build/digest.js` replaces it, unless the sources run. */
const programDigest = "digest-of-the-built-program";

/** Where results are saved between runs, and when a skill counts as unchanged. */
export interface CacheOption {
  /** The file. */
  readonly location: string;
  /**
   * "content" compares the bytes of all files; "metadata" only those of skills in which the size, the times or the
   * inode of a file differ.
   */
  readonly strategy: "content" | "metadata";
  readonly readOnly?: boolean;
  /** Called with a sentence if the cache cannot be used or written; the results are the same. */
  readonly onProblem?: (problem: string) => void;
}

/** The results of earlier runs. */
export interface ResultCache {
  /**
   * Looks up the result of a skill. `about` returns what it depends on besides the skill's files and what is asked of
   * its context.
   */
  find<Saved>(source: SkillSource, about: (files: readonly FileEntry[]) => readonly unknown[]): Found<Saved>;
  /** Wraps a reader of contexts, so that results depend on what it returned. */
  noting(contextOf: ContextReader): ContextReader;
  /** Writes the results, unless nothing has changed. */
  save(): Promise<void>;
}

export interface Found<Saved> {
  /** The result, if nothing that it depends on has changed. */
  readonly saved?: Saved;
  /** The skill, whose first listing is that of the look-up. */
  readonly source: SkillSource;
  /** Stores a new result, unless the skill has changed since it was found. */
  store(result: Saved): void;
}

/** A line of the file, except for the result at its end. */
type Head = readonly [key: string, place: string, stamp: string, content: string, context: Asked | null];

/** The question to the skill's surroundings, and the digest of the answer. */
type Asked = readonly [needs: Needs, answer: string];

type Needs = Parameters<ContextReader>[2];

/** JSON contains no tabs. */
const separator = "\t";

/** Opens the cache for a run of a command. */
export function openResultCache(
  { location, strategy, readOnly = false, onProblem = () => {} }: CacheOption,
  cwd: string,
  command: string,
): ResultCache {
  const file = openCacheFile(location, cwd, programDigest);
  if (file.refused !== undefined) onProblem(file.refused);
  const base = findDestination(location, cwd).folder;
  const known = new Map(file.lines.map((line) => [keyOf(line), line]));
  const [used, asked] = [new Map<string, string>(), new Map<string, Asked>()];
  let reader: ContextReader | undefined;
  let isChanged = false;
  const put = (key: string, line: string): void => {
    isChanged ||= known.get(key) !== line;
    used.set(key, line);
  };
  return {
    noting: (contextOf) => {
      reader = contextOf;
      return (source, files, needs) => {
        const context = contextOf(source, files, needs);
        asked.set(source.label, [needs, answerOf(context)]);
        return context;
      };
    },
    find: (source, about) => {
      const state = stateOf(source);
      if (!state) return { source, store: () => {} };
      const place = placeIn(base, source.directory ?? "", base).label;
      const key = digestOf([
        command,
        process.platform,
        place,
        source.label,
        ...about(state.listing.entries),
      ]).slice(0, keyLength);
      const saved = savedIn(known.get(key), { state, strategy, source, reader, key, put });
      const first = withListing(source, state);
      if (saved !== undefined) return { saved: JSON.parse(saved), source: first, store: () => {} };
      return {
        source: first,
        store: (result) => {
          const content = state.isFresh ? undefined : state.content();
          if (content === undefined || stateOf(source)?.stamp !== state.stamp) return;
          const head: Head = [key, place, state.stamp, content, asked.get(source.label) ?? null];
          put(key, `${JSON.stringify(head)}${separator}${JSON.stringify(result)}`);
        },
      };
    },
    save: async () => {
      if (readOnly || !isChanged) return;
      await saveLines(file, [...used.values(), ...stillUseful(known, used, base)], onProblem);
    },
  };
}

const keyLength = 40;

/** A line begins with `["`. */
function keyOf(line: string): string {
  return line.slice(2, 2 + keyLength);
}

interface Comparison {
  readonly state: SkillState;
  readonly strategy: CacheOption["strategy"];
  readonly source: SkillSource;
  readonly reader: ContextReader | undefined;
  readonly key: string;
  put(key: string, line: string): void;
}

/** The result in a line, if the skill and what it asked about its surroundings are the same. */
function savedIn(
  line: string | undefined,
  { state, strategy, source, reader, key, put }: Comparison,
): string | undefined {
  if (line === undefined) return undefined;
  const end = line.indexOf(separator);
  const [, place, stamp, content, context]: Head = JSON.parse(line.slice(0, end));
  const isSame = strategy === "metadata" && state.isStamped && stamp === state.stamp;
  if (!isSame && content !== state.content()) return undefined;
  if (context && (!reader || answerOf(reader(source, state.listing.entries, context[0])) !== context[1]))
    return undefined;
  const result = line.slice(end + 1);
  const head: Head = [key, place, state.isFresh ? stamp : state.stamp, content, context];
  put(key, stamp === head[2] ? line : `${JSON.stringify(head)}${separator}${result}`);
  return result;
}

function answerOf({ executable, siblings, outside, ...roots }: ReturnType<ContextReader>): string {
  return digestOf([
    Array.from(executable),
    siblings && Array.from(siblings),
    outside && Array.from(outside),
    roots,
  ]);
}

export function digestOf(facts: readonly unknown[]): string {
  return sha256(Buffer.from(JSON.stringify(facts)));
}

/** Lists a skill again only from the second time on. */
function withListing(source: SkillSource, { listing }: SkillState): SkillSource {
  let first: SkillState["listing"] | undefined = listing;
  return {
    ...source,
    list: (noteStamp) => {
      const known = noteStamp ? undefined : first;
      first = undefined;
      return known ?? source.list(noteStamp);
    },
  };
}

/** Results of other settings are saved too, a few for each one that was used. */
const mostUnused = 4;

function stillUseful(
  known: ReadonlyMap<string, string>,
  used: ReadonlyMap<string, string>,
  base: string,
): readonly string[] {
  const most = 1_000 + mostUnused * used.size;
  const useful: string[] = [];
  for (const [key, line] of known) {
    if (useful.length === most) break;
    if (used.has(key)) continue;
    const [, place]: Head = JSON.parse(line.slice(0, line.indexOf(separator)));
    if (isThere(placeIn(base, `${place}/${documentName}`, base).absolute)) useful.push(line);
  }
  return useful;
}

async function saveLines(
  file: CacheFile,
  lines: readonly string[],
  onProblem: (problem: string) => void,
): Promise<void> {
  try {
    await file.write(lines);
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    onProblem(error.message);
  }
}
