import { programDirectories } from "./interpreter.ts";
import type { Directories } from "./work-place.ts";

/**
 * Marks the processes of a run, to find those that left the script's group. Its value is the directory of the run,
 * which is unique.
 */
export const marker = "SKILLS_RUN";

/**
 * All environment variables of a script. They contain none of the caller's, and are the same on every machine except
 * for the path of the copy.
 */
export function scriptEnvironment(
  { home, temporary }: Directories,
  mark: string,
): Readonly<Record<string, string>> {
  return {
    PATH: programDirectories.join(":"),
    HOME: home,
    TMPDIR: temporary,
    LANG: "C.UTF-8",
    TZ: "UTC",
    // 1980, the earliest time that a zip can store, as in our archives.
    SOURCE_DATE_EPOCH: "315532800",
    PYTHONHASHSEED: "0",
    // Bytecode caches would be reported as files written by the script.
    PYTHONDONTWRITEBYTECODE: "1",
    [marker]: mark,
  };
}
