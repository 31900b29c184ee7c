import { archiveLimits, ArchiveRefused } from "../model/archive.ts";
import { grouped } from "../core/sentence.ts";

/** Refused for an archive that is too large to be read at all. */
export function checkArchiveSize(bytes: Uint8Array): void {
  if (bytes.length <= archiveLimits.bytes) return;
  throw new ArchiveRefused(
    "too-big",
    `the archive has ${grouped(bytes.length)} bytes, more than ${grouped(archiveLimits.bytes)}`,
  );
}
