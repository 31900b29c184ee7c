import type { FileEntry, SkillSource } from "../../model/source.ts";
import { placeIn } from "../../read/file-place.ts";
import { openGitIndex } from "../../read/git-index.ts";

/** Where a skill is relative to a directory. */
export function placeFrom(cwd: string, { directory }: Pick<SkillSource, "directory">): string | undefined {
  return directory && placeIn(cwd, directory, cwd).label;
}

/** Which of a skill's files git tracks, and whether as executable: packing uses these modes. */
export function trackedModes(
  { directory }: Pick<SkillSource, "directory">,
  files: readonly FileEntry[],
): readonly (readonly [path: string, executable: boolean])[] {
  if (directory === undefined) return [];
  const tracked = openGitIndex(directory);
  return files.flatMap(({ path }) => {
    const executable = tracked(path);
    return executable === undefined ? [] : [[path, executable] as const];
  });
}
