import type { FilePlace } from "../../read/file-place.ts";
import { readFile, readWhole } from "../../read/open-file.ts";
import { isThere } from "../../read/there.ts";

/** Where settings are read: on the disk, or in a commit. */
export interface SettingsFiles {
  isThere(absolute: string): boolean;
  /** Throws a SkillsError if the file cannot be read. */
  read(place: FilePlace): Uint8Array;
}

export const onDisk: SettingsFiles = {
  isThere,
  read: ({ absolute, label }) => readFile(absolute, label),
};

/** Maximum size of a baseline in bytes; enough for several hundred thousand findings. */
export const baselineBytes = 64 * 1_048_576;

/** As `onDisk`, also for files as large as a baseline. */
export const wholeOnDisk: SettingsFiles = {
  isThere,
  read: ({ absolute, label }) => readWhole(absolute, label, baselineBytes),
};
