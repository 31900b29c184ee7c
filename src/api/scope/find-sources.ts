import type { SkillSource } from "../../model/source.ts";
import { discover, type Discovery } from "../../read/discover.ts";
import { openMemory } from "../../model/memory-source.ts";
import type { PathPatterns } from "../../read/passed-over.ts";
import type { KnownPlaces } from "../../read/tracked-names.ts";

export interface Scope {
  /** Skill directories, SKILL.md files, trees, globs; as the user wrote them. */
  readonly paths: readonly string[];
  /** Where relative paths begin. */
  readonly cwd: string;
  /** Where no skill is looked for, beside what Git ignores; what is named outright is read all the same. */
  readonly ignore?: PathPatterns;
  /** One SKILL.md that is not on the disk, and the name of the directory it would stand in. */
  readonly stdin?: { readonly bytes: Uint8Array; readonly name: string };
}

/** The skills in scope; what is known of directories is not asked of the disk. Throws a SkillsError where there is none. */
export async function findSources(
  { paths, cwd, ignore, stdin }: Scope,
  known?: KnownPlaces,
): Promise<Discovery> {
  const piped: readonly SkillSource[] = stdin
    ? [{ ...openMemory(stdin.name, { "SKILL.md": stdin.bytes }, "-"), alone: true }]
    : [];
  if (stdin && paths.length === 0) return { sources: piped, places: new Map(), unread: [] };
  const found = await discover(paths, { cwd, known, ...(ignore && { ignore }) });
  return { ...found, sources: [...piped, ...found.sources] };
}
