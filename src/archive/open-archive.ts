import { Buffer } from "node:buffer";
import { type ArchiveContents, type ArchivedKind, ArchiveRefused } from "../model/archive.ts";
import { findEndRecord } from "./zip/end-record.ts";
import { readZip } from "./zip/read-zip.ts";
import { confirmZip } from "./zip/confirm-zip.ts";

/**
 * Reads an archive, whose format is detected from its bytes, not its name. A plugin is only in a zip. Throws
 * ArchiveRefused.
 */
export async function openArchive(bytes: Uint8Array, kind: ArchivedKind = "skill"): Promise<ArchiveContents> {
  // Most archives are zips, which should not wait for the tar reader to load.
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return (await import("./tar/tar-gz.ts")).readTarGz(bytes);
  if (!isZip(bytes)) throw new ArchiveRefused("format", "file is not a zip or tar.gz archive", { offset: 0 });
  const contents = readZip(bytes, kind);
  await confirmZip(bytes, contents);
  return contents;
}

/**
 * Also true if only the end of the file is that of a zip, as many readers would open it. It is refused later, because
 * of the bytes before its entries.
 */
function isZip(bytes: Uint8Array): boolean {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return archive.toString("latin1", 0, 2) === "PK" || findEndRecord(archive) !== -1;
}
