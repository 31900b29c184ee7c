import type { SkillSource, Unread } from "../core/source.ts";
import { discover } from "../read/discover.ts";
import { openMemory } from "../read/memory.ts";
import type { PathPatterns } from "../read/passed-over.ts";

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

/** The skills in scope. Throws a SkillsError where there is none. */
export async function findSources({ paths, cwd, ignore, stdin }: Scope): Promise<{ sources: readonly SkillSource[]; unread: readonly Unread[] }> {
  const piped: readonly SkillSource[] = stdin ? [{ ...openMemory(stdin.name, { "SKILL.md": stdin.bytes }, "-"), alone: true }] : [];
  if (stdin && paths.length === 0) return { sources: piped, unread: [] };
  const { sources, unread } = await discover(paths, { cwd, ...(ignore && { ignore }) });
  return { sources: [...piped, ...sources], unread };
}
