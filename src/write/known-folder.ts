import { closeSync, constants, existsSync, fstatSync, openSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import type { FileChange } from "../model/file-change.ts";
import { attempt, cannotWrite } from "./cannot-write.ts";

/** On Linux, the path to the files of an open directory, which is valid even if the directory's path has changed. */
const descriptors = "/proc/self/fd";

/** On Windows both flags are undefined, which has no effect. */
const noLink = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Runs `use` in the directory of the changed file. It must be the directory that was found below the skill, not
 * another one with the same path, and its path may contain no symlinks. On Linux it stays open, so that `use`
 * cannot reach another directory; the path that `use` receives is valid only during the call. Throws a SkillsError
 * ("unwritable") with the file name `shown`.
 */
export function inKnownFolder<T>(change: FileChange, shown: string, use: (folder: string) => T): T {
  const steps = change.from.split("/").slice(0, -1);
  if (steps.includes("..")) throw outside(shown);
  return existsSync(descriptors)
    ? inOpenFolder(change, steps, shown, use)
    : use(comparedFolder(change, steps, shown));
}

function inOpenFolder<T>(
  { directory, mark }: FileChange,
  steps: readonly string[],
  shown: string,
  use: (folder: string) => T,
): T {
  let held = attempt(shown, () => openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY));
  try {
    requireMark(fstatSync(held), mark, shown);
    for (const step of steps) {
      const next = openStep(`${descriptors}/${held}/${step}`, shown);
      closeSync(held);
      held = next;
    }
    return use(`${descriptors}/${held}`);
  } finally {
    closeSync(held);
  }
}

function openStep(folder: string, shown: string): number {
  try {
    return openSync(folder, noLink);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "ELOOP" || code === "ENOTDIR") throw outside(shown, cause);
    return attempt(shown, () => {
      throw cause;
    });
  }
}

/** On other systems, the directory can only be compared immediately before its use. */
function comparedFolder({ directory, mark }: FileChange, steps: readonly string[], shown: string): string {
  const root = attempt(shown, () => realpathSync.native(directory));
  requireMark(
    attempt(shown, () => statSync(root)),
    mark,
    shown,
  );
  const folder = path.join(root, ...steps);
  if (attempt(shown, () => realpathSync.native(folder)) !== folder) throw outside(shown);
  return folder;
}

function requireMark(
  { dev, ino }: { readonly dev: number; readonly ino: number },
  mark: FileChange["mark"],
  shown: string,
): void {
  if (mark && (mark.dev !== dev || mark.ino !== ino))
    throw cannotWrite(shown, "another directory has replaced the skill's");
}

function outside(shown: string, cause?: unknown): Error {
  return cannotWrite(shown, "its path contains a symlink or is outside the skill", cause);
}
