import { lstatSync, realpathSync, type Stats } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { toInnerPath } from "./label.ts";
import { readFileHead } from "./open-file.ts";

/** An index of a million files is about as large; a larger one is not read. */
const mostBytes = 128 * 1024 * 1024;

/** By a file's path from the repository's root, in UTF-8 read as latin1: whether git has it as executable. */
type Index = ReadonlyMap<string, boolean>;

/** The index that was read last: the skills of one run mostly stand in one repository. */
let last: { readonly file: string; readonly mark: string; readonly index: Index | undefined } | undefined;

/**
 * Whether git would check a file out as executable, whatever its mode on the disk is; its path is from the directory, with "/".
 * Undefined for what git does not track, outside a repository, and where the index cannot be read.
 */
export function openGitIndex(directory: string): (file: string) => boolean | undefined {
  try {
    const real = realpathSync.native(directory);
    const repository = findRepository(real);
    const inner = repository && toInnerPath(repository.root, real);
    const index = repository && readIndex(path.join(repository.git, "index"));
    return (file) => index?.get(Buffer.from(inner ? `${inner}/${file}` : file).toString("latin1"));
  } catch (error) {
    // Whoever asks has the file's own mode: without an index nothing is lost but git's word.
    if (error instanceof SkillsError || (error instanceof Error && "code" in error)) return () => undefined;
    throw error;
  }
}

interface Repository {
  readonly root: string;
  /** Where its index is. */
  readonly git: string;
}

function findRepository(from: string): Repository | undefined {
  for (let root = from; ; root = path.dirname(root)) {
    const git = path.join(root, ".git");
    const stats = lstatSync(git, { throwIfNoEntry: false });
    if (stats) return { root, git: stats.isFile() ? linkedFrom(git) : git };
    if (path.dirname(root) === root) return undefined;
  }
}

/** In a worktree and in a submodule, .git is a file that says where the directory is: gitrepository-layout(5). */
function linkedFrom(file: string): string {
  const [, target = ""] = /^gitdir: ([^\r\n]+)/.exec(Buffer.from(readFileHead(file, file, 4096)).toString()) ?? [];
  return path.resolve(path.dirname(file), target);
}

function readIndex(file: string): Index | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size > mostBytes) return undefined;
  const mark = markOf(stats);
  if (last?.file !== file || last.mark !== mark) last = { file, mark, index: parseIndex(Buffer.from(readFileHead(file, file, mostBytes))) };
  return last.index;
}

function markOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [ino, size, mtimeMs, ctimeMs].join(" ");
}

/** The modes in an index of version 2, 3 or 4, with object names of SHA-1 or SHA-256; undefined for any other bytes. See gitformat-index(5). */
export function parseIndex(bytes: Buffer): Index | undefined {
  if (bytes.length < 12 || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = bytes.readUInt32BE(4);
  return version < 2 || version > 4 ? undefined : (parseEntries(bytes, version, 20) ?? parseEntries(bytes, version, 32));
}

/** What stands before an entry's object name: times, device, inode, mode, owners and size. */
const statBytes = 40;
const modeAt = 24;
/** As PATH_MAX of Linux; without a limit, names of version 4 could grow with every entry. */
const longestName = 4096;

function parseEntries(bytes: Buffer, version: number, nameBytes: number): Index | undefined {
  const modes = new Map<string, boolean>();
  const count = bytes.readUInt32BE(8);
  let [at, previous] = [12, ""];
  for (let entry = 0; entry < count; entry++) {
    const flagsAt = at + statBytes + nameBytes;
    if (flagsAt + 4 > bytes.length) return undefined;
    const flags = bytes.readUInt16BE(flagsAt);
    // Only from version 3 on is there a second pair of flags.
    const nameAt = flagsAt + (version > 2 && (flags & 0x4000) !== 0 ? 4 : 2);
    const name = version === 4 ? shortenedName(bytes, nameAt, previous) : wholeName(bytes, nameAt, at);
    const length = flags & 0xfff;
    if (!name || name.text.length > longestName || (length < 0xfff ? name.text.length !== length : name.text.length < length)) return undefined;
    const mode = bytes.readUInt32BE(at + modeAt);
    if ((mode & 0o170000) === 0o100000) modes.set(name.text, (mode & 0o100) !== 0);
    [at, previous] = [name.next, name.text];
  }
  return isSplit(bytes, at, nameBytes) ? undefined : modes;
}

interface Name {
  readonly text: string;
  /** Where the next entry begins. */
  readonly next: number;
}

/** Filled up with zeros, of which there is at least one, to a multiple of eight bytes. */
function wholeName(bytes: Buffer, start: number, entry: number): Name | undefined {
  const end = bytes.indexOf(0, start);
  return end < 0 ? undefined : { text: bytes.toString("latin1", start, end), next: entry + (Math.floor((end - entry) / 8) + 1) * 8 };
}

/** A number of bytes to take off the name before, then what to add to it. The number is written as in a pack's offset delta. */
function shortenedName(bytes: Buffer, start: number, previous: string): Name | undefined {
  let at = start;
  let byte = bytes[at++] ?? 0;
  let cut = byte & 0x7f;
  while ((byte & 0x80) !== 0 && cut <= previous.length && at < bytes.length) {
    byte = bytes[at++]!;
    cut = (cut + 1) * 128 + (byte & 0x7f);
  }
  const end = bytes.indexOf(0, at);
  return end < 0 || cut > previous.length ? undefined : { text: previous.slice(0, previous.length - cut) + bytes.toString("latin1", at, end), next: end + 1 };
}

/** Where entries are shared with another file, those here are not all. */
function isSplit(bytes: Buffer, start: number, nameBytes: number): boolean {
  let at = start;
  while (at + 8 <= bytes.length - nameBytes) {
    if (bytes.toString("latin1", at, at + 4) === "link") return true;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return false;
}
