import type { FileEntry, SkillSource } from "../../model/source.ts";
import { labelFinder } from "../../read/file-place.ts";
import type { gitIndexOpener } from "../../git/index-file.ts";

/** Returns a function for one run: where a skill is relative to a directory. */
export function placesFrom(cwd: string): (source: Pick<SkillSource, "directory">) => string | undefined {
  const labelOf = labelFinder(cwd);
  return ({ directory }) => directory && labelOf(directory);
}

type ModeReader = (
  source: Pick<SkillSource, "directory">,
  files: readonly FileEntry[],
) => readonly (readonly [path: string, executable: boolean])[];

/**
 * Returns a function for one run: which of a skill's files git tracks, and whether as executable. Packing uses these
 * modes.
 */
export function trackedModes(open: ReturnType<typeof gitIndexOpener>): ModeReader {
  return ({ directory }, files) => {
    if (directory === undefined) return [];
    const tracked = open(directory);
    return files.flatMap(({ path }) => {
      const executable = tracked(path);
      return executable === undefined ? [] : [[path, executable] as const];
    });
  };
}
