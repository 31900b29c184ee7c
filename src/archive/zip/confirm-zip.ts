import { Buffer } from "node:buffer";
import { fromBufferPromise, type Entry, type ZipFile } from "yauzl";
import { ArchiveRefused, type ArchiveContents, type FileBytes } from "../../model/archive.ts";
import { quote, show } from "../../core/show.ts";

/** Number of entries to unpack at once. yauzl's streams wait for threads, so one at a time takes twice as long. */
const atOnce = 16;
const unix = 3;

interface Pair {
  readonly entry: Entry;
  readonly file: FileBytes;
}

/**
 * Reads the same bytes with yauzl, which shares no code with `readZip`; throws ArchiveRefused if yauzl fails or finds
 * different names, bytes or modes.
 * Only for archives that `readZip` accepted, as yauzl sets no limits.
 */
export async function confirmZip(bytes: Uint8Array, contents: ArchiveContents): Promise<void> {
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), {
      decodeStrings: false,
    });
    if (Buffer.from(zip.comment).toString("latin1") !== (contents.comment ?? ""))
      throw disagreement("finds a different comment");
    const pairs = pairFiles(await listEntries(zip), contents);
    for (let at = 0; at < pairs.length; at += atOnce) {
      await Promise.all(pairs.slice(at, at + atOnce).map((pair) => compareBytes(zip, pair)));
    }
  } catch (thrown) {
    throw thrown instanceof ArchiveRefused
      ? thrown
      : disagreement(`cannot read the archive: ${show(String(thrown))}`);
  }
}

async function listEntries(zip: ZipFile): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
}

/** Pairs the files by position, as both readers use the order of the central directory. */
function pairFiles(entries: readonly Entry[], contents: ArchiveContents): readonly Pair[] {
  if (entries.length !== contents.files.length + contents.directories.length)
    throw disagreement(`finds ${entries.length} entries`);
  const isDirectory = ({ fileNameRaw }: Entry): boolean => fileNameRaw.at(-1) === 0x2f;
  const directories = entries.filter(isDirectory);
  if (directories.length !== contents.directories.length)
    throw disagreement(`finds ${directories.length} directories`);
  directories.forEach((entry, at) => checkName(entry, `${contents.directories[at]}/`));
  return entries
    .filter((entry) => !isDirectory(entry))
    .map((entry, at) => {
      const file = contents.files[at]!;
      checkName(entry, file.path);
      checkExecutable(entry, file);
      return { entry, file };
    });
}

function checkName({ fileNameRaw }: Entry, expected: string): void {
  if (!fileNameRaw.equals(Buffer.from(expected)))
    throw disagreement(`finds ${quote(fileNameRaw.toString())}`, expected);
}

function checkExecutable(
  { versionMadeBy, externalFileAttributes }: Entry,
  { path, executable }: FileBytes,
): void {
  const found = versionMadeBy >> 8 === unix && ((externalFileAttributes >>> 16) & 0o111) !== 0;
  if (found !== executable) throw disagreement("finds a different mode", path);
}

async function compareBytes(zip: ZipFile, { entry, file }: Pair): Promise<void> {
  let at = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    if (!chunk.equals(file.bytes.subarray(at, at + chunk.length)))
      throw disagreement("finds different bytes", file.path);
    at += chunk.length;
  }
  if (at !== file.bytes.length) throw disagreement(`finds ${at} bytes, not ${file.bytes.length}`, file.path);
}

/** `found` continues the message after the second reader's name. */
function disagreement(found: string, entry?: string): ArchiveRefused {
  const where = entry === undefined ? "" : ` for ${quote(entry)}`;
  return new ArchiveRefused(
    "readers-disagree",
    `a second reader, yauzl, ${found}${where}`,
    entry === undefined ? {} : { entry },
  );
}
