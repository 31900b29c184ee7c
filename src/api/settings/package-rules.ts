import { SkillsError } from "../../core/errors.ts";
import type { JsonNode } from "../../core/json.ts";
import { quote } from "../../core/show.ts";
import type { Tell } from "../../parse/format/format.ts";
import { directoryOf, type FilePlace, innerPathOf, placeIn } from "../../read/file-place.ts";
import { currentUser, ownerOf } from "../../read/ownership.ts";
import type { Loading } from "./loading.ts";
import { onDisk, type SettingsFiles } from "./settings-files.ts";

/** The names of a package's only file that is read, in its directory. No code of a package is loaded. */
const fileNames = ["skills.config.yaml", "skills.config.json"] as const;

/** Maximum number of directories above a config that are searched for node_modules. */
const deepest = 100;

/** What is read of a package: its file, the directory that none of its paths may leave, and where both are read. */
export interface PackagePlace extends FilePlace {
  readonly within: string;
  readonly from?: SettingsFiles;
}

/**
 * The file of a package in the nearest `node_modules` that has it, as Node finds it. Nothing is downloaded. A package is
 * installed on the disk and is no part of a commit, unless its repository contains it: then that of the commit counts.
 */
export function findPackage(
  name: string,
  by: FilePlace,
  { cwd, from }: Pick<Loading, "cwd" | "from">,
): PackagePlace | { readonly problem: string } {
  let directory = directoryOf(by);
  for (let level = 0; level < deepest; level++) {
    const folder = placeIn(directory, `node_modules/${name}`, cwd);
    const committed = fileNames
      .map((each) => placeIn(folder.absolute, each, cwd))
      .find(({ absolute }) => from.isThere(absolute));
    if (committed && from !== onDisk) return { ...committed, within: folder.absolute, from };
    if (onDisk.isThere(folder.absolute)) return fileIn(folder, name, cwd);
    const parent = directoryOf({ absolute: directory, label: "" });
    if (parent === directory) break;
    directory = parent;
  }
  return { problem: `the package ${quote(name, 60)} is not installed; install it with npm` };
}

function fileIn(folder: FilePlace, name: string, cwd: string): PackagePlace | { readonly problem: string } {
  const file = fileNames
    .map((each) => placeIn(folder.absolute, each, cwd))
    .find(({ absolute }) => onDisk.isThere(absolute));
  if (!file)
    return { problem: `the package ${quote(name, 60)} has no ${fileNames[0]}; it is no package of rules` };
  const [user, owner] = [currentUser(), ownerOf(file.absolute)];
  if (user !== undefined && owner !== undefined && owner !== user && owner !== 0)
    return { problem: `the package ${quote(name, 60)} belongs to another user; install it again` };
  return { ...file, within: folder.absolute, from: onDisk };
}

/** The file that a file of a package extends, which must be one of the package too. */
export function requireWithin(
  place: FilePlace,
  within: string,
  cwd: string,
): FilePlace | { readonly problem: string } {
  return innerPathOf(within, place.absolute, cwd) === undefined
    ? { problem: `${quote(place.label)} is outside the package` }
    : place;
}

/** Reads the files of a package, and nothing outside of it. Its files count with the others. */
export function fromPackage(loading: Loading, { within, from = loading.from }: PackagePlace): Loading {
  return {
    ...loading,
    from: {
      ...from,
      read: (place) => {
        if (innerPathOf(within, place.absolute, loading.cwd) === undefined)
          throw new SkillsError("bad-usage", `${quote(place.label)} is outside the package`);
        return from.read(place);
      },
    },
  };
}

/** Reports what a package may not set: what is ignored and suppressed is for the project to say. */
export function requireRulesOnly(root: JsonNode | undefined, tell: Tell): void {
  if (root?.kind !== "object") return;
  for (const { key, keyRange } of root.members)
    if (!["$schema", "extends", "rules"].includes(key))
      tell(`a package sets only rules; remove ${quote(key, 60)}`, keyRange);
}
