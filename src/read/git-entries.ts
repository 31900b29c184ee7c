/** An index entry. */
export interface GitEntry {
  /** Path relative to the repository's root, with "/", as one character per byte. */
  readonly name: string;
  readonly mode: number;
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

/** A submodule: the commit of another repository. */
export function repositoriesIn(entries: readonly GitEntry[]): readonly string[] {
  return entries.flatMap(({ name, mode }) =>
    (mode & entryKinds.mask) === entryKinds.repository ? [spell(name)] : [],
  );
}

/** Entries that git does not compare with the disk. */
export function unwatchedIn(
  entries: readonly GitEntry[],
): readonly { readonly path: string; readonly sparse: boolean }[] {
  return entries.flatMap(({ name, unwatched }) =>
    unwatched ? [{ path: spell(name), sparse: unwatched === "sparse" }] : [],
  );
}

function spell(name: string): string {
  return Buffer.from(name, "latin1").toString();
}

/**
 * The entries of an index of version 2, 3 or 4, with SHA-1 or SHA-256 object names, sorted by name; undefined
 * for any other bytes. See gitformat-index(5).
 */
export function parseEntries({
  buffer,
  byteOffset,
  byteLength,
}: Uint8Array): readonly GitEntry[] | undefined {
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
/** PATH_MAX of Linux. Without a limit, the names of version 4 could grow with every entry. */
const longestName = 4096;

/** Flags in the first two bytes, and in the second two, which only version 3 and later have. */
const flag = { unchanged: 0x8000, second: 0x4000, sparse: 0x4000 } as const;

function readEntries(index: Index, nameBytes: number): readonly GitEntry[] | undefined {
  const { view, text, version } = index;
  const entries: GitEntry[] = [];
  const count = view.getUint32(8);
  let [at, previous] = [12, ""];
  for (let entry = 0; entry < count; entry++) {
    const flagsAt = at + statBytes + nameBytes;
    if (flagsAt + 4 > text.length) return undefined;
    const flags = view.getUint16(flagsAt);
    const hasSecond = version > 2 && (flags & flag.second) !== 0;
    const nameAt = flagsAt + (hasSecond ? 4 : 2);
    const name = version === 4 ? shortenedName(text, nameAt, previous) : wholeName(text, nameAt, at);
    const length = flags & 0xfff;
    if (
      !name ||
      name.text.length > longestName ||
      (length < 0xfff ? name.text.length !== length : name.text.length < length)
    )
      return undefined;
    const isSparse = hasSecond && (view.getUint16(flagsAt + 2) & flag.sparse) !== 0;
    entries.push({
      name: name.text,
      mode: view.getUint32(at + modeAt),
      unwatched: (flags & flag.unchanged) !== 0 ? "unchanged" : isSparse && "sparse",
    });
    [at, previous] = [name.next, name.text];
  }
  return isSplit(index, at, nameBytes) ? undefined : entries;
}

interface Name {
  readonly text: string;
  /** Offset of the next entry. */
  readonly next: number;
}

/** The name of an entry, which is padded with at least one zero byte to a multiple of eight bytes. */
function wholeName(text: string, start: number, entry: number): Name | undefined {
  const end = text.indexOf("\0", start);
  return end < 0
    ? undefined
    : { text: text.slice(start, end), next: entry + (Math.floor((end - entry) / 8) + 1) * 8 };
}

/**
 * The name of an entry in version 4: the number of bytes to remove from the previous name, encoded like the offset
 * delta in a pack, and the bytes to append.
 */
function shortenedName(text: string, start: number, previous: string): Name | undefined {
  let at = start;
  let byte = text.charCodeAt(at++);
  let cut = byte & 0x7f;
  while ((byte & 0x80) !== 0 && cut <= previous.length && at < text.length) {
    byte = text.charCodeAt(at++);
    cut = (cut + 1) * 128 + (byte & 0x7f);
  }
  const end = text.indexOf("\0", at);
  return end < 0 || cut > previous.length
    ? undefined
    : { text: previous.slice(0, previous.length - cut) + text.slice(at, end), next: end + 1 };
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
