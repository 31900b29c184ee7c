import type { Buffer } from "node:buffer";
import { count } from "../core/sentence.ts";
import { refusedEntry, type CentralRecord } from "./central-directory.ts";
import { crc32 } from "./crc32.ts";
import { stored } from "./entry-features.ts";
import { inflateAtMost } from "./inflate-at-most.ts";
import type { LocatedEntry } from "./local-header.ts";

/** An entry's bytes, which have the size and checksum that its headers say. What is stored is not copied. */
export function unpackEntry({ record, data }: LocatedEntry): Uint8Array {
  const bytes = record.method === stored ? data : inflate(data, record);
  if (crc32(bytes) !== record.crc)
    throw refusedEntry(
      "crc",
      record,
      "does not have the checksum (CRC-32) that its headers say: it was changed or damaged",
      record.local,
    );
  return bytes;
}

function inflate(data: Buffer, record: CentralRecord): Uint8Array {
  const inflated = inflateAtMost(data, record.size);
  if ("failure" in inflated) {
    const rest =
      inflated.failure === "longer"
        ? `unpacks to more than the ${record.size} bytes that its headers say`
        : "has data that are no DEFLATE stream, or only the beginning of one";
    throw refusedEntry("inflate", record, rest, record.local);
  }
  const { bytes, used } = inflated;
  if (used !== data.length)
    throw refusedEntry(
      "deflate-trailing",
      record,
      `has ${count(data.length - used, "byte")} behind the end of its deflated data`,
      record.local,
    );
  if (bytes.length !== record.size)
    throw refusedEntry(
      "size",
      record,
      `unpacks to ${bytes.length} bytes, where its headers say ${record.size}`,
      record.local,
    );
  return bytes;
}
