import type { Buffer } from "node:buffer";
import { refusedEntry, type CentralRecord } from "./central-directory.ts";

/** Times and owners, which we leave unread; what their data must look like. Everything else can rename, redirect or encrypt an entry for those who honour it. */
const harmless: ReadonlyMap<number, (data: Buffer) => boolean> = new Map([
  // Times of NTFS: four reserved bytes, and three times in one attribute (APPNOTE.TXT 4.5.5).
  [0x000a, (data: Buffer) => data.length === 32],
  // Info-ZIP's extended timestamp: flags, and up to three times (proginfo/extrafld.txt).
  [0x5455, (data: Buffer) => data.length <= 13 && data.length % 4 === 1],
  // Info-ZIP's first field for Unix: two times, with two owners or without.
  [0x5855, (data: Buffer) => data.length === 8 || data.length === 12],
  // Info-ZIP's third field for Unix: version, and two owners of any width.
  [0x7875, (data: Buffer) => data.length > 2 && data.length === 3 + data[1]! + (data[2 + data[1]!] ?? NaN)],
]);
const zip64 = 0x0001;

/** Refused for what is not a row of whole extra fields, each harmless and there once (APPNOTE.TXT 4.5.1). `offset` is where they begin. */
export function checkExtraFields(record: CentralRecord, fields: Buffer, offset: number): void {
  const seen = new Set<number>();
  let at = 0;
  while (at < fields.length) {
    const rest = fields.length - at;
    const length = rest < 4 ? 0 : fields.readUInt16LE(at + 2);
    if (rest < 4 + length)
      throw refusedEntry(
        "extra-length",
        record,
        `has an extra field of ${4 + length} bytes where ${rest} are left`,
        offset + at,
      );
    checkField(record, fields.readUInt16LE(at), fields.subarray(at + 4, at + 4 + length), offset + at, seen);
    at += 4 + length;
  }
}

function checkField(
  record: CentralRecord,
  id: number,
  data: Buffer,
  offset: number,
  seen: Set<number>,
): void {
  if (id === zip64)
    throw refusedEntry(
      "zip64",
      record,
      "has an extra field of zip64, which only files over 4 GiB need",
      offset,
    );
  const shown = `0x${id.toString(16).padStart(4, "0")}`;
  const isWhole = harmless.get(id);
  if (!isWhole)
    throw refusedEntry(
      "extra-id",
      record,
      `has the extra field ${shown}, where only times and owners were expected`,
      offset,
    );
  if (seen.has(id))
    throw refusedEntry("extra-duplicate", record, `has the extra field ${shown} twice`, offset);
  if (!isWhole(data))
    throw refusedEntry(
      "extra-length",
      record,
      `has an extra field ${shown} of ${data.length} bytes, which is no length that it can have`,
      offset,
    );
  seen.add(id);
}
