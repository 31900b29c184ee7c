import type { SkillSource } from "../../model/source.ts";
import { discover, type Discovery, NothingFound } from "../../find/discover.ts";
import { isArchive } from "../../find/archive-file.ts";
import { openMemory } from "../../model/memory-source.ts";
import type { PathPatterns } from "../../find/passed-over.ts";

export interface Scope {
  /**
   * Skill directories, directories that contain skills, SKILL.md files or globs, and for commands that predict what
   * clients load, archives; as the user wrote them.
   */
  readonly paths: readonly string[];
  /** Base of relative paths. */
  readonly cwd: string;
  /**
   * Directories to skip, in addition to those that git ignores. Paths that the user passes explicitly are still read.
   */
  readonly ignore?: PathPatterns;
  /** A SKILL.md that is not on disk, and the name of its directory. */
  readonly stdin?: { readonly bytes: Uint8Array; readonly name: string };
}

/** How far the search goes. */
export interface Reach {
  /**
   * Whether all is found that clients load from their roots, and in archives; what cannot be read of it is unread and
   * needed.
   */
  readonly asClients?: boolean;
  /** Whether plugins and marketplaces are wanted, too. */
  readonly withPlugins?: boolean;
}

/** Finds the skills in scope. Throws a SkillsError if there is no skill. */
export async function findSources(
  { paths, cwd, ignore, stdin }: Scope,
  { asClients = false, withPlugins = false }: Reach = {},
): Promise<Discovery> {
  const piped: readonly SkillSource[] = stdin
    ? [{ ...openMemory(stdin.name, { "SKILL.md": stdin.bytes }, "-"), alone: true }]
    : [];
  if (stdin && paths.length === 0) return { ...nothing, sources: piped };
  const archives = asClients ? paths.filter((path) => isArchive(path, cwd)) : [];
  const archived = archives.length === 0 ? [] : await readArchives(archives, cwd);
  const others = paths.filter((path) => !archives.includes(path));
  if (others.length === 0 && archives.length > 0) return { ...nothing, sources: [...piped, ...archived] };
  const found = await discover(others, { cwd, asClients, withPlugins, ...(ignore && { ignore }) }).catch(
    withCommand,
  );
  const { unread, loose } =
    found.loose.length === 0 ? { unread: [], loose: [] } : await sortLoose(found.loose);
  const sources = [...piped, ...archived, ...found.sources];
  return { ...found, sources, unread: [...found.unread, ...unread], loose };
}

const nothing: Discovery = {
  sources: [],
  places: new Map(),
  unread: [],
  followed: [],
  loose: [],
  plugins: [],
};

/** The readers of archives are loaded only for one. */
async function readArchives(paths: readonly string[], cwd: string): Promise<readonly SkillSource[]> {
  const { openArchivedSkills } = await import("../archives/archived-skills.ts");
  return (await Promise.all(paths.map((path) => openArchivedSkills(path, cwd)))).flat();
}

/** Completes the hint by the command that makes the file a skill. */
async function withCommand(error: unknown): Promise<never> {
  if (!(error instanceof NothingFound) || !error.loose) throw error;
  const { hint, loose, message } = error;
  const { commandFor } = await import("./loose-skills.ts");
  throw new NothingFound(message, { hint: `${hint!}; use \`${commandFor(loose)}\``, loose, cause: error });
}

/** The records of clients are loaded only for such files. */
async function sortLoose(loose: Discovery["loose"]): Promise<Pick<Discovery, "unread" | "loose">> {
  return (await import("./loose-skills.ts")).sortLoose(loose);
}
