import type { Unread } from "../model/source.ts";
import type { NamedDirectory } from "./search.ts";
import { isTracked } from "../git/index-file.ts";
import { isHiddenBelow, scopeAbove } from "../git/ignore.ts";
import { expandPattern } from "./glob.ts";
import { toNativePath } from "../read/label.ts";

/**
 * The files below a directory that match a pattern, relative to it, with "/", except those that git ignores. Follows
 * no symlinks.
 */
export async function findFiles(
  { real }: Pick<NamedDirectory, "real">,
  pattern: string,
  unread: Unread[],
): Promise<readonly string[]> {
  const matches = await expandPattern(pattern, real);
  if (matches.length === 0) return [];
  const scope = await scopeAbove(real, unread);
  const found: string[] = [];
  for (const match of matches)
    if (!(await isHiddenBelow(scope, real, match, unread)) || isTracked(toNativePath(real, match), false))
      found.push(match);
  return found;
}
