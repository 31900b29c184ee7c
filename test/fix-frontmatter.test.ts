import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { lint } from "../src/api/lint/lint.ts";
import { makeTree } from "./support/tree.ts";

const own = "name: pdf-forms\ndescription: Fills PDF forms. Use when a form is to be filled.\n";

/** What follows name and description once the fixes are made; a second run must find nothing to change. */
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
    ["removes an empty list of tools", "allowed-tools: []\nlicense: MIT", "license: MIT\n"],
    ["removes one over several lines", "license: MIT\nallowed-tools: [\n  ]", "license: MIT\n"],
    ["leaves one with a comment", "allowed-tools: [] # none", "allowed-tools: [] # none\n"],
  ])("%s", async (_, before, after) => {
    expect(await fixed(before, "safe")).toBe(after);
  });

  it("takes no list of another field for a hint", async () => {
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
      "them beside a misspelt one, which is spelt right",
      'version: "1.0"\nlicence: MIT',
      'license: MIT\nmetadata:\n  version: "1.0"\n',
    ],
    ["none where a client obeys another", 'version: "1.0"\nmodel: opus', 'version: "1.0"\nmodel: opus\n'],
    ["none where one is unknown", 'version: "1.0"\nowner: a', 'version: "1.0"\nowner: a\n'],
    ["none where one is a list", 'version: "1.0"\ntags:\n  - a', 'version: "1.0"\ntags:\n  - a\n'],
    [
      "none where a client reads a misspelt one",
      'version: "1.0"\nallowed_tools: Read',
      'version: "1.0"\nallowed_tools: Read\n',
    ],
    [
      "none where one is there already",
      'version: "1.0"\nauthor: a\nmetadata:\n  version: "2"',
      'version: "1.0"\nauthor: a\nmetadata:\n  version: "2"\n',
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
])("--unsafe-fixes changes %s, of which readers find another value", async (_, before, after) => {
  expect(await fixed(before, "unsafe")).toBe(after);
});

it("--fix keeps a list of tools a list that every reader reads", async () => {
  expect(await fixed("allowed-tools: [Read, Write]", "safe")).toBe("allowed-tools:\n  - Read\n  - Write\n");
});
