import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { documentName } from "../../model/document-name.ts";
import { limits } from "../../model/limits.ts";
import { openMemory } from "../../model/memory-source.ts";
import type { SkillSource, Unread } from "../../model/source.ts";
import { toInnerPath } from "../../read/label.ts";
import { leadsToDirectory, placeOf, realDirectory } from "../../read/there.ts";
import { selectLinted } from "../lint/select-linted.ts";
import type { LintOptions } from "../lint/lint-options.ts";
import type { SelectedSources } from "./select-sources.ts";

/** The absolute path of a directory that a program may read. Throws a SkillsError if it is not one. */
export function requireRoot(written: string, cwd: string): string {
  const absolute = placeOf(written, cwd);
  if (written !== "" && leadsToDirectory(absolute)) return absolute;
  throw new SkillsError("not-found", `${quote(written)} is not a directory; --root needs one`);
}

/**
 * The skills below paths that a program asks for, which may lie only in these directories. What a link leads to
 * elsewhere is not read, and unread. Throws a SkillsError for a path outside, and if no skill is in scope.
 */
export async function selectInside(
  options: Omit<LintOptions, "targets">,
  roots: readonly string[],
): Promise<SelectedSources> {
  const allowed = roots.map(realDirectory);
  const isInside = (absolute: string): boolean =>
    allowed.some((root) => toInnerPath(root, absolute) !== undefined);
  for (const path of options.paths) {
    if (path.includes("\0") || !isInside(realDirectory(placeOf(path, options.cwd))))
      throw new SkillsError("bad-usage", `${quote(path)} is not in a directory that this server may read`);
  }
  const { sources, inScope, unread, loose, plugins = [] } = await selectLinted(options);
  const outside = sources.filter(
    ({ directory }) => directory !== undefined && !isInside(realDirectory(directory)),
  );
  const inside = (each: SkillSource): boolean => !outside.includes(each);
  const left = outside.map(
    ({ label }): Unread => ({
      path: label,
      reason: "it leads out of the directories that this server may read",
      needed: true,
    }),
  );
  return {
    sources: sources.filter(inside),
    inScope: inScope.filter(inside),
    unread: [...unread, ...left],
    ...(loose && { loose }),
    plugins: plugins.filter(({ real }) => isInside(real)),
  };
}

/**
 * The skills among texts that are not saved, by path. Nothing on disk is read. Throws a SkillsError if there is no
 * SKILL.md, or for a path that is no path inside a skill.
 */
export function selectUnsaved(files: Readonly<Record<string, string>>): SelectedSources {
  const paths = Object.keys(files);
  if (paths.length > limits.files)
    throw new SkillsError("bad-usage", `more than ${limits.files} files; send fewer`);
  const folders = paths.flatMap((path) =>
    path.endsWith(`/${documentName}`) ? [path.slice(0, -documentName.length - 1)] : [],
  );
  if (folders.length === 0)
    throw new SkillsError("not-found", `no path of the files ends in "/${documentName}"`, {
      hint: `name each file with its skill's directory, such as "my-skill/${documentName}"`,
    });
  const filesOf = (folder: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      paths.flatMap((path) =>
        innermost(folders, path) === folder ? [[path.slice(folder.length + 1), files[path]!]] : [],
      ),
    );
  const sources = folders.map((folder) =>
    openMemory(folder.slice(folder.lastIndexOf("/") + 1), filesOf(folder), folder),
  );
  return { sources, inScope: sources, unread: [] };
}

function innermost(folders: readonly string[], path: string): string | undefined {
  const around = folders.filter((folder) => path.startsWith(`${folder}/`));
  return around.reduce<string | undefined>(
    (found, folder) => (found === undefined || folder.length > found.length ? folder : found),
    undefined,
  );
}
