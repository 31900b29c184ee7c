import { programDirectories } from "./interpreter.ts";
import type { Directories } from "./work-place.ts";

/** The variable by which processes that got away are found again; its value is the run's own directory, which no other run has. */
export const marker = "SKILLS_RUN";

/** Every variable that a script is given: nothing of the caller's, and the same on every machine but for where the copy stands. */
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
    // 1980, the earliest time a zip can hold, as in the archives that we write.
    SOURCE_DATE_EPOCH: "315532800",
    PYTHONHASHSEED: "0",
    // Caches of bytecode would be told as files that the script wrote.
    PYTHONDONTWRITEBYTECODE: "1",
    [marker]: mark,
  };
}
