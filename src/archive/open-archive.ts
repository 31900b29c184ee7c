import { Buffer } from "node:buffer";
import { ArchiveRefused, type ArchiveContents } from "../model/archive.ts";
import { findEndRecord } from "./zip/end-record.ts";
import { readZip } from "./zip/read-zip.ts";
import { confirmZip } from "./zip/confirm-zip.ts";

/** The contents of an archive; its format is detected from its bytes, not its name. Throws ArchiveRefused. */
export async function openArchive(bytes: Uint8Array): Promise<ArchiveContents> {
  // Most archives are zips, which should not wait for the tar reader to load.
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return (await import("./tar/tar-gz.ts")).readTarGz(bytes);
  if (!isZip(bytes)) throw new ArchiveRefused("format", "file is not a zip or tar.gz archive", { offset: 0 });
  const contents = readZip(bytes);
  await confirmZip(bytes, contents);
  return contents;
}

/** Also true for a file that only ends as a zip does, as many readers would open it; it is refused later, for the bytes before its entries. */
function isZip(bytes: Uint8Array): boolean {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return archive.toString("latin1", 0, 2) === "PK" || findEndRecord(archive) !== -1;
}
