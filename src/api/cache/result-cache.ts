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
import { answerOf, type Asked, noteContext, type NotedContext } from "./noted-context.ts";
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
  /**
   * Stores a new result, unless the skill has changed since it was found. `asked` is what another thread asked of the
   * skill's context.
   */
  store(result: Saved, asked?: Asked): void;
}

/** The third part of a line. */
type Facts = readonly [content: string, context: Asked | null];

/** Between the parts of a line: key, stamp, facts and result, each as JSON, which contains no tabs. */
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
  const used = new Map<string, string>();
  let reader: ContextReader | undefined;
  let noted: NotedContext | undefined;
  const shorten = shortener();
  let isChanged = false;
  const put = (key: string, line: string): void => {
    isChanged ||= known.get(key) !== line;
    used.set(key, line);
  };
  return {
    noting: (contextOf) => {
      reader = contextOf;
      noted = noteContext(contextOf);
      return noted.contextOf;
    },
    find: (source, about) => {
      const state = stateOf(source);
      if (!state) return { source, store: () => {} };
      const place = placeIn(base, source.directory ?? "", base).label;
      const settings = [command, process.platform, ...about(state.listing.entries)];
      const key = JSON.stringify([place, source.label, shorten(JSON.stringify(settings))]);
      const saved = savedIn(known.get(key), { state, strategy, source, reader, key, put });
      const first = withListing(source, state);
      if (saved !== undefined) return { saved: JSON.parse(saved), source: first, store: () => {} };
      return {
        source: first,
        store: (result, asked = noted?.take(source)) => {
          const content = state.isFresh ? undefined : state.content();
          if (content === undefined || stateOf(source)?.stamp !== state.stamp) return;
          const facts: Facts = [content, asked ?? null];
          put(key, [key, state.stamp, JSON.stringify(facts), JSON.stringify(result)].join(separator));
        },
      };
    },
    save: async () => {
      if (readOnly || !isChanged) return;
      await saveLines(file, [...used.values(), ...stillUseful(known, used, base)], onProblem);
    },
  };
}

function keyOf(line: string): string {
  return line.slice(0, line.indexOf(separator));
}

/** Few settings differ between skills, so each is hashed once. */
function shortener(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const short = known.get(text) ?? sha256(Buffer.from(text));
    known.set(text, short);
    return short;
  };
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
  const stampAt = key.length + 1;
  const factsAt = line.indexOf(separator, stampAt) + 1;
  const resultAt = line.indexOf(separator, factsAt) + 1;
  const hasStamp = factsAt - stampAt - 1 === state.stamp.length && line.startsWith(state.stamp, stampAt);
  const facts = line.slice(factsAt, resultAt - 1);
  const [content, context]: Facts = JSON.parse(facts);
  const isSame = strategy === "metadata" && state.isStamped && hasStamp;
  if (!isSame && content !== state.content()) return undefined;
  if (context && (!reader || answerOf(reader(source, state.listing.entries, context[0])) !== context[1]))
    return undefined;
  const result = line.slice(resultAt);
  put(key, hasStamp || state.isFresh ? line : [key, state.stamp, facts, result].join(separator));
  return result;
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
    const [place]: readonly string[] = JSON.parse(key);
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
