import { onceForEach } from "../../../core/once.ts";
import type { Skill } from "../../../model/skill.ts";
import type { TextFile } from "../../../model/text-file.ts";

/** The files that are scripts. It is a set, as thousands of files of a skill may be looked up in it. */
export const scriptFiles = onceForEach(
  ({ scripts }: Skill): ReadonlySet<TextFile> => new Set(scripts.map(({ file }) => file)),
);
