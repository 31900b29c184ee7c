/** One file of an index. */
export interface GitEntry {
  /** Its path from the repository's root, with "/": each byte as one character. */
  readonly name: string;
  readonly mode: number;
  /** Git does not look for it on the disk: it was told to take it for unchanged, or it lies outside of a sparse checkout. */
  readonly unwatched: false | "unchanged" | "sparse";
}

/** What the upper bits of a mode say. */
export const entryKinds = {
  mask: 0o170000,
  file: 0o100000,
  symlink: 0o120000,
  repository: 0o160000,
} as const;

/** Where the index has a commit of another repository. */
export function repositoriesIn(entries: readonly GitEntry[]): readonly string[] {
  return entries.flatMap(({ name, mode }) =>
    (mode & entryKinds.mask) === entryKinds.repository ? [spell(name)] : [],
  );
}

/** What git does not look for on the disk. */
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

/** The entries of an index of version 2, 3 or 4, with object names of SHA-1 or SHA-256, sorted by name; undefined for any other bytes. See gitformat-index(5). */
export function parseEntries({
  buffer,
  byteOffset,
  byteLength,
}: Uint8Array): readonly GitEntry[] | undefined {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  if (bytes.length < 12 || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = bytes.readUInt32BE(4);
  return version < 2 || version > 4
    ? undefined
    : (readEntries(bytes, version, 20) ?? readEntries(bytes, version, 32));
}

/** What stands before an entry's object name: times, device, inode, mode, owners and size. */
const statBytes = 40;
const modeAt = 24;
/** As PATH_MAX of Linux; without a limit, names of version 4 could grow with every entry. */
const longestName = 4096;

/** In the first pair of flags, and in the second, which only version 3 and later may have. */
const flag = { unchanged: 0x8000, second: 0x4000, sparse: 0x4000 } as const;

function readEntries(bytes: Buffer, version: number, nameBytes: number): readonly GitEntry[] | undefined {
  const entries: GitEntry[] = [];
  const count = bytes.readUInt32BE(8);
  let [at, previous] = [12, ""];
  for (let entry = 0; entry < count; entry++) {
    const flagsAt = at + statBytes + nameBytes;
    if (flagsAt + 4 > bytes.length) return undefined;
    const flags = bytes.readUInt16BE(flagsAt);
    const hasSecond = version > 2 && (flags & flag.second) !== 0;
    const nameAt = flagsAt + (hasSecond ? 4 : 2);
    const name = version === 4 ? shortenedName(bytes, nameAt, previous) : wholeName(bytes, nameAt, at);
    const length = flags & 0xfff;
    if (
      !name ||
      name.text.length > longestName ||
      (length < 0xfff ? name.text.length !== length : name.text.length < length)
    )
      return undefined;
    const isSparse = hasSecond && (bytes.readUInt16BE(flagsAt + 2) & flag.sparse) !== 0;
    entries.push({
      name: name.text,
      mode: bytes.readUInt32BE(at + modeAt),
      unwatched: (flags & flag.unchanged) !== 0 ? "unchanged" : isSparse && "sparse",
    });
    [at, previous] = [name.next, name.text];
  }
  return isSplit(bytes, at, nameBytes) ? undefined : entries;
}

interface Name {
  readonly text: string;
  /** Where the next entry begins. */
  readonly next: number;
}

/** Filled up with zeros, of which there is at least one, to a multiple of eight bytes. */
function wholeName(bytes: Buffer, start: number, entry: number): Name | undefined {
  const end = bytes.indexOf(0, start);
  return end < 0
    ? undefined
    : { text: bytes.toString("latin1", start, end), next: entry + (Math.floor((end - entry) / 8) + 1) * 8 };
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
  return end < 0 || cut > previous.length
    ? undefined
    : { text: previous.slice(0, previous.length - cut) + bytes.toString("latin1", at, end), next: end + 1 };
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
