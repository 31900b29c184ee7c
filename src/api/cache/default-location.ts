import { Buffer } from "node:buffer";
import { sha256 } from "../../manifest/digest.ts";
import { toNativePath } from "../../read/label.ts";
import { cacheDirectory } from "../../read/user-directories.ts";

/**
 * The file in which the results for a working directory are saved: in a directory of the user, as a skill or a
 * repository could contain a file with results of its own. Undefined if no such directory is known.
 */
export function defaultLocation(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const folder = cacheDirectory(env);
  return folder && toNativePath(folder, `skillwright/results/${sha256(Buffer.from(cwd)).slice(0, 16)}.cache`);
}
