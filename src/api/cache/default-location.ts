import { Buffer } from "node:buffer";
import { sha256 } from "../../manifest/digest.ts";
import { toNativePath } from "../../read/label.ts";

/**
 * The file in which the results for a working directory are saved: in a directory of the user, as a skill or a
 * repository could contain a file with results of its own. Undefined if no such directory is known.
 */
export function defaultLocation(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const folder = cacheFolder(env);
  return folder && toNativePath(folder, `skillwright/results/${sha256(Buffer.from(cwd)).slice(0, 16)}.cache`);
}

/** An empty value counts as unset, as in the XDG Base Directory Specification. */
function cacheFolder(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const named = process.platform === "win32" ? env["LOCALAPPDATA"] : env["XDG_CACHE_HOME"];
  if (named) return named;
  const home = process.platform === "win32" ? undefined : env["HOME"];
  return home ? toNativePath(home, ".cache") : undefined;
}
