import { type MemoryFile, openMemory } from "../../model/memory-source.ts";
import { directoryName, type OptionKinds, required, text } from "../../model/options.ts";
import type { SkillSource } from "../../model/source.ts";

/** A skill in memory, for the functions that read nothing from the disk. */
export interface GivenSkill {
  /** The name of the skill's directory. */
  readonly name: string;
  /** The contents by path, relative to the skill's root, with "/". */
  readonly files: Readonly<Record<string, MemoryFile>>;
  /** The skill's path in the report; by default its name. */
  readonly path?: string;
}

/** `openMemory` refuses files that no directory could have, as it can say more. */
export const givenSkill: OptionKinds<GivenSkill> = {
  name: required(directoryName),
  files: () => {},
  path: text,
};

/** Throws a SkillsError for files that no directory could have. */
export function openGiven({ name, files, path = name }: GivenSkill): SkillSource {
  return openMemory(name, files, path);
}
