import { didYouMean, nearest } from "../../core/nearest.ts";
import { onceForEach } from "../../core/once.ts";
import { count } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { decodeUtf8 } from "../../core/utf8.ts";
import type { FileEntry, SkillSource } from "../../model/source.ts";
import { joinLabel } from "../../core/paths.ts";
import { reasonOf } from "../../core/unreadable.ts";
import { type Answer, refusal } from "../answer.ts";
import { entriesOf } from "../listed.ts";
import { shownAt } from "../../model/agent.ts";
import type { Stage } from "../../model/stage.ts";
import {
  type ReachableDirectory,
  type ReachableSkill,
  type ResolvedPath,
  resolvePath,
} from "./resolve-path.ts";

export interface FileRequest {
  /** As the model wrote it: an absolute path in the file system shown to the model, or relative to `base`. */
  readonly path: string;
  readonly base: string;
}

export type Located =
  | { readonly skill: ReachableDirectory; readonly file: string }
  | { readonly refused: Answer };

type WholeFile = { readonly text: string; readonly bytes: number } | { readonly refused: Answer };

/**
 * The files of the skills that an agent knows, and of the user's project. The files of a skill are listed once, when
 * the first of them is requested, and again after a change.
 */
export interface SkillFiles {
  /** Finds the file that a path refers to. */
  locate(request: FileRequest): Located;
  read(request: FileRequest & { readonly lines?: LineRange }): Answer;
  /** Lists a skill's directory or a subdirectory. */
  list(request: FileRequest): Answer;
  /** All files of a skill except SKILL.md, relative to its root. */
  resources(skill: ReachableSkill): readonly string[];
}

interface FilesPlan {
  /** Absent if the agent reaches no files but those of skills, and changes none. */
  readonly stage?: Stage | undefined;
  /** Whether paths may leave a skill by ".."; see `Reach`. */
  readonly mayLeave?: boolean;
}

/** `skills` is called for each request, because a reload may change them. */
export function openSkillFiles(
  skills: () => readonly ReachableSkill[],
  { stage, mayLeave = false }: FilesPlan = {},
): SkillFiles {
  const listingOf = rememberListings();
  const resolve = (request: FileRequest): ResolvedPath =>
    resolvePath(
      {
        skills: skills(),
        ...(stage?.hasProject() && { project: { path: shownAt.project, source: stage.project } }),
        mayLeave,
      },
      request,
    );
  const locate = (request: FileRequest): Located => {
    const found = resolve(request);
    if ("refused" in found) return found;
    const objection = objectionTo(found.file, listingOf(found.skill.source), request.path);
    return objection === undefined
      ? found
      : { refused: refusal(objection, aboutFile(found.skill, found.file)) };
  };
  return {
    locate,
    read: (request) => {
      const found = locate(request);
      return "refused" in found ? found.refused : readResource(found.skill, found.file, request.lines);
    },
    list: (request) => {
      const found = resolve(request);
      return "refused" in found
        ? found.refused
        : listDirectory(found.skill, found.file, listingOf(found.skill.source), request.path);
    },
    resources: ({ source }) =>
      Array.from(listingOf(source).entries.values()).flatMap(({ path, kind, link }) =>
        (kind === "file" || link?.leads === "file") && path !== "SKILL.md" ? [path] : [],
      ),
  };
}

/** The text of a file. Agents that are given the same bytes share it. */
export const textIn: (bytes: Uint8Array) => string | undefined = onceForEach(decodeUtf8);

/** Why bytes are not read as text; undefined if they are. */
const problemIn: (bytes: Uint8Array) => string | undefined = onceForEach((bytes) => {
  const text = textIn(bytes);
  if (text === undefined) return "is not UTF-8 text";
  return text.includes("\0") ? `contains ${count(text.split("\0").length - 1, "NUL character")}` : undefined;
});

/** Reads the whole text of a file. On activation, SKILL.md is read like this. */
export function readWhole(skill: Pick<ReachableDirectory, "name" | "source">, file: string): WholeFile {
  try {
    const bytes = skill.source.read(file);
    const problem = problemIn(bytes);
    if (problem === undefined) return { text: textIn(bytes)!, bytes: bytes.length };
    return {
      refused: refusal(`${quote(file)} ${problem} (${bytes.length} bytes)`, aboutFile(skill, file)),
    };
  } catch (error) {
    return {
      refused: refusal(
        `${quote(file)} cannot be read: ${reasonOf(error, joinLabel(skill.source.label, file))}`,
        aboutFile(skill, file),
      ),
    };
  }
}

/** The parts of an event that say which file it concerns. */
function aboutFile(
  { name }: Pick<ReachableDirectory, "name">,
  file: string,
): { readonly skill?: string; readonly file?: string } {
  if (name === undefined) return file === "" ? {} : { file };
  return file === "" ? { skill: name } : { skill: name, file };
}

/** Files of the user's project are in no tier: they are not part of a skill. */
function tierOf({ name }: Pick<ReachableDirectory, "name">): { readonly tier?: 3 } {
  return name === undefined ? {} : { tier: 3 };
}

type Entries = ReadonlyMap<string, FileEntry>;

interface Listing {
  /** The revision of the source when it was listed. */
  readonly revision: number | undefined;
  readonly entries: Entries;
  /** The file that a missing path was probably meant to refer to. */
  nearestTo(file: string): string | undefined;
}

/**
 * Maximum number of comparisons per skill. After that, missing paths get no suggestion; this happens only with
 * thousands of missing paths in a skill of thousands of files.
 */
const mostCompared = 100_000;

function rememberListings(): (source: SkillSource) => Listing {
  const known = new WeakMap<SkillSource, Listing>();
  return (source) => {
    const before = known.get(source);
    if (before && before.revision === source.revision?.()) return before;
    const listing = toListing(source);
    known.set(source, listing);
    return listing;
  };
}

function toListing(source: SkillSource): Listing {
  const entries = entriesOf(source.list());
  let compared = 0;
  return {
    revision: source.revision?.(),
    entries,
    nearestTo: (file) =>
      (compared += entries.size) > mostCompared ? undefined : nearestAmong(entries)(file),
  };
}

/** Agents that are given the same listing ask for the same files. */
const nearestAmong = onceForEach((entries: Entries) => {
  const known = new Map<string, string | undefined>();
  return (file: string): string | undefined => {
    if (!known.has(file)) known.set(file, nearest(file, entries.keys()));
    return known.get(file);
  };
});

function readResource(skill: ReachableDirectory, file: string, lines: LineRange | undefined): Answer {
  const whole = readWhole(skill, file);
  if ("refused" in whole) return whole.refused;
  return {
    content: cutLines(whole.text, lines),
    event: { kind: "resource", ...tierOf(skill), ...aboutFile(skill, file), bytes: [0, whole.bytes] },
  };
}

function listDirectory(
  skill: ReachableDirectory,
  directory: string,
  listing: Listing,
  written: string,
): Answer {
  const { entries } = listing;
  const about = aboutFile(skill, directory);
  if (directory !== "" && entries.get(directory)?.kind !== "directory")
    return refusal(
      entries.has(directory) ? `${quote(written)} is not a directory` : absent(directory, listing, written),
      about,
    );
  const prefix = directory === "" ? "" : `${directory}/`;
  const inside = Array.from(entries.values()).filter(
    ({ path }) => path.startsWith(prefix) && !path.includes("/", prefix.length),
  );
  const names = inside.map(({ path, kind }) => path.slice(prefix.length) + (kind === "directory" ? "/" : ""));
  return { content: names.join("\n"), event: { kind: "list", ...tierOf(skill), ...about } };
}

/** Why a path in the skill is not a readable file; undefined if it is one. */
function objectionTo(file: string, listing: Listing, written: string): string | undefined {
  const { entries } = listing;
  if (file === "") return `${quote(written)} is a directory`;
  const entry = entries.get(file) ?? linkAbove(file, entries);
  if (!entry) return absent(file, listing, written);
  if (entry.link?.leads === "outside")
    return `${quote(written)} is ${entry.path === file ? "" : "reached through "}a symlink that points outside the skill`;
  if (entry.path !== file)
    return entry.link?.leads === "directory" ? undefined : absent(file, listing, written);
  if (entry.kind === "directory" || entry.link?.leads === "directory")
    return `${quote(written)} is a directory`;
  if (entry.link?.leads === "nowhere") return `${quote(written)} is a dangling symlink`;
  return entry.kind === "file" || entry.link?.leads === "file"
    ? undefined
    : `${quote(written)} is not a regular file`;
}

/**
 * A listing does not follow symlinks. The source resolves a path below a symlinked directory, and refuses one
 * outside the skill.
 */
function linkAbove(file: string, entries: Entries): FileEntry | undefined {
  for (let slash = file.lastIndexOf("/"); slash > 0; slash = file.lastIndexOf("/", slash - 1)) {
    const above = entries.get(file.slice(0, slash));
    if (above) return above.kind === "symlink" ? above : undefined;
  }
  return undefined;
}

function absent(file: string, { nearestTo }: Listing, written: string): string {
  return `${quote(written)} does not exist${didYouMean(nearestTo(file))}`;
}

/** Line numbers from 1, both inclusive. */
export interface LineRange {
  readonly first?: number;
  readonly last?: number;
}

/** The requested lines with their line endings; by default all lines. */
function cutLines(text: string, range: LineRange = {}): string {
  const { first = 1, last } = range;
  if (first <= 1 && last === undefined) return text;
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  return lines.slice(Math.max(0, first - 1), last).join("");
}
