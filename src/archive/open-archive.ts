import { Buffer } from "node:buffer";
import { ArchiveRefused, type ArchiveContents } from "../model/archive.ts";
import { findEndRecord } from "./zip/end-record.ts";
import { readZip } from "./zip/read-zip.ts";
import { confirmZip } from "./zip/confirm-zip.ts";

/** What an archive of either format holds, by what its bytes are and not by its name. Throws ArchiveRefused. */
export async function openArchive(bytes: Uint8Array): Promise<ArchiveContents> {
  // Most archives are zips: they need not wait until what reads a tar is loaded.
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return (await import("./tar/tar-gz.ts")).readTarGz(bytes);
  if (!isZip(bytes))
    throw new ArchiveRefused(
      "format",
      "the file does not begin as a zip or a gzip does, expected a .zip, .skill or .tar.gz",
      { offset: 0 },
    );
  const contents = readZip(bytes);
  await confirmZip(bytes, contents);
  return contents;
}

/** Also what only ends as a zip does, and which many readers would open: it is refused for what stands before. */
function isZip(bytes: Uint8Array): boolean {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return archive.toString("latin1", 0, 2) === "PK" || findEndRecord(archive) !== -1;
}
