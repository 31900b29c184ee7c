import { lstatSync, statSync } from "node:fs";
import path from "node:path";
import { isDocumentNameInAnyCase } from "./document-name.ts";
import { isThere } from "./gitignore.ts";
import { isPattern, parsePattern } from "./glob.ts";
import { realDirectory } from "./skill-places.ts";

/** The directories below which a change may matter to what these paths name; none for what is not there. */
export function rootsOf(paths: readonly string[], cwd: string): readonly string[] {
  return paths.flatMap((written) => {
    const absolute = path.resolve(
      cwd,
      isThere(path.resolve(cwd, written)) || !isPattern(written) ? written : parsePattern(written).base,
    );
    const stats = statSync(absolute, { throwIfNoEntry: false });
    if (!stats) return [];
    return [realDirectory(stats.isDirectory() ? absolute : path.dirname(absolute))];
  });
}

/** Whether a change at a place where no skill is may have made one, or brought one to light: by a file's name, or with a directory or a link. */
export function mayBringSkill(place: string): boolean {
  const name = path.basename(place);
  return (
    isDocumentNameInAnyCase(name) ||
    name === ".gitignore" ||
    lstatSync(place, { throwIfNoEntry: false })?.isFile() === false
  );
}
