import { closeSync, constants, existsSync, fstatSync, openSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import type { FileChange } from "../model/file-change.ts";
import { attempt, cannotWrite } from "./cannot-write.ts";

/** Where Linux lets a process name what lies in a directory that it has open, whatever has become of the directory's path. */
const descriptors = "/proc/self/fd";

/** Windows knows neither flag: there both are undefined, which adds nothing. */
const noLink = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Has `use` work in the folder of the file that changes, which is below the directory that was found, and no other that has taken its
 * path, with no link on the way. On Linux the folder is open meanwhile, so that nothing that `use` does in it can go elsewhere; the
 * path it is handed is good for no longer. Throws a SkillsError ("unwritable") that calls the file `shown`.
 */
export function inHeldFolder<T>(change: FileChange, shown: string, use: (folder: string) => T): T {
  const steps = change.from.split("/").slice(0, -1);
  if (steps.includes("..")) throw led(shown);
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
    if (code === "ELOOP" || code === "ENOTDIR") throw led(shown, cause);
    return attempt(shown, () => {
      throw cause;
    });
  }
}

/** Elsewhere a folder can only be looked at, right before it is used. */
function comparedFolder({ directory, mark }: FileChange, steps: readonly string[], shown: string): string {
  const root = attempt(shown, () => realpathSync.native(directory));
  requireMark(
    attempt(shown, () => statSync(root)),
    mark,
    shown,
  );
  const folder = path.join(root, ...steps);
  if (attempt(shown, () => realpathSync.native(folder)) !== folder) throw led(shown);
  return folder;
}

function requireMark(
  { dev, ino }: { readonly dev: number; readonly ino: number },
  mark: FileChange["mark"],
  shown: string,
): void {
  if (mark && (mark.dev !== dev || mark.ino !== ino))
    throw cannotWrite(shown, "another directory has taken the place of the skill's");
}

function led(shown: string, cause?: unknown): Error {
  return cannotWrite(shown, "the way there leads over a symbolic link or out of the skill", cause);
}
