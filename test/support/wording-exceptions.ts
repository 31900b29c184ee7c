/** Phrases with a banned word that is right where it is: file → phrase → the reason. */
export const wordingExceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "src/cli/commands/verify.ts": {
    "--profile own": "a value of the option",
    "(own)": "a value of the option",
  },
  "docs/own-rules.md": { "own: mine": "an option of the engine" },
  "src/yaml/theirs/serde/struct.ts": { ", expected": "a message of serde" },
  "src/yaml/theirs/serde/value.ts": { ", expected": "a message of serde" },
  "src/rules/description/similar.ts": { "over own per": "stop words" },
  "src/rules/evals/triggers.ts": { tell: "a stop word", own: "a stop word", way: "a stop word" },
};
