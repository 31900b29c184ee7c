import { ArchiveRefused } from "../model/archive.ts";
import { count } from "../core/sentence.ts";
import { refusedEntry, type CentralRecord } from "./central-directory.ts";
import type { LocatedEntry } from "./local-header.ts";

/** Refused where two records share a local header, and with it their data. */
export function checkStarts(records: readonly CentralRecord[]): void {
  const starts = new Set<number>();
  for (const record of records) {
    if (starts.has(record.local))
      throw refusedEntry(
        "span-overlap",
        record,
        `begins at byte ${record.local}, where another entry begins`,
      );
    starts.add(record.local);
  }
}

/** Refused unless the entries stand one behind the other from the first byte to the central directory, in whatever order: no byte is in two of them, and none in none. */
export function checkSpans(entries: readonly LocatedEntry[], directoryStart: number): void {
  let reached = 0;
  for (const { record, end } of entries.toSorted((a, b) => a.record.local - b.record.local)) {
    if (record.local < reached)
      throw refusedEntry(
        "span-overlap",
        record,
        `begins at byte ${record.local}, inside the entry before it, which ends at ${reached}`,
        record.local,
      );
    if (record.local > reached)
      throw gap(reached, record.local, reached === 0 ? "before the first entry" : "between two entries");
    reached = end;
  }
  if (reached > directoryStart)
    throw new ArchiveRefused("span-overlap", "the last entry reaches into the central directory", {
      offset: directoryStart,
    });
  if (reached < directoryStart) throw gap(reached, directoryStart, "before the central directory");
}

function gap(from: number, to: number, where: string): ArchiveRefused {
  return new ArchiveRefused(
    "span-gap",
    `${count(to - from, "byte")} that no entry accounts for ${to - from === 1 ? "stands" : "stand"} ${where}`,
    { offset: from },
  );
}
