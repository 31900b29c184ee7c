import { SkillsError } from "../../core/errors.ts";
import { skillSources, type SkillSourceName } from "../../results/list.ts";
import { quote } from "../../core/show.ts";
import type { Root } from "../../install/root.ts";
import { chooseRoot, type ChosenRoot } from "../../install/roots.ts";
import { lookUp } from "../../read/discover-named.ts";

/** Where skills are looked for by their names. */
export interface RootsChoice {
  /** Each a directory, or one of the sources, a colon, and the directory in which its skills are; as the user wrote them. */
  readonly roots?: readonly string[];
  /** Look into those of this source only. */
  readonly source?: SkillSourceName;
  /** Where relative paths begin. */
  readonly cwd: string;
  /** For the home directory. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A directory on this machine in which a skill of some name is looked for; what an agent has there is a `SkillRoot`. */
export interface SearchedRoot {
  readonly source?: SkillSourceName;
  readonly label: string;
  /** Absent where nothing is there. */
  readonly root?: Root;
}

interface NamedRoot {
  readonly source?: SkillSourceName;
  readonly path: string;
}

/**
 * The directories of skills, those that go before the others first: project, user, builtin, and of one source in the order given. Directories named
 * without a source stand alone, in place of the usual ones. Throws a SkillsError for one that was named and is not there.
 */
export function findRoots({ roots = [], source, cwd, env = {} }: RootsChoice): readonly SearchedRoot[] {
  const named = roots.map(readRoot);
  const bare = named.filter((each) => each.source === undefined);
  const ofSource = (wanted: SkillSourceName): readonly SearchedRoot[] => {
    const given = named.filter((each) => each.source === wanted);
    if (given.length > 0) return given.map((each) => openNamed(each, cwd));
    return bare.length > 0 || wanted === "builtin"
      ? []
      : openUsual(wanted, { cwd, env, asked: source === wanted });
  };
  if (source === undefined)
    return withoutRepeats([...bare.map((each) => openNamed(each, cwd)), ...skillSources.flatMap(ofSource)]);
  const chosen = withoutRepeats(ofSource(source));
  if (chosen.length === 0)
    throw new SkillsError("bad-usage", `--source ${source} names no directory`, {
      hint: `name it: --root ${source}:PATH`,
    });
  return chosen;
}

function readRoot(written: string): NamedRoot {
  const source = skillSources.find((each) => written.startsWith(`${each}:`));
  const path = source === undefined ? written : written.slice(source.length + 1);
  if (path === "")
    throw new SkillsError("bad-usage", `--root ${quote(written)} names no directory`, {
      hint: "for example: --root builtin:/opt/agent/skills",
    });
  return { path, ...(source !== undefined && { source }) };
}

function openNamed({ source, path }: NamedRoot, cwd: string): SearchedRoot {
  const chosen = chooseRoot({ root: path, cwd, env: {} });
  const root = open(chosen);
  if (!root)
    throw new SkillsError(
      "not-found",
      `there is no ${quote(chosen.label)}, expected a directory that holds skills`,
    );
  return { label: chosen.label, root, ...(source !== undefined && { source }) };
}

interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user asked for this very source. */
  readonly asked: boolean;
}

/** Where no home is known nobody misses the user's skills, unless they were asked for. */
function openUsual(source: "project" | "user", { cwd, env, asked }: Surroundings): readonly SearchedRoot[] {
  const chosen = choose(source, { cwd, env, asked });
  if (!chosen) return [];
  const root = open(chosen);
  return [{ source, label: chosen.label, ...(root && { root }) }];
}

function choose(source: "project" | "user", { cwd, env, asked }: Surroundings): ChosenRoot | undefined {
  try {
    return chooseRoot({ source, cwd, env });
  } catch (error) {
    if (error instanceof SkillsError && !asked) return undefined;
    throw error;
  }
}

/** Reading is no danger where writing is: a link that leads out of the project is followed, as clients do. */
function open({ written, label }: ChosenRoot): Root | undefined {
  const found = lookUp(written, "");
  if (found?.certain)
    throw new SkillsError("not-a-skill", `${quote(label)} is a file, expected a directory that holds skills`);
  return found && { directory: found.real, label };
}

/** In the home directory the project's and the user's are one. */
function withoutRepeats(roots: readonly SearchedRoot[]): readonly SearchedRoot[] {
  const seen = new Set<string>();
  return roots.filter(({ root }) => {
    if (!root) return true;
    const isNew = !seen.has(root.directory);
    seen.add(root.directory);
    return isNew;
  });
}
