import { isIn, parentOf } from "../core/paths.ts";
import type { AuthorsWord } from "./ignore-file.ts";
import { type LeaveOut, leaveOut } from "./select-files.ts";

/** Where Copilot looks for a manifest, in a directory that is otherwise the repository's. */
const manifests = ".github/plugin";

/** The patterns of each .skillignore in a plugin: of its own, and of its skills by their directories. */
export interface PluginPatterns {
  readonly own: AuthorsWord;
  readonly skills: ReadonlyMap<string, AuthorsWord>;
  /** Whether `.github/plugin` has a manifest. */
  readonly inGithub: boolean;
}

/** As `leaveOut`, for a plugin, of which each skill is packed as it would be alone. */
export function leaveOutOfPlugin({ own, skills, inGithub }: PluginPatterns): LeaveOut {
  const ofPlugin = leaveOut(own);
  const ofSkills = new Map(Array.from(skills, ([directory, word]) => [directory, leaveOut(word)]));
  return (entry) => {
    const { path, kind } = entry;
    for (let above = parentOf(path); above !== ""; above = parentOf(above)) {
      const ofSkill = ofSkills.get(above);
      if (ofSkill) return ofPlugin(entry) ?? ofSkill({ path: path.slice(above.length + 1), kind });
    }
    if (inGithub && path === ".github") return undefined;
    if (inGithub && isIn(path, ".github") && !isIn(path, manifests))
      return ofPlugin({ path: ".github", kind: "directory" });
    return ofPlugin(entry);
  };
}
