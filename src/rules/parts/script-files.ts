import { onceForEach } from "../../core/once.ts";
import type { Skill } from "../../model/skill.ts";
import type { TextFile } from "../../model/text-file.ts";

/** The files that are scripts: a skill may have thousands, and each may be asked about. */
export const scriptFiles = onceForEach(
  ({ scripts }: Skill): ReadonlySet<TextFile> => new Set(scripts.map(({ file }) => file)),
);
