import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { SkillsError } from "../../core/errors.ts";
import { series, seriesAtMost } from "../../core/sentence.ts";
import { quote, show } from "../../core/show.ts";
import type { ProjectChange } from "../../model/stage.ts";
import { limits } from "../../model/limits.ts";
import type { FileEntry, SkillSource, Unread } from "../../model/source.ts";
import { systemCode } from "../../write/cannot-write.ts";

interface Copy {
  /** The copied files, relative to the skill's root. */
  readonly files: ReadonlyMap<string, FileEntry>;
  readonly left: readonly Unread[];
}

/** Maximum total size of all files: 256 files of the maximum size. */
const mostBytes = 256 * 1_048_576;

/**
 * Copies the regular files of a skill or project, with their executable bits, into an empty directory. Symlinks are
 * not followed.
 */
export function copyFiles(source: SkillSource, directory: string): Copy {
  const { entries, unread } = source.list();
  const files = new Map<string, FileEntry>();
  const left = [...unread];
  let room = mostBytes;
  for (const entry of entries) {
    if (entry.kind === "directory") continue;
    const reason = whyNot(entry, room) ?? copyFile(source, entry, directory);
    if (reason !== undefined) left.push({ path: entry.path, reason });
    else {
      files.set(entry.path, entry);
      room -= entry.size;
    }
  }
  return { files, left };
}

function whyNot(entry: FileEntry, room: number): string | undefined {
  const { path: inner, size } = entry;
  const unfit = unfitKind(entry);
  if (unfit !== undefined) return unfit;
  if (size > room) return `over the ${mostBytes / 1_048_576} MiB limit of a copy`;
  return inner.split("/").some((part) => part === "" || part === "." || part === ".." || part.includes("\0"))
    ? 'its path has an empty, "." or ".." segment or a NUL'
    : undefined;
}

function unfitKind({ kind, size }: FileEntry): string | undefined {
  if (kind === "symlink") return "a symlink";
  if (kind !== "file") return "a FIFO, socket or device";
  return size > limits.textBytes ? "larger than 1 MiB" : undefined;
}

/** Returns why a file could not be copied. */
function copyFile(
  source: SkillSource,
  { path: inner, executable }: FileEntry,
  directory: string,
): string | undefined {
  const target = path.join(directory, inner);
  try {
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, source.read(inner), { flag: "wx", mode: executable ? 0o755 : 0o644 });
    return undefined;
  } catch (error) {
    if (error instanceof SkillsError) return show(error.message);
    const code = systemCode(error);
    if (code === undefined) throw error;
    return `cannot be written (${code})`;
  }
}

/** Describes the files that a script changed in its copy; undefined if it changed none. */
export function treeDifference(
  before: SkillSource,
  copied: ReadonlyMap<string, FileEntry>,
  after: SkillSource,
): string | undefined {
  const now = new Map(
    after
      .list()
      .entries.filter(({ kind }) => kind !== "directory")
      .map((entry) => [entry.path, entry]),
  );
  const added = [...now.keys()].filter((path) => !copied.has(path));
  const removed = [...copied.keys()].filter((path) => !now.has(path));
  const changed = [...copied.values()]
    .filter((entry) => differs(entry, now.get(entry.path), before, after))
    .map(({ path }) => path);
  const parts = Object.entries({ added, changed, removed }).flatMap(([verb, paths]) =>
    paths.length === 0
      ? []
      : [
          `${verb} ${seriesAtMost(
            paths.map((path) => quote(path)),
            10,
          )}`,
        ],
  );
  return parts.length === 0 ? undefined : `in its copy of the skill, the script ${series(parts)}`;
}

interface ProjectChanges {
  readonly changes: readonly ProjectChange[];
  /** What the script wrote, but the session cannot take over. */
  readonly left: readonly Unread[];
}

/** Maximum total size of the files that the session takes over, which it holds in memory. */
const mostAdded = 16 * 1_048_576;

/** The files that a script wrote or removed in its copy of the project. */
export function changesOf(
  copied: ReadonlyMap<string, FileEntry> | undefined,
  before: SkillSource | undefined,
  after: SkillSource,
): ProjectChanges {
  const entries = after.list().entries.filter(({ kind }) => kind !== "directory");
  const now = entries.filter(({ kind }) => kind === "file");
  const names = new Set(entries.map(({ path: inner }) => inner));
  const written = now.filter((entry) => {
    const old = copied?.get(entry.path);
    return !old || !before || differs(old, entry, before, after);
  });
  const removed = Array.from(copied?.keys() ?? []).filter((inner) => !names.has(inner));
  let room = mostAdded;
  const fits = written.filter(({ size }) => size <= limits.textBytes && (room -= size) >= 0);
  const added = new Set(fits);
  return {
    changes: [
      ...fits.map(({ path: inner, executable }) => ({ path: inner, bytes: after.read(inner), executable })),
      ...removed.map((inner) => ({ path: inner, executable: false })),
    ],
    left: [...written, ...entries.filter(({ kind }) => kind !== "file")].flatMap((entry) => {
      const reason =
        unfitKind(entry) ??
        (added.has(entry) ? undefined : `over the ${mostAdded / 1_048_576} MiB that a script adds`);
      return reason === undefined ? [] : [{ path: entry.path, reason }];
    }),
  };
}

function differs(
  old: FileEntry,
  now: FileEntry | undefined,
  before: SkillSource,
  after: SkillSource,
): boolean {
  if (!now) return false;
  if (now.kind !== "file" || now.size !== old.size || now.executable !== old.executable) return true;
  try {
    return Buffer.compare(before.read(old.path), after.read(old.path)) !== 0;
  } catch (error) {
    if (error instanceof SkillsError) return true;
    throw error;
  }
}
