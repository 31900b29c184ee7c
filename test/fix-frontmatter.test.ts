import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { lint } from "../src/api/lint/lint.ts";
import { makeTree } from "./support/tree.ts";

const own = "name: pdf-forms\ndescription: Fills PDF forms. Use when a form is to be filled.\n";

/** The frontmatter after name and description, once fixed; a second run must change nothing. */
async function fixed(fields: string, fix: "safe" | "unsafe"): Promise<string> {
  const cwd = makeTree({ "pdf-forms/SKILL.md": `---\n${own}${fields}\n---\n\n# PDF forms\n\nFill it.\n` });
  await lint({ paths: ["."], cwd, fix });
  const { changes } = await lint({ paths: ["."], cwd, fix });
  expect(changes).toEqual([]);
  const text = readFileSync(path.join(cwd, "pdf-forms/SKILL.md"), "utf8");
  expect(text.startsWith(`---\n${own}`)).toBe(true);
  return text.slice(4 + own.length, text.indexOf("---\n", 4));
}

describe("--fix", () => {
  it.each([
    ["quotes a hint in brackets", "argument-hint: [issue-number]", 'argument-hint: "[issue-number]"\n'],
    [
      "quotes a hint in braces before a comment",
      "argument-hint: {file} # the form",
      'argument-hint: "{file}" # the form\n',
    ],
    ["quotes a hint with quotes in it", "argument-hint: ['a b']", `argument-hint: "['a b']"\n`],
    ["leaves an empty hint", "argument-hint: []", "argument-hint: []\n"],
    ["leaves a hint on several lines", "argument-hint: [a,\n  b]", "argument-hint: [a,\n  b]\n"],
    ["leaves a license in brackets", "license: [MIT, BSD]", "license: [MIT, BSD]\n"],
    ["leaves an empty list of tools, which allows none", "allowed-tools: []", "allowed-tools: []\n"],
    [
      "leaves a list of tools without a value",
      "allowed-tools:\nlicense: MIT",
      "allowed-tools:\nlicense: MIT\n",
    ],
  ])("%s", async (_, before, after) => {
    expect(await fixed(before, "safe")).toBe(after);
  });

  it.each([
    ["removes an empty list of tools", "allowed-tools: []\nlicense: MIT", "license: MIT\n"],
    ["removes one over several lines", "license: MIT\nallowed-tools: [\n  ]", "license: MIT\n"],
    ["leaves one with a comment", "allowed-tools: [] # none", "allowed-tools: [] # none\n"],
  ])("%s only as an unsafe fix", async (_, before, after) => {
    expect(await fixed(before, "unsafe")).toBe(after);
  });

  it("does not treat a list in another field as a hint", async () => {
    expect(await fixed("metadata:\n  argument-hint: [a]", "safe")).toBe(
      "metadata:\n  argument-hint:\n    - a\n",
    );
  });
});

describe("--unsafe-fixes moves under metadata", () => {
  it.each([
    [
      "all fields that describe the skill",
      'created: 2026-01-02\nmodified: 2026-03-04 # by hand\nreviewed: "2026-05-06"',
      'metadata:\n  created: "2026-01-02"\n  modified: "2026-03-04" # by hand\n  reviewed: "2026-05-06"\n',
    ],
    [
      "them along with a misspelled one, which is corrected",
      'updated: "1.0"\nlicence: MIT',
      'license: MIT\nmetadata:\n  updated: "1.0"\n',
    ],
    [
      "none if a client reads one, and be it only to show it",
      'created: "1.0"\nversion: "1.0"',
      'created: "1.0"\nversion: "1.0"\n',
    ],
    ["none if a client uses another", 'updated: "1.0"\nmodel: opus', 'updated: "1.0"\nmodel: opus\n'],
    ["none if one is unknown", 'updated: "1.0"\nowner: a', 'updated: "1.0"\nowner: a\n'],
    ["none if one is a list", 'updated: "1.0"\nkeywords:\n  - a', 'updated: "1.0"\nkeywords:\n  - a\n'],
    [
      "none if a client reads the misspelled one",
      'updated: "1.0"\nallowed_tools: Read',
      'updated: "1.0"\nallowed_tools: Read\n',
    ],
    [
      "none if the field already exists under metadata",
      'updated: "1.0"\nsource: a\nmetadata:\n  updated: "2"',
      'updated: "1.0"\nsource: a\nmetadata:\n  updated: "2"\n',
    ],
  ])("%s", async (_, before, after) => {
    expect(await fixed(before, "unsafe")).toBe(after);
  });
});

it.each([
  [
    "a list of tools",
    "allowed-tools:\n  - Read\n  - Bash(git add *)",
    'allowed-tools: "Read Bash(git add *)"\n',
  ],
  ["commas between tools", "allowed-tools: Read, Write", "allowed-tools: Read Write\n"],
  ["a number in metadata", "metadata:\n  version: 1.10", 'metadata:\n  version: "1.10"\n'],
  ["a date for a license", "license: 2026-01-01", 'license: "2026-01-01"\n'],
])("--unsafe-fixes changes %s, whose value changes for readers", async (_, before, after) => {
  expect(await fixed(before, "unsafe")).toBe(after);
});

it("--fix preserves a list of tools for every reader", async () => {
  expect(await fixed("allowed-tools: [Read, Write]", "safe")).toBe("allowed-tools:\n  - Read\n  - Write\n");
});
