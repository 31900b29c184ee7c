import { onceForEach } from "../../core/once.ts";
import type { Skill } from "../../model/skill.ts";
import type { TextFile } from "../../model/text-file.ts";

/**
 * The files that are scripts. A set, because a skill may have thousands of files that are looked up in it.
 */
export const scriptFiles = onceForEach(
  ({ scripts }: Skill): ReadonlySet<TextFile> => new Set(scripts.map(({ file }) => file)),
);
