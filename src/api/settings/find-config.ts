import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { lookUpFile } from "../../find/discover-named.ts";
import { namedPlace, placeIn, type FilePlace } from "../../read/file-place.ts";
import { joinNative, toInnerPath } from "../../read/label.ts";
import { currentUser, ownerOf } from "../../read/ownership.ts";
import { projectDirectories, realDirectory } from "../../read/there.ts";
import { onDisk, type SettingsFiles } from "./settings-files.ts";

export interface ConfigChoice {
  /** Base of relative paths, and start of the search for a config. */
  readonly cwd: string;
  /** For the home directory. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The config file given by the user, instead of the one found. */
  readonly file?: string;
}

const names = ["skills.config.yaml", "skills.config.json"] as const;

/** Misspelled names that users may expect to work. */
const misnomers = ["skills.config.yml", "skills.config.jsonc"] as const;

export interface FoundConfig {
  readonly place?: FilePlace;
  /** Nearer configs that are ignored, and why, as the end of a sentence. */
  readonly passedOver: readonly (FilePlace & { readonly reason: string })[];
}

/**
 * The config for a directory: the nearest one in the directory or above it that is not inside a skill and may be
 * obeyed. Throws a SkillsError if a directory contains two configs, or a config with a misspelled name. `files` are
 * those of a commit, if they are not on the disk.
 */
export function findConfig(
  { cwd, env = {}, file }: ConfigChoice,
  files: SettingsFiles = onDisk,
): FoundConfig {
  if (file === "") throw new SkillsError("bad-usage", "--config is empty; give it a file");
  if (file !== undefined) return { ...namedConfig(file, cwd, files), passedOver: [] };
  const home = env[process.platform === "win32" ? "USERPROFILE" : "HOME"];
  const directories = projectDirectories(cwd, home);
  const isSkill = (directory: string): boolean =>
    ["SKILL.md", "skill.md"].some((name) => files.isThere(joinNative(directory, name)));
  const free = directories.findLastIndex(isSkill) + 1;
  const placesIn = (directory: string, of: readonly string[]): readonly FilePlace[] =>
    of.map((name) => placeIn(directory, name, cwd)).filter(({ absolute }) => files.isThere(absolute));
  const passedOver = directories
    .slice(0, free)
    .flatMap((directory) => placesIn(directory, names))
    .map((place) => ({ ...place, reason: "it is inside a skill" }));
  const isForeign = files === onDisk ? foreignTo(directories, home) : () => false;
  for (const directory of directories.slice(free)) {
    const [own, foreign] = [false, true].map((is) =>
      placesIn(directory, [...names, ...misnomers]).filter((place) => isForeign(place) === is),
    ) as [FilePlace[], FilePlace[]];
    passedOver.push(...foreign.map((place) => ({ ...place, reason: "it belongs to another user" })));
    const place = configAmong(own);
    if (place) return { place, passedOver };
  }
  return { passedOver };
}

/** Absent if the file is not in the commit. */
function namedConfig(file: string, cwd: string, files: SettingsFiles): { readonly place?: FilePlace } {
  if (files === onDisk) return { place: lookUpFile(file, cwd) };
  const place = namedPlace(file, cwd);
  return files.isThere(place.absolute) ? { place } : {};
}

/**
 * Whether a config belongs to another user than this one and root. One below the home directory counts as the user's,
 * and so does one in a repository of this user, root or the owner of the working directory; otherwise a user
 * who can write in a directory such as /tmp could decide what is checked below it (as in git's CVE-2022-24765). Windows has no
 * such user ids.
 */
function foreignTo(directories: readonly string[], home: string | undefined): (place: FilePlace) => boolean {
  const user = currentUser();
  if (user === undefined) return () => false;
  const inRepository = ownerOf(joinNative(directories.at(-1)!, ".git"));
  if (inRepository !== undefined && [user, 0, ownerOf(directories[0]!)].includes(inRepository))
    return () => false;
  return ({ absolute }) => {
    const owner = ownerOf(absolute);
    const isOwn = owner === undefined || owner === user || owner === 0;
    return !isOwn && !(home && toInnerPath(realDirectory(home), realDirectory(absolute)) !== undefined);
  };
}

function configAmong(places: readonly FilePlace[]): FilePlace | undefined {
  const isNamed = ({ absolute }: FilePlace): boolean => names.some((name) => absolute.endsWith(name));
  const [found, second] = places.filter(isNamed);
  if (found && second)
    throw new SkillsError(
      "bad-usage",
      `found both ${quote(found.label)} and ${quote(second.label)}; remove one of them`,
      { hint: "or choose one with --config FILE, or none with --no-config" },
    );
  const [wrong] = places;
  if (!found && wrong)
    throw new SkillsError(
      "bad-usage",
      `a config named ${quote(wrong.label)} is not read; rename it to skills.config.yaml or skills.config.json`,
      { hint: "or select it with --config" },
    );
  return found;
}
