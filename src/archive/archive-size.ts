import { archiveLimits, ArchiveRefused } from "../model/archive.ts";
import { grouped } from "../core/sentence.ts";

/** Throws ArchiveRefused for an archive that is too large to read. */
export function checkArchiveSize(bytes: Uint8Array): void {
  if (bytes.length <= archiveLimits.bytes) return;
  throw new ArchiveRefused(
    "too-big",
    `archive has ${grouped(bytes.length)} bytes (maximum ${grouped(archiveLimits.bytes)})`,
  );
}
