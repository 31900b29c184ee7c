import { refusedEntry, type CentralRecord } from "./central-directory.ts";

export interface EntryType {
  readonly directory: boolean;
  readonly executable: boolean;
  /** Anybody may write to it, where its mode is kept. */
  readonly worldWritable: boolean;
}

const unix = 3;
/** As stat(2) has them. */
const kinds: Readonly<Record<number, string>> = {
  0o010000: "a FIFO",
  0o020000: "a character device",
  0o060000: "a block device",
  0o120000: "a symbolic link",
  0o140000: "a socket",
};
const regular = 0o100000;
const directoryKind = 0o040000;
/** Of DOS and Windows: a volume's label, a directory, a reparse point, which is how Windows links. */
const dosLabel = 0x08;
const dosDirectory = 0x10;
const dosLink = 0x400;
/** How many bytes it takes to deflate nothing, as some do with a directory's data. */
const emptyStream = 2;

/** Whether an entry is a plain file or a directory; refused where it is anything else, or where name and type disagree, whatever system is said to have made it. */
export function readType(record: CentralRecord): EntryType {
  const mode = record.attributes >>> 16;
  const kind = mode & 0o170000;
  const directory = record.name.at(-1) === 0x2f;
  if (kind !== 0 && kind !== regular && kind !== directoryKind)
    throw refusedEntry(
      "type",
      record,
      `is ${kinds[kind] ?? "of an unknown type"}, where a plain file or a directory was expected`,
    );
  if (record.attributes & (dosLabel | dosLink))
    throw refusedEntry(
      "type",
      record,
      `is ${record.attributes & dosLabel ? "a volume's label" : "a link of Windows"}, where a plain file or a directory was expected`,
    );
  const saysDirectory = kind === directoryKind || (record.attributes & dosDirectory) !== 0;
  if (directory && kind === regular)
    throw refusedEntry(
      "type",
      record,
      'is said to be a plain file, and its name ends in "/" as a directory\'s does',
    );
  if (!directory && saysDirectory)
    throw refusedEntry("type", record, 'is said to be a directory, and its name does not end in "/"');
  checkMode(record, mode);
  if (directory && (record.size > 0 || record.packed > emptyStream))
    throw refusedEntry("dir-data", record, "is a directory with data, where none were expected");
  const onUnix = record.host === unix;
  return {
    directory,
    executable: !directory && onUnix && (mode & 0o111) !== 0,
    worldWritable: onUnix && (mode & 0o002) !== 0,
  };
}

function checkMode(record: CentralRecord, mode: number): void {
  const shown = (mode & 0o7777).toString(8).padStart(4, "0");
  if (mode & 0o7000)
    throw refusedEntry(
      "mode-special",
      record,
      `has the mode ${shown}, with a set-user, set-group or sticky bit`,
    );
  const kept = record.host === unix || mode !== 0;
  if (kept && !(mode & 0o400))
    throw refusedEntry("mode-unreadable", record, `has the mode ${shown}, which its owner could not read`);
}
