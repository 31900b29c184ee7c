import type { ArchiveExtension, UploadInput } from "../../model/upload.ts";
import { asUpload } from "../pack/make-archive.ts";
import type { OpenedSkill } from "./open-verified.ts";

/**
 * A skill of an existing archive as an uploader receives it. `name` is the directory's name. Of an archive with several
 * skills, the uploader sees all files, which are in no single directory.
 */
export function archivedUpload(
  { contents, skill, alone }: OpenedSkill,
  { name, path, bytes }: { readonly name: string; readonly path: string; readonly bytes: number },
): UploadInput {
  const upload = asUpload(
    name,
    { layout: alone ? skill.layout : "root", extension: extensionOf(path, contents.format) },
    bytes,
    skill.files,
  );
  return alone
    ? upload
    : { ...upload, files: contents.files.map((file) => ({ path: file.path, size: file.bytes.length })) };
}

/** That of the file's name; for another ending, that of the archive's format. */
function extensionOf(path: string, format: UploadInput["format"]): ArchiveExtension {
  const ending = /\.(zip|skill|tar\.gz|tgz)$/i.exec(path)?.[1]?.toLowerCase();
  return ending === "zip" || ending === "skill" ? ending : ending === undefined ? format : "tar.gz";
}
