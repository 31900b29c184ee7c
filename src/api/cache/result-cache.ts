import { Buffer } from "node:buffer";
import { SkillsError } from "../../core/errors.ts";
import { sha256 } from "../../manifest/digest.ts";
import { documentName } from "../../model/document-name.ts";
import type { ContextReader } from "../../model/skill.ts";
import type { FileEntry, SkillSource } from "../../model/source.ts";
import { labelFinder, placeIn } from "../../read/file-place.ts";
import { findDestination } from "../../write/destination.ts";
import { openCacheFile, type CacheFile } from "./cache-file.ts";
import { answerOf, type Asked, noteContext, type NotedContext } from "./noted-context.ts";
import {
  decode,
  type Facts,
  keyOf,
  lineOf,
  newLine,
  parse,
  partsOf,
  type SavedLine,
  separator,
} from "./saved-line.ts";
import { stateOf, type SkillState } from "./skill-state.ts";
import type { Undecoded } from "../../core/undecoded.ts";
import { isThere } from "../../read/there.ts";

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
  /** Called for each skill whose result is not in the cache. */
  readonly onMiss?: () => void;
  /** Called with a sentence if the cache cannot be used or written; the results are the same. */
  readonly onProblem?: (problem: string) => void;
}

/** The results of earlier runs. */
export interface ResultCache {
  /**
   * Looks up the result of a skill. `about` returns what it depends on besides the skill's files and what is asked of
   * its context.
   */
  find<Saved, Rest = undefined>(
    source: SkillSource,
    about: (files: readonly FileEntry[]) => readonly unknown[],
  ): Found<Saved, Rest>;
  /**
   * What this run found or stored, by the skill's label; undefined for a skill without a result, whose files may change
   * unnoticed, or without a SKILL.md in exactly this spelling.
   */
  seen(label: string): SeenSkill | undefined;
  /** Looks up a result about several skills. `about` is what it depends on. */
  findTogether<Saved>(about: readonly unknown[]): FoundTogether<Saved>;
  /** SHA-256 of a text. A run without a cache need not load a hash function. */
  readonly digest: (text: string) => string;
  /** Wraps a reader of contexts, so that results depend on what it returned. */
  noting(contextOf: ContextReader): ContextReader;
  /** Writes the results, unless nothing has changed. */
  save(): Promise<void>;
}

export interface Found<Saved, Rest = undefined> {
  /** The result, if nothing that it depends on has changed. */
  readonly saved?: { readonly result: Saved; readonly rest?: Undecoded<Rest> };
  /** The skill, whose first listing is that of the look-up. */
  readonly source: SkillSource;
  /**
   * Stores a new result, unless the skill has changed since it was found. `rest` is the part that few runs need; it
   * is decoded only for these. `asked` is what another thread asked of the skill's context.
   */
  store(result: Saved, rest: Rest | undefined, asked?: Asked): void;
}

export interface SeenSkill {
  readonly source: SkillSource;
  /** Identifies the content of its files. */
  readonly content: string;
  /** Whether the files are the same now. */
  isUnchanged(): boolean;
}

export interface FoundTogether<Saved> {
  readonly saved?: Saved;
  store(result: Saved): void;
}

/** Opens the cache for a run of a command. */
export function openResultCache(
  { location, strategy, readOnly = false, onMiss = () => {}, onProblem = () => {} }: CacheOption,
  cwd: string,
  command: string,
): ResultCache {
  const file = openCacheFile(location, cwd, programDigest);
  if (file.refused !== undefined) onProblem(file.refused);
  const base = findDestination(location, cwd).folder;
  const lines: Lines = { known: byKey(file.lines), used: new Map(), isChanged: false };
  let reader: ContextReader | undefined;
  let noted: NotedContext | undefined;
  const shorten = shortener();
  const labelOf = labelFinder(base);
  const seen = new Map<string, Pick<SeenSkill, "source" | "content"> & { readonly stamp: string }>();
  return {
    seen: (label) => {
      const skill = seen.get(label);
      return skill && { ...skill, isUnchanged: () => stateOf(skill.source)?.stamp === skill.stamp };
    },
    noting: (contextOf) => {
      reader = contextOf;
      noted = noteContext(contextOf);
      return noted.contextOf;
    },
    find: (source, about) => {
      const state = stateOf(source);
      if (!state) return { source, store: () => {} };
      const place = labelOf(source.directory ?? base);
      const settings = [command, process.platform, ...about(state.listing.entries)];
      const key = JSON.stringify([place, source.label, shorten(JSON.stringify(settings))]);
      const saved = savedIn(lines, { state, strategy, source, reader, key });
      const first = withListing(source, state);
      const see = (content: string): void => {
        const { isFresh, isStamped, stamp, listing } = state;
        const hasDocument = listing.entries.some(({ path }) => path === documentName);
        if (!isFresh && isStamped && hasDocument) seen.set(source.label, { source, content, stamp });
      };
      if (saved) {
        see(saved.content);
        return { saved: decode(saved), source: first, store: () => {} };
      }
      onMiss();
      return {
        source: first,
        store: (result, rest, asked = noted?.take(source)) => {
          const content = state.isFresh ? undefined : state.content();
          if (content === undefined || stateOf(source)?.stamp !== state.stamp) return;
          see(content);
          put(lines, key, newLine({ key, stamp: state.stamp, content, asked, result, rest }));
        },
      };
    },
    digest: digestText,
    findTogether: (about) => togetherIn(lines, JSON.stringify([together, command, hashOf(about)])),
    save: async () => {
      if (readOnly || !lines.isChanged) return;
      await saveLines(file, [...lines.used.values(), ...stillUseful(lines, base)], onProblem);
    },
  };
}

function hashOf(about: readonly unknown[]): string {
  return digestText(JSON.stringify([process.platform, ...about]));
}

function digestText(text: string): string {
  return sha256(Buffer.from(text));
}

function togetherIn<Saved>(lines: Lines, key: string): FoundTogether<Saved> {
  const line = lines.known.get(key);
  if (line) put(lines, key, line);
  return {
    ...(line && { saved: parse<Saved>(line, key.length + 1, line.length) }),
    store: (result) => put(lines, key, lineOf(key, JSON.stringify(result))),
  };
}

/** The lines of the cache, by key. */
interface Lines {
  readonly known: ReadonlyMap<string, Buffer>;
  /** Those that this run used or stored. */
  readonly used: Map<string, Buffer>;
  isChanged: boolean;
}

function byKey(lines: readonly Buffer[]): ReadonlyMap<string, Buffer> {
  return new Map(lines.map((line) => [keyOf(line), line]));
}

function put(lines: Lines, key: string, line: Buffer): void {
  lines.isChanged ||= lines.known.get(key) !== line;
  lines.used.set(key, line);
}

/** The first part of the key of a result about several skills; no skill has this path. */
const together = "";

/** Few settings differ between skills, so each is hashed once. */
function shortener(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const short = known.get(text) ?? digestText(text);
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
}

/** The result in a line, if the skill and what it asked about its surroundings are the same. */
function savedIn(lines: Lines, { state, strategy, source, reader, key }: Comparison): SavedLine | undefined {
  const line = lines.known.get(key);
  if (line === undefined) return undefined;
  const [stampAt, factsAt, resultAt, restAt] = partsOf(line);
  const hasStamp = line.toString("utf8", stampAt, factsAt - 1) === state.stamp;
  const facts = line.toString("utf8", factsAt, resultAt - 1);
  const [content, context, digest]: Facts = JSON.parse(facts);
  const isSame = strategy === "metadata" && state.isStamped && hasStamp;
  if (!isSame && content !== state.content()) return undefined;
  if (context && (!reader || answerOf(reader(source, state.listing.entries, context[0])) !== context[1]))
    return undefined;
  put(
    lines,
    key,
    hasStamp || state.isFresh
      ? line
      : Buffer.concat([Buffer.from([key, state.stamp, ""].join(separator)), line.subarray(factsAt)]),
  );
  return { line, resultAt, restAt, content, digest };
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

function stillUseful({ known, used }: Lines, base: string): readonly Buffer[] {
  const most = 1_000 + mostUnused * used.size;
  const useful: Buffer[] = [];
  let unusedTogether = 0;
  for (const [key, line] of known) {
    if (useful.length === most) break;
    if (used.has(key)) continue;
    const [place = ""]: readonly string[] = JSON.parse(key);
    const isUseful =
      place === together
        ? unusedTogether++ < mostUnused
        : isThere(placeIn(base, `${place}/${documentName}`, base).absolute);
    if (isUseful) useful.push(line);
  }
  return useful;
}

async function saveLines(
  file: CacheFile,
  lines: readonly Buffer[],
  onProblem: (problem: string) => void,
): Promise<void> {
  try {
    await file.write(lines);
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    onProblem(error.message);
  }
}
