import { decodeUtf8Loosely, encodeUtf8 } from "../../core/utf8.ts";
import type { Listing, SkillSource } from "../../model/source.ts";
import { type HeldSource, holdSource } from "../../model/held-source.ts";
import { decodeText } from "../../parse/decode.ts";

/**
 * A skill on disk with the texts of an editor laid over its files. The listing and the files are read once, and again
 * only after `forget`, so that a keystroke reads nothing: `read` returns the same array until the file changes.
 */
export interface LiveSource extends SkillSource {
  readonly directory: string;
  /** Shows a file as it is in the editor; undefined if it was closed. */
  show(path: string, text: string | undefined): void;
  /** Reads the listing again, and a file if it is read again. */
  forget(path?: string): void;
  /** Whether the file begins with a byte-order mark, which editors hide. */
  hasMark(path: string): boolean;
}

/** Opens a skill; `open` opens its directory on disk, whose listing a source caches. */
export function openLive(open: () => SkillSource): LiveSource {
  const shown = new Map<string, Uint8Array>();
  let disk = holdFiles(open());
  let listing: Listing | undefined;
  const diskBytes = (path: string): Uint8Array | undefined => {
    try {
      return disk.read(path);
    } catch {
      // The editor's text is shown whether or not the file can be read.
      return undefined;
    }
  };
  const read = (path: string): Uint8Array => shown.get(path) ?? disk.read(path);
  const { name, label, directory, mark } = disk.source;
  return {
    name,
    label,
    directory: directory ?? "",
    ...(mark && { mark }),
    list: () => (listing ??= withSizes(disk.source.list(), shown)),
    read,
    readHead: (path, limit) => shown.get(path)?.subarray(0, limit) ?? disk.source.readHead(path, limit),
    show: (path, text) => {
      listing = undefined;
      if (text === undefined) shown.delete(path);
      else shown.set(path, toBytes(text, diskBytes(path), shown.get(path)));
    },
    forget: (path) => {
      listing = undefined;
      disk = disk.again(open(), path);
    },
    hasMark: (path) => startsWithMark(shown.get(path) ?? diskBytes(path) ?? nothing),
  };
}

interface HeldFiles {
  readonly source: HeldSource;
  readonly read: (path: string) => Uint8Array;
  /** The same files, but for one, in a directory that is listed again; none of them without a path. */
  readonly again: (source: SkillSource, path: string | undefined) => HeldFiles;
}

/** Keeps the arrays of files that did not change when a directory is listed again. */
function holdFiles(opened: SkillSource, known: ReadonlyMap<string, Uint8Array> = new Map()): HeldFiles {
  const source = holdSource(opened);
  const files = new Map(known);
  return {
    source,
    read: (path) => {
      const bytes = files.get(path) ?? source.read(path);
      files.set(path, bytes);
      return bytes;
    },
    again: (next, path) => {
      if (path === undefined) return holdFiles(next);
      files.delete(path);
      return holdFiles(next, files);
    },
  };
}

const nothing = new Uint8Array(0);

/**
 * The bytes that the editor would write. A text that is the file's own keeps the file's bytes, whatever their encoding,
 * and a changed one its byte-order mark, which editors hide.
 */
function toBytes(text: string, disk: Uint8Array | undefined, before: Uint8Array | undefined): Uint8Array {
  const bytes = disk && bytesOfSame(text, disk);
  if (bytes) return bytes;
  const isMarked = disk !== undefined && startsWithMark(disk) && !text.startsWith(byteOrderMark);
  const encoded = encodeUtf8(isMarked ? byteOrderMark + text : text);
  return before && equal(before, encoded) ? before : encoded;
}

const byteOrderMark = "\ufeff";

function bytesOfSame(text: string, disk: Uint8Array): Uint8Array | undefined {
  const { source, facts } = decodeText(disk);
  const [own, written] = [source.text, facts.byteOrderMark ? source.text.slice(1) : source.text];
  if (text === own || text === written) return disk;
  // Editors read bytes that are not UTF-8 as replacement characters.
  return source.encoding === "windows-1252" && text === decodeUtf8Loosely(disk) ? disk : undefined;
}

function equal(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

function startsWithMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** The listing with the sizes that the files would have. A file that is not on disk yet is not in it. */
function withSizes({ entries, unread }: Listing, shown: ReadonlyMap<string, Uint8Array>): Listing {
  if (shown.size === 0) return { entries, unread };
  const sized = entries.map((entry) => {
    const bytes = entry.kind === "file" ? shown.get(entry.path) : undefined;
    return bytes ? { ...entry, size: bytes.length } : entry;
  });
  return { entries: sized, unread };
}
