import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { lookUpFile } from "../../find/discover-named.ts";
import { placeIn, type FilePlace } from "../../read/file-place.ts";
import { joinNative } from "../../read/label.ts";
import { isThere, projectDirectories } from "../../read/there.ts";

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
  /** Nearer configs that are ignored because they are inside a skill. */
  readonly passedOver: readonly FilePlace[];
}

/**
 * The config for a directory: the nearest one in the directory or above it that is not inside a skill. Throws a
 * SkillsError if a directory contains two configs, or a config with a misspelled name.
 */
export function findConfig({ cwd, env = {}, file }: ConfigChoice): FoundConfig {
  if (file === "") throw new SkillsError("bad-usage", "--config is empty; give it a file");
  if (file !== undefined) return { place: lookUpFile(file, cwd), passedOver: [] };
  const directories = projectDirectories(cwd, env[process.platform === "win32" ? "USERPROFILE" : "HOME"]);
  const free = directories.findLastIndex(isSkill) + 1;
  const passedOver = directories.slice(0, free).flatMap((directory) => placesOf(names, directory, cwd));
  for (const directory of directories.slice(free)) {
    const place = configIn(directory, cwd);
    if (place) return { place, passedOver };
  }
  return { passedOver };
}

function isSkill(directory: string): boolean {
  return ["SKILL.md", "skill.md"].some((name) => isThere(joinNative(directory, name)));
}

function configIn(directory: string, cwd: string): FilePlace | undefined {
  const [found, second] = placesOf(names, directory, cwd);
  if (found && second)
    throw new SkillsError(
      "bad-usage",
      `found both ${quote(found.label)} and ${quote(second.label)}; remove one of them`,
      { hint: "or choose one with --config FILE, or none with --no-config" },
    );
  const [wrong] = placesOf(misnomers, directory, cwd);
  if (!found && wrong)
    throw new SkillsError(
      "bad-usage",
      `a config named ${quote(wrong.label)} is not read; rename it to skills.config.yaml or skills.config.json`,
      { hint: "or select it with --config" },
    );
  return found;
}

function placesOf(of: readonly string[], directory: string, cwd: string): readonly FilePlace[] {
  return of.map((name) => placeIn(directory, name, cwd)).filter(({ absolute }) => isThere(absolute));
}
