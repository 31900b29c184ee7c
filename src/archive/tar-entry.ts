import type { Buffer } from "node:buffer";
import { ArchiveRefused, type PackedFile } from "../model/archive.ts";
import { decodeUtf8 } from "../core/utf8.ts";
import { nameProblem } from "./names.ts";
import { refusedHeader, type TarHeader } from "./tar-header.ts";
import type { TarEntry } from "./tar-walk.ts";

export interface UnpackedEntry extends PackedFile {
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
export function readEntry({ header, name, bytes }: TarEntry): UnpackedEntry | undefined {
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
