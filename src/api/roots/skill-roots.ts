import { SkillsError } from "../../core/errors.ts";
import { skillSources, type SkillSourceName } from "../../model/reports/list.ts";
import { quote } from "../../core/show.ts";
import type { Root } from "../../install/root.ts";
import { chooseRoot, type ChosenRoot, type UsualRoots } from "../../install/roots.ts";
import { clientDirectories } from "./client-directories.ts";
import { lookUp } from "../../find/discover-named.ts";

/** Options for the directories in which skills are found by name. */
export interface RootsChoice {
  /** Directories, or SOURCE:DIRECTORY to replace the directory of a source; as the user wrote them. */
  readonly roots?: readonly string[];
  /** The client whose directories are searched instead of those that many clients share. */
  readonly client?: string;
  /** Search only this source. */
  readonly source?: SkillSourceName;
  /** Base of relative paths. */
  readonly cwd: string;
  /** For the home directory. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * A directory on this machine that is searched for skills by name. A `SkillRoot` is the same for a simulated system.
 */
export interface SearchedRoot {
  readonly source?: SkillSourceName;
  readonly label: string;
  /** Absent if the directory does not exist. */
  readonly root?: Root;
}

interface NamedRoot {
  readonly source?: SkillSourceName;
  readonly path: string;
}

/**
 * The directories of skills in order of precedence: project, user, builtin, and within a source in the order given.
 * Directories given without a source replace the default ones. Throws a SkillsError for a given directory that does not
 * exist.
 */
export function findRoots({
  roots = [],
  client,
  source,
  cwd,
  env = {},
}: RootsChoice): readonly SearchedRoot[] {
  const named = roots.map(readRoot);
  const bare = named.filter((each) => each.source === undefined);
  const ofSource = (wanted: SkillSourceName): readonly SearchedRoot[] => {
    const given = named.filter((each) => each.source === wanted);
    if (given.length > 0) return given.map((each) => openNamed(each, cwd));
    return bare.length > 0 || wanted === "builtin"
      ? []
      : openUsual(wanted, {
          cwd,
          env,
          asked: source === wanted,
          ...(client !== undefined && { usual: clientDirectories(client, env) }),
        });
  };
  if (source === undefined)
    return withoutRepeats([...bare.map((each) => openNamed(each, cwd)), ...skillSources.flatMap(ofSource)]);
  const chosen = withoutRepeats(ofSource(source));
  if (chosen.length === 0)
    throw new SkillsError("bad-usage", `--source ${source} has no default directory`, {
      hint: `set it with --root ${source}:PATH`,
    });
  return chosen;
}

function readRoot(written: string): NamedRoot {
  const source = skillSources.find((each) => written.startsWith(`${each}:`));
  const path = source === undefined ? written : written.slice(source.length + 1);
  if (path === "")
    throw new SkillsError("bad-usage", `--root ${quote(written)} has no path`, {
      hint: "for example: --root builtin:/opt/agent/skills",
    });
  return { path, ...(source !== undefined && { source }) };
}

function openNamed({ source, path }: NamedRoot, cwd: string): SearchedRoot {
  const chosen = chooseRoot({ root: path, cwd, env: {} });
  const root = open(chosen);
  if (!root) throw new SkillsError("not-found", `the directory ${quote(chosen.label)} does not exist`);
  return { label: chosen.label, root, ...(source !== undefined && { source }) };
}

interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly usual?: UsualRoots;
  /** Whether the user chose this source explicitly. */
  readonly asked: boolean;
}

/** If there is no home directory, the user's skills are skipped, unless the user asked for them. */
function openUsual(source: "project" | "user", surroundings: Surroundings): readonly SearchedRoot[] {
  const chosen = choose(source, surroundings);
  if (!chosen) return [];
  const root = open(chosen);
  return [{ source, label: chosen.label, ...(root && { root }) }];
}

function choose(
  source: "project" | "user",
  { asked, ...surroundings }: Surroundings,
): ChosenRoot | undefined {
  try {
    return chooseRoot({ source, ...surroundings });
  } catch (error) {
    if (error instanceof SkillsError && !asked) return undefined;
    throw error;
  }
}

/**
 * Only for reading. Symlinks out of the project are followed, as clients do; only writing through them would be
 * dangerous.
 */
function open({ written, label }: ChosenRoot): Root | undefined {
  const found = lookUp(written, "");
  if (found?.certain)
    throw new SkillsError("not-a-skill", `${quote(label)} is a file, not a directory of skills`);
  return found && { directory: found.real, label };
}

/** If the project is the home directory, both sources have the same root. */
function withoutRepeats(roots: readonly SearchedRoot[]): readonly SearchedRoot[] {
  const seen = new Set<string>();
  return roots.filter(({ root }) => {
    if (!root) return true;
    const isNew = !seen.has(root.directory);
    seen.add(root.directory);
    return isNew;
  });
}
