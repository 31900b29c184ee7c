import { findSkill } from "../../archive/find-skills.ts";
import { openArchive } from "../../archive/open-archive.ts";
import type { PackedFile } from "../../model/archive.ts";
import { sha256 } from "../../manifest/digest.ts";
import { compareFiles } from "../../manifest/compare-files.ts";
import { createFile } from "../../write/create-file.ts";
import type { ArchivePlace } from "./pack-destinations.ts";
import type { MadeBytes } from "./pack-skill.ts";

/** Writes an archive under its name once what the disk holds has been opened as a stranger's would be, and holds these very files. Throws a SkillsError ("unwritable"). */
export async function writeArchive(
  { absolute, label }: ArchivePlace,
  { bytes, files }: MadeBytes,
): Promise<void> {
  await createFile(absolute, bytes, label, async (written) => {
    const contents = await openArchive(written);
    const [difference] = compareFiles(files.map(describe), findSkill(contents).files);
    if (difference || contents.profile !== "own")
      throw new Error(
        `what was packed does not read back: ${difference?.kind ?? contents.profile} ${JSON.stringify(difference?.path ?? "")}`,
      );
  });
}

/** A file as it is expected, the manifest and its signature too. */
export function describe({ path, bytes, executable }: PackedFile): {
  readonly name: string;
  readonly digest: string;
  readonly size: number;
  readonly executable: boolean;
} {
  return { name: path, digest: sha256(bytes), size: bytes.length, executable };
}
