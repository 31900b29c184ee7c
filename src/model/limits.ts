/** Limits on what is read, however large a skill is. Content over a limit is reported, never dropped silently. */
export const limits = {
  /** Maximum size of a text file, in bytes. */
  textBytes: 1_048_576,
  /**
   * Maximum size of frontmatter, in bytes; the YAML after that is not parsed, as `yaml` takes seconds for a hostile
   * text of this size.
   */
  frontmatterBytes: 65_536,
  frontmatterLines: 1_000,
  yamlDepth: 64,
  yamlNodes: 10_000,
  /** Maximum number of entries in the listing of a skill. */
  files: 20_000,
  /** Maximum depth of directories below a skill's root. */
  depth: 32,
  /** Maximum depth of directories below a path that is searched for skills. */
  searchDepth: 16,
} as const;

export function tooLarge(size: number, limit: number = limits.textBytes): string {
  return `larger than ${limit / 1_048_576} MiB (${size} bytes)`;
}
