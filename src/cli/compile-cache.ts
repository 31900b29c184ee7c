import { existsSync, mkdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { runCompiled } from "./compiled-code.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs the program whose files are in `folder`, and keeps their compiled code below `cache`, the user's directory for
 * caches. Not with `NODE_DISABLE_COMPILE_CACHE=1`, not with `NODE_COMPILE_CACHE`, as Node then keeps the code itself,
 * and not in CI, where the directory is usually deleted after a run.
 */
export function runProgram(name: string, folder: string, env: Environment, cache: string | undefined): void {
  const isOff = env["NODE_DISABLE_COMPILE_CACHE"] || env["NODE_COMPILE_CACHE"] || env["CI"];
  const directory = isOff ? undefined : codeDirectory(cache, process.getuid?.());
  // One file for each command, as commands run different functions of the files that they share.
  const kept =
    directory && path.join(directory, `${name}-${command(process.argv[2])}-${process.version}.code`);
  runCompiled(path.join(folder, `chunk-${name}.cjs`), kept);
}

/** The word that may be the name of a command; a run with another one keeps no code, as it ends with code 2. */
function command(word = ""): string {
  return /^[a-z-]+$/.test(word) ? word : "other";
}

/**
 * The directory for compiled code in `cache`, created if it is missing. Undefined if a user other than this one and
 * root could write to it or replace it: anyone who can write it can run code as this user. Windows has no such user
 * ids.
 */
export function codeDirectory(cache: string | undefined, uid: number | undefined): string | undefined {
  if (uid === undefined || cache === undefined) return undefined;
  try {
    const own = path.join(cache, "skillwright");
    const directory = path.join(own, "code");
    // One by one: Node's recursive mkdir() never returns for a path in /proc.
    for (const each of [cache, own, directory]) if (!existsSync(each)) mkdirSync(each, { mode: 0o700 });
    const real = realpathSync(directory);
    const { uid: owner, mode } = statSync(real);
    return owner === uid && (mode & 0o077) === 0 && isSafeBelow(path.dirname(real), uid) ? real : undefined;
  } catch {
    return undefined;
  }
}

/** Whether no other user can rename what is in a directory, in its parent, and so on. */
function isSafeBelow(directory: string, uid: number): boolean {
  const { uid: owner, mode } = statSync(directory);
  const isSticky = (mode & 0o1000) !== 0;
  if ((owner !== uid && owner !== 0) || ((mode & 0o022) !== 0 && !isSticky)) return false;
  const parent = path.dirname(directory);
  return parent === directory || isSafeBelow(parent, uid);
}
