import { findSkill } from "../../archive/find-skills.ts";
import { openArchive } from "../../archive/open-archive.ts";
import { compareFiles } from "../../manifest/compare-files.ts";
import type { ArchivedKind } from "../../model/archive.ts";
import { createFile } from "../../write/create-file.ts";
import { expectedFile } from "./compare-archive.ts";
import type { ArchivePlace } from "./pack-destinations.ts";
import type { ArchiveBytes } from "./pack-skill.ts";

/**
 * Writes an archive to a temporary file, opens it as untrusted, and renames it only if it contains exactly these
 * files. Throws a SkillsError ("unwritable").
 */
export async function writeArchive(
  { absolute, label }: ArchivePlace,
  { bytes, files }: ArchiveBytes,
  kind: ArchivedKind = "skill",
): Promise<void> {
  await createFile(absolute, bytes, label, async (readBack) => {
    const contents = await openArchive(readBack, kind);
    const packed = kind === "plugin" ? contents : findSkill(contents);
    const [difference] = compareFiles(files.map(expectedFile), packed.files);
    if (difference || contents.profile !== "own")
      throw new Error(
        `the written archive does not match its files: ${difference?.kind ?? contents.profile} ${JSON.stringify(difference?.path ?? "")}`,
      );
  });
}
