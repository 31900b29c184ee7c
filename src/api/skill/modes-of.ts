import { once } from "../../core/once.ts";
import type { Skill } from "../../core/skill.ts";
import type { FileEntry, SkillSource } from "../../core/source.ts";
import { openGitIndex } from "../../read/git-index.ts";

/** Which files of a skill may be run. Windows keeps no such mode, and what is in no directory has none that anybody would get. */
export function modesOf({ directory }: SkillSource, files: readonly FileEntry[]): Skill["mayRun"] {
  if (directory === undefined) return () => undefined;
  const tracked = once(() => openGitIndex(directory));
  const listed = once(() => new Map(files.map(({ path, executable }) => [path, executable])));
  return (path) => tracked()(path) ?? (process.platform === "win32" ? undefined : listed().get(path));
}
