import { SkillsError } from "../../core/errors.ts";
import { joinLabel } from "../../core/paths.ts";
import { quote } from "../../core/show.ts";
import { toShellWord } from "../../core/shell-word.ts";
import { lookUpOperand, readArchiveFile } from "../../find/archive-file.ts";
import { ArchiveRefused } from "../../model/archive.ts";
import { sourceOfFiles } from "../../model/memory-source.ts";
import type { SkillSource } from "../../model/source.ts";
import { chooseDirectoryName } from "./archived-name.ts";
import { archivedUpload } from "./archived-upload.ts";
import { openVerified } from "./open-verified.ts";

/**
 * The skills of an untrusted archive, in memory. Throws a SkillsError ("unreadable") if it cannot be read, or if
 * `skills verify` would refuse it.
 */
export async function openArchivedSkills(written: string, cwd: string): Promise<readonly SkillSource[]> {
  const operand = lookUpOperand(written, cwd);
  const { label } = operand;
  try {
    const bytes = readArchiveFile(operand);
    return (await openVerified(bytes)).map((opened) => {
      const { directory, files } = opened.skill;
      const { name } = chooseDirectoryName(opened, label);
      const upload = archivedUpload(opened, { name, path: label, bytes: bytes.length });
      const path = directory === undefined ? label : joinLabel(label, directory);
      return { ...sourceOfFiles(name, files, path), upload };
    });
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    throw new SkillsError("unreadable", `the archive ${quote(label)} is refused: ${error.message}`, {
      hint: `use \`skills verify ${toShellWord(written)}\` to see why`,
      cause: error,
    });
  }
}
