import type { Skill } from "../core/skill.ts";
import type { FileEntry, SkillSource } from "../core/source.ts";
import { openGitIndex } from "../read/git-index.ts";

/** Which files of a skill may be run. Windows keeps no such mode, and what is in no directory has none that anybody would get. */
export function modesOf({ directory }: SkillSource, files: readonly FileEntry[]): Skill["mayRun"] {
  let tracked: ReturnType<typeof openGitIndex> | undefined;
  return (path) => {
    if (directory === undefined) return undefined;
    tracked ??= openGitIndex(directory);
    return tracked(path) ?? (process.platform === "win32" ? undefined : files.find((entry) => entry.path === path)?.executable);
  };
}
