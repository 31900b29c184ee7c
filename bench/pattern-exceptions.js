// @ts-check
// Patterns that are not linear, or only look so, with the reason why they are fast. For a package, the file is the
// package's.

/** @type {readonly { readonly file: string, readonly starts: string, readonly because: string }[]} */
export const patternExceptions = [
  { file: "cli/completions/outline.ts", starts: "[<[](", because: "reads the flags of our own options" },
  {
    file: "core/path-pattern.ts",
    starts: "\\[(!",
    because: 'reads up to the last "]", so that every "[" ends',
  },
  { file: "core/sentence.ts", starts: "\\B(?=", because: "reads the digits of a number" },
  {
    file: "harness/systems/react-actions/yaml-subset.ts",
    starts: '"(?:[^"\\\\]|\\\\[^])*(?:',
    because: "from any ' but the last there is a match",
  },
  {
    file: "inventory/hosts.ts",
    starts: "(?:^|\\.)(?:example",
    because: "reads a host of some 300 characters",
  },
  { file: "parse/body/doubts.ts", starts: "(?:^|\\n[ \\t>]", because: "reads 160 characters" },
  { file: "parse/body/doubts.ts", starts: "(?:`[^`]{1,120}`", because: "reads 160 characters" },
  { file: "parse/body/paths.ts", starts: "(?::\\d+", because: "reads a word of at most 256 characters" },
  { file: "rules/scripts/parts/bare-commands.ts", starts: "^(?:.*[;&|(])?", because: "reads 128 characters" },
  { file: "rules/scripts/parts/bare-commands.ts", starts: "\\b(?:chmod", because: "reads 128 characters" },
  {
    file: "rules/name/confusable.ts",
    starts: "(?<!\\d)[\\s_.-]+|",
    because: "a run between digits matches up to its last character",
  },
];

/**
 * Patterns of bundled packages; the measurements of commands include them.
 * @type {readonly { readonly source: string, readonly because: string }[]}
 */
export const packagedExceptions = [
  { source: "[\\s]*[^\\s]+", because: "commander wraps our own help with it" },
  {
    source: "(?:\\[.*?[^\\\\]\\]|\\\\(?=.))",
    because: "ignore reads lines of at most 1,000 characters with it",
  },
  { source: "[ \\t]+$", because: "yaml takes it where there are no lookbehinds" },
  { source: "\\n+(?!\\n|$)", because: "yaml takes it where there are no lookbehinds" },
  {
    source: "(?:\\s|\\/\\/.*|\\/\\*[^]*?\\*\\/)*",
    because: "acorn tries it at one position, where it matches immediately",
  },
];
