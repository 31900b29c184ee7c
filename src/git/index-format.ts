/**
 * The entries of an index, in its order: sorted by the bytes of their names. Not an object for each, as an index may
 * have a million entries, of which few are looked at.
 */
export interface GitEntries {
  /** Contains all names, with one character per byte and a NUL after each. */
  readonly text: string;
  /** The offset of each entry's name in `text`. A name is a path relative to the repository's root, with "/". */
  readonly starts: readonly number[];
  readonly modes: readonly number[];
  /** The entries that are not regular files, and those that git does not compare with the disk. */
  readonly apart: readonly ApartEntry[];
}

interface ApartEntry {
  /** Position in the index. */
  readonly at: number;
  /**
   * Why git does not compare the entry with the disk: it is marked as unchanged, or is outside the sparse checkout.
   */
  readonly unwatched: false | "unchanged" | "sparse";
}

/** The upper bits of a mode. */
export const entryKinds = {
  mask: 0o170000,
  file: 0o100000,
  symlink: 0o120000,
  repository: 0o160000,
} as const;

/** The name of the entry at a position, with one character per byte. */
export function nameAt({ text, starts }: GitEntries, at: number): string {
  const start = starts[at]!;
  return text.slice(start, text.indexOf("\0", start));
}

/** A submodule: the commit of another repository. */
export function repositoriesIn(entries: GitEntries): readonly string[] {
  return entries.apart.flatMap(({ at }) =>
    (entries.modes[at]! & entryKinds.mask) === entryKinds.repository ? [spell(nameAt(entries, at))] : [],
  );
}

/** Entries that git does not compare with the disk. */
export function unwatchedIn(
  entries: GitEntries,
): readonly { readonly path: string; readonly sparse: boolean }[] {
  return entries.apart.flatMap(({ at, unwatched }) =>
    unwatched ? [{ path: spell(nameAt(entries, at)), sparse: unwatched === "sparse" }] : [],
  );
}

function spell(name: string): string {
  return Buffer.from(name, "latin1").toString();
}

/**
 * The entries of an index of version 2, 3 or 4, with SHA-1 or SHA-256 object names; undefined for any other bytes.
 * See gitformat-index(5).
 */
export function parseEntries({ buffer, byteOffset, byteLength }: Uint8Array): GitEntries | undefined {
  const view = new DataView(buffer, byteOffset, byteLength);
  const text = Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
  if (text.length < 12 || !text.startsWith("DIRC")) return undefined;
  const index = { view, text, version: view.getUint32(4) };
  return index.version < 2 || index.version > 4
    ? undefined
    : (readEntries(index, 20) ?? readEntries(index, 32));
}

/** The bytes of an index, also as one character each: names are cut from a text much faster than from bytes. */
interface Index {
  readonly view: DataView;
  readonly text: string;
  readonly version: number;
}

/** Size of the fields before an entry's object name: times, device, inode, mode, owners and size. */
const statBytes = 40;
const modeAt = 24;
/**
 * PATH_MAX of Linux, and the size of all names. Without limits, the names of version 4 could grow with every entry.
 */
const longestName = 4096;
const mostNameBytes = 256 * 1024 * 1024;

/** Flags in the first two bytes, and in the second two, which only version 3 and later have. */
const flag = { unchanged: 0x8000, second: 0x4000, sparse: 0x4000 } as const;

function readEntries(index: Index, nameBytes: number): GitEntries | undefined {
  const { view, text, version } = index;
  const [starts, modes, apart]: [number[], number[], ApartEntry[]] = [[], [], []];
  const count = view.getUint32(8);
  const shortened = version === 4 ? new ShortenedNames(text) : undefined;
  let at = 12;
  for (let entry = 0; entry < count; entry++) {
    const flagsAt = at + statBytes + nameBytes;
    if (flagsAt + 4 > text.length) return undefined;
    const flags = view.getUint16(flagsAt);
    const hasSecond = version > 2 && (flags & flag.second) !== 0;
    const written = flagsAt + (hasSecond ? 4 : 2);
    const end = shortened ? shortened.read(written) : text.indexOf("\0", written);
    const length = shortened ? shortened.last.length : end - written;
    const stated = flags & 0xfff;
    if (end < 0 || length > longestName || (stated < 0xfff ? length !== stated : length < stated))
      return undefined;
    const mode = view.getUint32(at + modeAt);
    const isSparse = hasSecond && (view.getUint16(flagsAt + 2) & flag.sparse) !== 0;
    const unwatched = (flags & flag.unchanged) !== 0 ? "unchanged" : isSparse && "sparse";
    if (unwatched || (mode & entryKinds.mask) !== entryKinds.file) apart.push({ at: entry, unwatched });
    starts.push(shortened ? shortened.lastStart : written);
    modes.push(mode);
    // Other versions pad an entry with at least one zero byte to a multiple of eight bytes.
    at = shortened ? end + 1 : at + (Math.floor((end - at) / 8) + 1) * 8;
  }
  return isSplit(index, at, nameBytes)
    ? undefined
    : { text: shortened?.text() ?? text, starts, modes, apart };
}

/** The names in version 4, each of which is written as its difference to the one before. */
class ShortenedNames {
  readonly #index: string;
  readonly #names: string[] = [];
  #size = 0;
  last = "";

  constructor(index: string) {
    this.#index = index;
  }

  /** Offset of the last name in `text()`. */
  get lastStart(): number {
    return this.#size - this.last.length - 1;
  }

  /** All names that were read, with a NUL after each. */
  text(): string {
    return `${this.#names.join("\0")}\0`;
  }

  /**
   * Reads a name and returns the offset of the NUL after it; -1 if there is no name. It is written as the number of
   * bytes to remove from the previous name, encoded like the offset delta in a pack, and the bytes to append.
   */
  read(start: number): number {
    const index = this.#index;
    const previous = this.last;
    let at = start;
    let byte = index.charCodeAt(at++);
    let cut = byte & 0x7f;
    while ((byte & 0x80) !== 0 && cut <= previous.length && at < index.length) {
      byte = index.charCodeAt(at++);
      cut = (cut + 1) * 128 + (byte & 0x7f);
    }
    const end = index.indexOf("\0", at);
    if (end < 0 || cut > previous.length || this.#size > mostNameBytes) return -1;
    this.last = previous.slice(0, previous.length - cut) + index.slice(at, end);
    this.#names.push(this.last);
    this.#size += this.last.length + 1;
    return end;
  }
}

/** Whether the index is split, so that not all entries are in this file. */
function isSplit({ view, text }: Index, start: number, nameBytes: number): boolean {
  let at = start;
  while (at + 8 <= text.length - nameBytes) {
    if (text.startsWith("link", at)) return true;
    at += 8 + view.getUint32(at + 4);
  }
  return false;
}
