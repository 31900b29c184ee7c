import { Buffer } from "node:buffer";
import { pack, type Pack } from "tar-stream";
import { grouped } from "../../core/sentence.ts";
import { decodeUtf8 } from "../../core/utf8.ts";
import { type ArchiveContents, archiveLimits, ArchiveRefused, type PackedFile } from "../../model/archive.ts";
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

/** Of a whole tar: its files, and for each entry a header, an extended one, and what fills up the last block of each. */
const mostTarBytes = archiveLimits.totalBytes + archiveLimits.entries * 5 * blockLength;

/** The one tar.gz of these files: the same files give the same bytes on every machine. Names and limits are the caller's to check first. */
export async function writeTarGz(files: readonly PackedFile[]): Promise<Buffer> {
  return Buffer.concat(gzipParts(await tarParts(files)));
}

/** What a tar.gz holds, read so strictly that every other reader must find the same in it; throws ArchiveRefused at the first doubt. */
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
    // Whatever has another length is not what we write, and need not be written to be told apart.
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
  if (entries.length === 0) throw new ArchiveRefused("empty", "the archive holds nothing, expected a skill");
  const total = entries.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (total > archiveLimits.totalBytes)
    throw new ArchiveRefused(
      "total-size",
      `the archive unpacks to ${grouped(total)} bytes, more than ${grouped(archiveLimits.totalBytes)}`,
    );
  const paths = (wanted: boolean): readonly string[] =>
    entries.filter(({ directory }) => directory === wanted).map(({ path }) => path);
  const problem = setProblem(paths(false), paths(true));
  if (problem) throw new ArchiveRefused(problem.code, problem.message, { entry: problem.entry });
}

interface UnpackedEntry extends PackedFile {
  readonly directory: boolean;
  readonly worldWritable: boolean;
}

/** What is refused, by the type that POSIX and GNU give it. */
const kinds: Readonly<Record<string, string>> = {
  "1": "a hard link",
  "2": "a symbolic link",
  "3": "a character device",
  "4": "a block device",
  "6": "a FIFO",
  "7": "a contiguous file",
  K: "the target of a link",
  S: "a sparse file",
  D: "a directory with a list of its own",
  M: "the rest of a file",
  V: "the name of a volume",
};

/** As stat(2) has them; some producers keep them in the mode. */
const regular = 0o100000;

const directoryKind = 0o040000;

/** A plain file or a directory with its path; refused where it is anything else. Nothing for the directory that was packed itself, "./". */
function readEntry({ header, name, bytes }: TarEntry): UnpackedEntry | undefined {
  const directory = header.typeflag === "5";
  checkType(header, name, directory);
  checkOwnName(header);
  const written = decodeUtf8(name);
  if (written === undefined)
    throw refusedHeader("name-utf8", name, header.at, "has a name that is not UTF-8");
  if (!directory && written.endsWith("/"))
    throw refusedHeader(
      "type",
      name,
      header.at,
      'is said to be a plain file, and its name ends in "/" as a directory\'s does',
    );
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

/** `tar -C demo .` writes "./" before every path, and every reader passes over it. */
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
      `is ${kinds[typeflag] ?? "of an unknown type"}, where a plain file or a directory was expected`,
    );
  const kind = mode & ~0o7777;
  if (kind !== 0 && kind !== (directory ? directoryKind : regular))
    throw refusedHeader("type", name, at, "is said to be of one type, and of another in its mode");
  const shown = (mode & 0o7777).toString(8).padStart(4, "0");
  if (mode & 0o7000)
    throw refusedHeader(
      "mode-special",
      name,
      at,
      `has the mode ${shown}, with a set-user, set-group or sticky bit`,
    );
  if (!(mode & 0o400))
    throw refusedHeader("mode-unreadable", name, at, `has the mode ${shown}, which its owner could not read`);
  if (directory && size > 0)
    throw refusedHeader(
      "dir-data",
      name,
      at,
      `is a directory with ${size} bytes of data, where none were expected`,
    );
}

/** A reader that knows no extended headers unpacks under this name. */
function checkOwnName({ name, at }: TarHeader): void {
  const written = name.toString("latin1");
  if (written.startsWith("/") || written.split("/").includes(".."))
    throw refusedHeader("name-segment", name, at, "leads out of the directory that it is unpacked in");
}

/** 1970-01-01: an archive's bytes must not depend on when it was made. */
const epoch = new Date(0);

/** The one tar of these files, in pieces that follow one another, the files' own bytes not copied: ustar, an extended header only where ustar cannot hold a name, no directories, owners or times, sorted by the bytes of their names in UTF-8. */
async function tarParts(files: readonly PackedFile[]): Promise<readonly Uint8Array[]> {
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

async function append(tar: Pack, { path, bytes, executable }: PackedFile): Promise<void> {
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
