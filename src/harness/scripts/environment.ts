import { programDirectories } from "./interpreter.ts";
import type { Directories } from "./work-place.ts";

/**
 * Processes that left the script's group are found by this variable. Its value is the directory of the run,
 * which no other run has.
 */
export const marker = "SKILLS_RUN";

/**
 * All variables of a script: none of the caller's, and equal on every machine except for the path of the
 * copy.
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
    // 1980, the earliest time that a zip can store; our archives use it too.
    SOURCE_DATE_EPOCH: "315532800",
    PYTHONHASHSEED: "0",
    // Bytecode caches would be reported as files written by the script.
    PYTHONDONTWRITEBYTECODE: "1",
    [marker]: mark,
  };
}
