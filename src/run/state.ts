import { sha256 } from "../manifest/digest.ts";
import { SkillsError } from "../core/errors.ts";
import { limits } from "../model/limits.ts";
import type { FileEntry, FileStamp, Listing, SkillSource } from "../model/source.ts";

/** The files of a skill on disk at one moment. */
export interface SkillState {
  readonly listing: Listing;
  /** Differs if a file was added, removed, replaced or written, or its mode was changed. */
  readonly stamp: string;
  /** Whether a file may be changed after this moment without changing its stamp. */
  readonly isFresh: boolean;
  /** Whether the stamp covers every file that a result depends on. */
  readonly isStamped: boolean;
  /** Differs if the names, modes or contents of the files differ. Undefined if a file cannot be read. */
  content(): string | undefined;
}

/**
 * Lists a skill. Undefined if its results may depend on something that cannot be compared: a skill that is not on
 * disk, files that were not listed or are not regular files, and symlinks to directories.
 */
export function stateOf(source: SkillSource): SkillState | undefined {
  if (source.directory === undefined || source.alone) return undefined;
  const looked = Date.now();
  const stamps = new Map<string, FileStamp>();
  const listing = source.list((path, stamp) => stamps.set(path, stamp));
  const { entries, unread } = listing;
  if (unread.length > 0 || !entries.every((entry) => isComparable(entry, stamps))) return undefined;
  const times = Array.from(stamps.values(), ({ ctimeMs }) => ctimeMs);
  return {
    listing,
    stamp: stampOf(entries, stamps),
    isFresh: times.some((time) => time > looked - resolutionOf(times)),
    isStamped: !entries.some(({ link }) => link?.leads === "file"),
    content: () => contentOf(source, entries, stamps),
  };
}

/** One flat list, and no digest: both would take longer than the rest of a look-up. */
function stampOf(entries: readonly FileEntry[], stamps: ReadonlyMap<string, FileStamp>): string {
  const facts: unknown[] = [];
  for (const { path, kind, size, executable, link } of entries) {
    const stamp = stamps.get(path);
    facts.push(path, kind, size, executable);
    if (stamp) facts.push(stamp.mtimeMs, stamp.ctimeMs, stamp.ino);
    if (link) facts.push(link.target, link.leads);
  }
  return JSON.stringify(facts);
}

function isComparable({ path, kind, link }: FileEntry, stamps: ReadonlyMap<string, FileStamp>): boolean {
  if (kind === "file") return stamps.has(path);
  return kind === "directory" || (link !== undefined && link.leads !== "directory" && link.leads !== "other");
}

/** The clock of a kernel advances every few milliseconds; some file systems store whole seconds, two at a time. */
function resolutionOf(times: readonly number[]): number {
  return times.every((time) => time % 1000 === 0) ? 2_000 : 50;
}

function factsOf({ path, kind, size, executable, link }: FileEntry): readonly unknown[] {
  return [path, kind, size, executable, link?.target, link?.leads];
}

function contentOf(
  source: SkillSource,
  entries: readonly FileEntry[],
  stamps: ReadonlyMap<string, FileStamp>,
): string | undefined {
  const facts: unknown[] = [];
  for (const entry of entries) {
    const { path, kind, size, link } = entry;
    // Too large to be read, so its stamp has to do.
    const stamp = size > limits.textBytes ? stamps.get(path) : undefined;
    const isRead = stamp === undefined && (kind === "file" || link?.leads === "file");
    const digest = isRead ? digestOf(source, path) : "";
    if (digest === undefined) return undefined;
    facts.push([...factsOf(entry), digest, stamp?.mtimeMs, stamp?.ctimeMs, stamp?.ino]);
  }
  return sha256(Buffer.from(JSON.stringify(facts)));
}

function digestOf(source: SkillSource, path: string): string | undefined {
  try {
    return sha256(source.read(path));
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return undefined;
  }
}
