import { SkillsError } from "../../core/errors.ts";
import { joinLabel } from "../../core/paths.ts";
import { quote } from "../../core/show.ts";
import { ArchiveRefused } from "../../model/archive.ts";
import type { FileDifference } from "../../model/manifest.ts";
import type { MemoryFile } from "../../model/memory-source.ts";
import { bytes as bytesKind, type OptionKinds, required, requireOptions, text } from "../../model/options.ts";
import { chooseDirectoryName } from "./archived-name.ts";
import { openVerified } from "./open-verified.ts";

/** A skill of an archive, as `examine` and `examineAll` take it. */
export interface ReadSkill {
  /** The name of the directory that the skill is unpacked to. */
  readonly name: string;
  /** The archive's path, followed by the skill's directory if there are several skills. */
  readonly path: string;
  /** All files with their content and mode, by path relative to the skill's root. */
  readonly files: Readonly<Record<string, MemoryFile>>;
  /** The differences from the manifest in the archive; empty if it has none. */
  readonly differences: readonly FileDifference[];
}

/** An archive in memory. */
export interface ReadArchiveOptions {
  /** A zip or tar.gz, which is recognized by its content. */
  readonly bytes: Uint8Array;
  /** The archive's name, for messages and paths; by default "archive". */
  readonly path?: string;
}

const optionKinds: OptionKinds<ReadArchiveOptions> = { bytes: required(bytesKind), path: text };

/**
 * Reads the skills of an untrusted archive in memory, and writes nothing. Throws a SkillsError ("unreadable") for an
 * archive that `skills verify` would refuse; its `cause` has the code, as `listArchiveCodes` explains it.
 */
export async function readArchive(options: ReadArchiveOptions): Promise<readonly ReadSkill[]> {
  requireOptions(options, optionKinds);
  const { bytes, path = "archive" } = options;
  try {
    return (await openVerified(bytes)).map((opened) => {
      const { directory, files } = opened.skill;
      return {
        name: chooseDirectoryName(opened, path).name,
        path: opened.alone || directory === undefined ? path : joinLabel(path, directory),
        files: Object.fromEntries(
          files.map(({ path: file, bytes: content, executable }) => [
            file,
            { kind: "file", content, executable },
          ]),
        ),
        differences: opened.differences,
      };
    });
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    throw new SkillsError("unreadable", `the archive ${quote(path)} is refused: ${error.message}`, {
      cause: error,
    });
  }
}
