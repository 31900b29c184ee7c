/** How much is read, however large a skill claims to be. Content beyond a limit is reported, never dropped silently. */
export const limits = {
  /** Of one text file. */
  textBytes: 1_048_576,
  /** Of frontmatter; past it, its YAML is not parsed (the facts: `yaml` takes seconds on hostile text of this size). */
  frontmatterBytes: 65_536,
  frontmatterLines: 1_000,
  yamlDepth: 64,
  yamlNodes: 10_000,
  /** Entries of one skill's listing. */
  files: 20_000,
  /** Directories below a skill's root. */
  depth: 32,
  /** Directories below a path in which skills are looked for. */
  searchDepth: 16,
} as const;

export function tooLarge(size: number, limit: number = limits.textBytes): string {
  return `larger than ${limit / 1_048_576} MiB (${size} bytes)`;
}
