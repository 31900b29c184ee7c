import { Buffer } from "node:buffer";
import { pack, type Pack } from "tar-stream";
import { grouped } from "../../core/sentence.ts";
import { decodeUtf8 } from "../../core/utf8.ts";
import { type ArchiveContents, archiveLimits, ArchiveRefused, type FileBytes } from "../../model/archive.ts";
import { checkArchiveSize } from "../archive-size.ts";
import { profileOf } from "../canonical.ts";
import { nameProblem } from "../name-problem.ts";
import { noteArchivesInside, noteWorldWritable } from "../notes.ts";
import { setProblem } from "../set-problem.ts";
import { sortByName } from "../zip/write-zip.ts";
import { confirmTar } from "./confirm-tar.ts";
import { gunzip, gzipParts, storedLength } from "./gzip.ts";
import { blockLength, refusedHeader, type TarHeader } from "./tar-header.ts";
import { type TarEntry, walkTar } from "./tar-walk.ts";

/** Maximum size of a whole tar: its files, and for each entry a header, an extended header, and the padding of both. */
const mostTarBytes = archiveLimits.totalBytes + archiveLimits.entries * 5 * blockLength;

/** A reproducible tar.gz: the same files give the same bytes on every machine. The caller checks names and limits. */
export async function writeTarGz(files: readonly FileBytes[]): Promise<Buffer> {
  return Buffer.concat(gzipParts(await tarParts(files)));
}

/**
 * The contents of a tar.gz, read so strictly that every other reader must find the same contents. Throws
 * ArchiveRefused at the first ambiguity.
 */
export async function readTarGz(bytes: Uint8Array): Promise<ArchiveContents> {
  checkArchiveSize(bytes);
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const tar = gunzip(archive, mostTarBytes);
  const walk = walkTar(tar);
  const entries = walk.entries.map(readEntry).filter((entry) => entry !== undefined);
  checkEntries(entries);
  await confirmTar(tar, walk.entries);
  const files = entries
    .filter(({ directory }) => !directory)
    .map(({ path, bytes, executable }) => ({ path, bytes, executable }));
  return {
    format: "tar.gz",
    // An archive of a different length was not built by us. Comparing lengths first avoids building the archive.
    profile:
      archive.length === storedLength(tar.length)
        ? profileOf(archive, gzipParts(await tarParts(files)))
        : "foreign",
    files,
    directories: entries.filter(({ directory }) => directory).map(({ path }) => path),
    ...(walk.comment !== undefined && { comment: walk.comment }),
    notes: [
      ...noteArchivesInside(files),
      ...noteWorldWritable(entries.filter(({ worldWritable }) => worldWritable).map(({ path }) => path)),
    ],
  };
}

function checkEntries(entries: readonly UnpackedEntry[]): void {
  if (entries.length === 0) throw new ArchiveRefused("empty", "archive has no entries");
  const total = entries.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (total > archiveLimits.totalBytes)
    throw new ArchiveRefused(
      "total-size",
      `archive unpacks to ${grouped(total)} bytes (maximum ${grouped(archiveLimits.totalBytes)})`,
    );
  const paths = (wanted: boolean): readonly string[] =>
    entries.filter(({ directory }) => directory === wanted).map(({ path }) => path);
  const problem = setProblem(paths(false), paths(true));
  if (problem) throw new ArchiveRefused(problem.code, problem.message, { entry: problem.entry });
}

interface UnpackedEntry extends FileBytes {
  readonly directory: boolean;
  readonly worldWritable: boolean;
}

/** Refused entry types, by the typeflag of POSIX and GNU. */
const kinds: Readonly<Record<string, string>> = {
  "1": "a hard link",
  "2": "a symlink",
  "3": "a character device",
  "4": "a block device",
  "6": "a FIFO",
  "7": "a contiguous file",
  K: "the target of a link",
  S: "a sparse file",
  D: "a directory with a file list",
  M: "a file continued from another volume",
  V: "a volume name",
};

/** Type bits of stat(2), which some producers set in the mode. */
const regular = 0o100000;

const directoryKind = 0o040000;

/**
 * A plain file or a directory, with its path; throws ArchiveRefused for anything else. Undefined for "./", the packed
 * directory itself.
 */
function readEntry({ header, name, bytes }: TarEntry): UnpackedEntry | undefined {
  const directory = header.typeflag === "5";
  checkType(header, name, directory);
  checkOwnName(header);
  const written = decodeUtf8(name);
  if (written === undefined)
    throw refusedHeader("name-utf8", name, header.at, "has a name that is not UTF-8");
  if (!directory && written.endsWith("/"))
    throw refusedHeader("type", name, header.at, 'is declared a plain file, but its name ends in "/"');
  if (directory && /^\.\/?$/.test(written)) return undefined;
  const path = readPath(written, directory);
  const problem = nameProblem(path);
  if (problem) throw new ArchiveRefused(problem.code, problem.message, { entry: written, offset: header.at });
  return {
    path,
    bytes,
    directory,
    executable: !directory && (header.mode & 0o111) !== 0,
    worldWritable: (header.mode & 0o002) !== 0,
  };
}

/** `tar -C demo .` writes "./" before every path, and every reader removes it. */
function readPath(written: string, directory: boolean): string {
  const path = written.startsWith("./") ? written.slice(2) : written;
  return directory && path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

function checkType({ typeflag, mode, size, at }: TarHeader, name: Buffer, directory: boolean): void {
  if (!directory && typeflag !== "0" && typeflag !== "\0")
    throw refusedHeader(
      "type",
      name,
      at,
      `is ${kinds[typeflag] ?? "of an unknown type"}; only plain files and directories are allowed`,
    );
  const kind = mode & ~0o7777;
  if (kind !== 0 && kind !== (directory ? directoryKind : regular))
    throw refusedHeader("type", name, at, "has a file type in its mode that differs from its typeflag");
  const shown = (mode & 0o7777).toString(8).padStart(4, "0");
  if (mode & 0o7000)
    throw refusedHeader(
      "mode-special",
      name,
      at,
      `has the mode ${shown}, with a set-user, set-group or sticky bit`,
    );
  if (!(mode & 0o400))
    throw refusedHeader(
      "mode-unreadable",
      name,
      at,
      `has the mode ${shown}, which denies its owner read access`,
    );
  if (directory && size > 0)
    throw refusedHeader("dir-data", name, at, `is a directory with ${size} bytes of data`);
}

/**
 * Checks the name in the header itself, under which readers without support for extended headers unpack the entry.
 */
function checkOwnName({ name, at }: TarHeader): void {
  const written = name.toString("latin1");
  if (written.startsWith("/") || written.split("/").includes(".."))
    throw refusedHeader("name-segment", name, at, "is a path outside the directory it is unpacked into");
}

/** 1970-01-01: the bytes of an archive must not depend on when it was made. */
const epoch = new Date(0);

/**
 * The reproducible tar of these files in consecutive pieces, without copying the files' bytes: ustar, sorted by the
 * UTF-8 bytes of the names, without directories, owners or times. A name that ustar cannot store gets an extended
 * header.
 */
async function tarParts(files: readonly FileBytes[]): Promise<readonly Uint8Array[]> {
  const tar = pack();
  const parts = collect(tar);
  for (const { file } of sortByName(files)) await append(tar, file);
  tar.finalize();
  return parts;
}

async function collect(tar: Pack): Promise<readonly Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for await (const part of tar) if (part instanceof Uint8Array) parts.push(part);
  return parts;
}

async function append(tar: Pack, { path, bytes, executable }: FileBytes): Promise<void> {
  const header = {
    name: path,
    mode: executable ? 0o755 : 0o644,
    uid: 0,
    gid: 0,
    mtime: epoch,
    type: "file",
    uname: "",
    gname: "",
  } as const;
  await new Promise<void>((resolve, reject) => {
    tar.entry(header, bytes, (cause) => (cause ? reject(cause) : resolve()));
  });
}
