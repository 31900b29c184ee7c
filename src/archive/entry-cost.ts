import { archiveLimits, ArchiveRefused } from "../model/archive.ts";
import { grouped } from "../core/sentence.ts";
import { refusedEntry, type CentralRecord } from "./central-directory.ts";

/** Refused for what would cost too much to unpack, by what the headers say and before anything is: unpacking stops at the size they say. */
export function checkCost(records: readonly CentralRecord[]): void {
  let total = 0;
  for (const record of records) {
    const { size, packed } = record;
    if (size > archiveLimits.fileBytes)
      throw refusedEntry(
        "entry-size",
        record,
        `unpacks to ${grouped(size)} bytes, more than ${grouped(archiveLimits.fileBytes)}`,
      );
    if (size > archiveLimits.ratioFrom && size > packed * archiveLimits.ratio)
      throw refusedEntry(
        "ratio",
        record,
        `unpacks from ${grouped(packed)} to ${grouped(size)} bytes, more than ${archiveLimits.ratio} times as many`,
      );
    if (packed > archiveLimits.ratioFrom && packed > mostPacked(size))
      throw refusedEntry(
        "ratio",
        record,
        `takes ${grouped(packed)} bytes for ${grouped(size)}, more than anything packs to`,
      );
    total += size;
    if (total > archiveLimits.totalBytes)
      throw new ArchiveRefused(
        "total-size",
        `the archive unpacks to more than ${grouped(archiveLimits.totalBytes)} bytes`,
        { offset: record.at },
      );
  }
}

/** The most that zlib ever makes of so many bytes, by its `deflateBound`, and some more: what goes past it only takes time to read. */
function mostPacked(size: number): number {
  return size + Math.ceil(size / 8) + Math.ceil(size / 64) + 1024;
}
