import { Buffer } from "node:buffer";
import { SkillsError } from "../core/errors.ts";
import { onceForEach } from "../core/once.ts";
import { contextText, type Examiner, type Prepared } from "../lint/examine.ts";
import { digestText } from "../manifest/digest.ts";
import type { Answer, Question } from "../model/answer.ts";
import { documentName } from "../model/document-name.ts";
import type { ContextReader } from "../model/skill.ts";
import type { FileEntry, SkillSource } from "../model/source.ts";
import { labelFinder, placeIn } from "../read/file-place.ts";
import { isThere } from "../read/there.ts";
import { findDestination } from "../write/destination.ts";
import { openCacheFile, type CacheFile } from "./cache-file.ts";
import { stateOf, type SkillState } from "./state.ts";

/** Identifies this build of the program; `build/digest.js` replaces it, unless the sources run. */
const programDigest = "digest-of-the-built-program";

/** Where answers are saved between runs. */
export interface CacheOption {
  /** The file. */
  readonly location: string;
  readonly readOnly?: boolean;
  /** Called with a sentence if the cache cannot be used or written; the results are the same. */
  readonly onProblem?: (problem: string) => void;
}

/** The answers of earlier runs. */
export interface AnswerCache {
  /** Looks up the answer about a skill. */
  find(source: SkillSource, question: Question, prepared: Pick<Prepared, "examiners" | "reading">): Found;
  /** Writes the answers, unless nothing has changed. */
  save(): Promise<void>;
}

export interface Found {
  /** Absent if something that it depends on has changed. */
  readonly answer?: Answer;
  /** The skill, whose first listing is that of the look-up. */
  readonly source: SkillSource;
  /** Saves a new answer, unless the skill has changed since it was looked up. */
  keep(answer: Answer): void;
}

/** A line of the cache, after its key. */
interface SavedAnswer {
  /** Of the files; while it is the same, their content is not compared. */
  readonly stamp: string;
  readonly content: string;
  readonly answer: Answer;
}

export function openCache(
  { location, readOnly = false, onProblem = () => {} }: CacheOption,
  cwd: string,
): AnswerCache {
  const file = openCacheFile(location, cwd, programDigest);
  if (file.refused !== undefined) onProblem(file.refused);
  const base = findDestination(location, cwd).folder;
  const lines: Lines = { known: byKey(file.lines), used: new Map(), isChanged: false };
  const labelOf = labelFinder(base);
  return {
    find: (source, question, { examiners, reading }) => {
      const state = stateOf(source);
      if (!state) return { source, keep: () => {} };
      const facts = factsOf(examiners, source, state.listing.entries, question);
      const place = labelOf(source.directory ?? base);
      const key = JSON.stringify([place, source.label, digestOf(question), ...facts]);
      const answer = savedIn(lines, key, { state, source, contextOf: reading.contextOf });
      if (answer) return { answer, source: withListing(source, state), keep: () => {} };
      return {
        source: withListing(source, state),
        keep: (found) => {
          const content = state.isFresh ? undefined : state.content();
          if (content === undefined || stateOf(source)?.stamp !== state.stamp) return;
          put(lines, key, lineOf(key, { stamp: state.stamp, content, answer: found }));
        },
      };
    },
    save: async () => {
      if (readOnly || !lines.isChanged) return;
      await saveLines(file, [...lines.used.values(), ...stillUseful(lines, base)], onProblem);
    },
  };
}

/** Few questions are asked in a run, so each is hashed once. */
const digestOf = onceForEach((question: Question) =>
  digestText(JSON.stringify([process.platform, question])),
);

function factsOf(
  examiners: readonly Examiner[],
  source: SkillSource,
  files: readonly FileEntry[],
  question: Question,
): readonly string[] {
  return examiners.flatMap(({ facts }) =>
    facts ? [digestText(JSON.stringify(facts(source, files, question)))] : [],
  );
}

/** The lines of the cache, by key. */
interface Lines {
  readonly known: ReadonlyMap<string, Buffer>;
  /** Those that this run used or stored. */
  readonly used: Map<string, Buffer>;
  isChanged: boolean;
}

/** Between a key and the rest of its line: both are JSON, which contains no tabs. */
const tab = "\t";

function byKey(lines: readonly Buffer[]): ReadonlyMap<string, Buffer> {
  return new Map(lines.map((line) => [line.toString("utf8", 0, line.indexOf(tab)), line]));
}

function lineOf(key: string, saved: SavedAnswer): Buffer {
  return Buffer.from(`${key}${tab}${JSON.stringify(saved)}`);
}

function put(lines: Lines, key: string, line: Buffer): void {
  lines.isChanged ||= lines.known.get(key) !== line;
  lines.used.set(key, line);
}

interface Comparison {
  readonly state: SkillState;
  readonly source: SkillSource;
  readonly contextOf: ContextReader | undefined;
}

/** The saved answer, if the skill and what was asked about its surroundings are the same. */
function savedIn(lines: Lines, key: string, { state, source, contextOf }: Comparison): Answer | undefined {
  const line = lines.known.get(key);
  if (line === undefined) return undefined;
  const saved: SavedAnswer = JSON.parse(line.toString("utf8", line.indexOf(tab) + 1));
  const { stamp, content, answer } = saved;
  const hasStamp = stamp === state.stamp;
  if (!(hasStamp && state.isStamped) && content !== state.content()) return undefined;
  if (answer.asked) {
    const [needs, digest] = answer.asked;
    const context = contextOf?.(source, state.listing.entries, needs);
    if (!context || digestText(contextText(context)) !== digest) return undefined;
  }
  put(lines, key, hasStamp || state.isFresh ? line : lineOf(key, { ...saved, stamp: state.stamp }));
  return answer;
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

/** Answers to other questions are saved too, a few for each one that was used. */
const mostUnused = 4;

function stillUseful({ known, used }: Lines, base: string): readonly Buffer[] {
  const most = 1_000 + mostUnused * used.size;
  const useful: Buffer[] = [];
  for (const [key, line] of known) {
    if (useful.length === most) break;
    if (used.has(key)) continue;
    const [place = ""]: readonly string[] = JSON.parse(key);
    if (isThere(placeIn(base, `${place}/${documentName}`, base).absolute)) useful.push(line);
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
