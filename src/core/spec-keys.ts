/** The keys of the specification's table; https://agentskills.io/specification#frontmatter */
export const specKeys: readonly string[] = [
  "allowed-tools",
  "compatibility",
  "description",
  "license",
  "metadata",
  "name",
];
