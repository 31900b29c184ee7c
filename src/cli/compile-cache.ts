import { existsSync, mkdirSync, realpathSync, statSync } from "node:fs";
import module from "node:module";
import path from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Lets Node 22.8 and later keep the compiled program below `cache`, the user's directory for caches. Not with
 * `NODE_DISABLE_COMPILE_CACHE=1`, not with `NODE_COMPILE_CACHE`, which names another directory, and not in CI, where
 * the directory is usually deleted after a run.
 */
export function keepCompiledCode(env: Environment, cache: string | undefined): void {
  if (!("enableCompileCache" in module) || typeof module.enableCompileCache !== "function") return;
  if (env["NODE_DISABLE_COMPILE_CACHE"] || env["NODE_COMPILE_CACHE"] || env["CI"]) return;
  const directory = codeDirectory(cache, process.getuid?.());
  if (directory !== undefined) module.enableCompileCache(directory);
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
