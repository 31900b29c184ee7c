import { rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { claudeApi } from "../src/targets/validators/claude-api.ts";
import { validators } from "../src/generated/validators.ts";
import { skillsRef } from "../src/targets/validators/skills-ref.ts";
import type { ValidatorInput, Validator, Refusal } from "../src/model/validator.ts";
import { placeFiles, readLines, type ConformanceCase } from "./support/cases.ts";
import { validatorInput, inputOf } from "./support/validator-input.ts";

const cases = readLines<ConformanceCase>(new URL("../fixtures/reference/cases.jsonl", import.meta.url));
// A model gets only bytes and names: it cannot distinguish a path that is not a directory from an empty one, nor a
// dangling link from an unreadable file.
const beyondModels = [
  "0844-fs-symlink-dangling-lower-good",
  "0846-fs-symlink-two-loop",
  "0848-fs-symlink-dev-null",
  "0869-fs-path-is-a-file",
  "0871-fs-path-is-a-dangling-symlink",
];
const telling = cases.filter(({ id }) => !beyondModels.includes(id));

function onDisk<Result>({ files, skill }: ConformanceCase, use: (input: ValidatorInput) => Result): Result {
  const root = placeFiles(files);
  try {
    return use(validatorInput(path.join(root, skill)));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function messages(refusals: readonly Refusal[]): readonly string[] {
  return refusals.map(({ message }) => message);
}

const isDocumentedOnly = ({ reason, message }: Refusal) =>
  reason === "name-reserved" ||
  message.endsWith("contains an XML tag") ||
  message.startsWith("The folder name ");

it("has a source for each model", () => {
  expect(validators.length).toBeGreaterThan(1);
  expect(validators.filter(({ sources }) => sources.length === 0)).toEqual([]);
});

it("models every message of the reference in the conformance cases", () => {
  const wrong = telling
    .filter(({ reference }) => reference.validate !== null)
    .filter((entry) => {
      const said = onDisk(entry, (input) => messages(skillsRef.judge(input)));
      return JSON.stringify(said) !== JSON.stringify(entry.reference.validate);
    });
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

it("refuses what crashes the reference", () => {
  const crashed = telling.filter(({ reference }) => reference.validateCrash);
  expect(crashed.filter((entry) => onDisk(entry, (input) => skillsRef.judge(input).length !== 1))).toEqual(
    [],
  );
});

it("models the verdict and messages of quick_validate.py in the conformance cases", () => {
  const wrong = telling.filter((entry) => {
    const refusals = onDisk(entry, (input) =>
      claudeApi.judge(input).filter((refusal) => !isDocumentedOnly(refusal)),
    );
    if ("crash" in entry.quickValidate) return refusals.length === 0;
    return entry.quickValidate.valid
      ? refusals.length > 0
      : refusals[0]?.message !== entry.quickValidate.message;
  });
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

function refusalsOf(
  model: Validator,
  text: string | Uint8Array,
  name = "good",
): readonly (readonly [string, string | undefined])[] {
  return model.judge(inputOf(name, text)).map(({ reason, field }) => [reason, field]);
}

const skill = (...lines: readonly string[]) => `---\n${lines.join("\n")}\n---\n`;

describe("skills-ref", () => {
  it("gives each complaint its reason and field", () => {
    const text = skill(
      "zeta: 1",
      `name: -Bad--Name_${"x".repeat(60)}`,
      `description: ${"d".repeat(1025)}`,
      "compatibility:",
      "  - c",
    );
    expect(refusalsOf(skillsRef, text)).toEqual([
      ["unknown-field", "zeta"],
      ["name-length", "name"],
      ["name-case", "name"],
      ["name-hyphens", "name"],
      ["name-hyphens", "name"],
      ["name-characters", "name"],
      ["name-directory", "name"],
      ["description-length", "description"],
      ["compatibility-type", "compatibility"],
    ]);
  });

  it.each<[string, string | Uint8Array, string]>([
    ["no fence", "# Good\n", "fence-open"],
    ["a byte-order mark", "\ufeff---\nname: good\n---\n", "byte-order-mark"],
    ["an open end", "---\nname: good\n", "fence-close"],
    ["bytes that are no UTF-8", Buffer.from("---\nname: \xe9\n---\n", "latin1"), "encoding"],
    ["a control character", skill("name: a\x07"), "control-character"],
    ["a list", skill("- a"), "not-a-mapping"],
    ["a colon in a value", skill("description: Use when: always"), "yaml-syntax"],
    ["a flow sequence", skill("allowed-tools: [Read]"), "yaml-flow"],
    ["an anchor", skill("name: &a good"), "yaml-feature"],
    ["a tag", skill("name: !!str good"), "yaml-feature"],
    ["a key twice", skill("name: good", "name: good"), "duplicate-key"],
  ])("gives the reason of %s", (_, text, reason) => {
    expect(refusalsOf(skillsRef, text)).toEqual([[reason, undefined]]);
  });

  it("attributes refusals to dashes inside a value if the rest is valid without them", () => {
    expect(refusalsOf(skillsRef, skill("name: a---b", "description: x", "Zeta: 1"), "a---b")).toEqual([
      ["fence-line", "name"],
      ["fence-line", "description"],
    ]);
    expect(refusalsOf(skillsRef, skill("Zeta: 1", "name: good", "description: a --- b"))).toEqual([
      ["unknown-field", "Zeta"],
    ]);
  });

  it("reads skill.md if there is no SKILL.md, and no other spelling", () => {
    const named = (rootNames: readonly string[]) =>
      skillsRef
        .judge({ name: "good", rootNames, bytes: () => Buffer.from(skill("name: good", "description: x")) })
        .map(({ reason }) => reason);
    expect([named(["skill.md"]), named(["Skill.md"]), named(["README.md"])]).toEqual([
      [],
      ["file-name"],
      ["file-missing"],
    ]);
  });

  it("reports an existing file that cannot be read", () => {
    expect(skillsRef.judge({ name: "good", rootNames: ["SKILL.md"], bytes: () => undefined })).toEqual([
      { reason: "unreadable", message: "SKILL.md exists but cannot be read" },
    ]);
  });
});

describe("claude-api", () => {
  it("continues after the first refusal", () => {
    const text = skill("zeta: 1", "name: My_Claude", "description: a <b> c", "compatibility: [x]");
    expect(refusalsOf(claudeApi, text)).toEqual([
      ["unknown-field", "zeta"],
      ["name-case", "name"],
      ["name-characters", "name"],
      ["angle-brackets", "description"],
      ["compatibility-type", "compatibility"],
      ["name-reserved", "name"],
      ["name-directory", "name"],
    ]);
  });

  it.each<[string, string | Uint8Array, string, string | undefined]>([
    ["a first line with more than dashes", "--- \nname: good\n---\n", "fence-line", undefined],
    ["an open end", "---\nname: good\n", "fence-close", undefined],
    ["a number for a name", skill("name: 1", "description: x"), "name-type", "name"],
    ["a key that is no string", skill("1: x", "name: good", "description: x"), "unknown-field", undefined],
    ["an alias to nothing", skill("name: good", "description: *x"), "yaml-feature", undefined],
    ["a tab", skill("name: good", "metadata:", "\ta: b"), "yaml-indentation", undefined],
    ["a control character", skill("name: a\x07"), "control-character", undefined],
    ["a name with a tag", skill("name: <b>good</b>", "description: x"), "name-characters", "name"],
  ])("gives the reason of %s", (_, text, reason, field) => {
    expect(refusalsOf(claudeApi, text)[0]).toEqual([reason, field]);
  });

  it("accepts a name and description of spaces, as the script does", () => {
    expect(refusalsOf(claudeApi, skill('name: " "', 'description: ""', "compatibility: 0"))).toEqual([]);
  });

  it("compares the name with the directory's without case, as the API does", () => {
    const text = skill("name: good", "description: x");
    expect(refusalsOf(claudeApi, text, "other")).toEqual([["name-directory", "name"]]);
    expect(refusalsOf(claudeApi, text, "GOOD")).toEqual([]);
    expect(refusalsOf(claudeApi, text, "")).toEqual([]);
  });

  it("reads only SKILL.md", () => {
    expect(claudeApi.judge({ name: "good", rootNames: ["skill.md"], bytes: () => Buffer.from("") })).toEqual([
      { reason: "file-name", message: "SKILL.md not found" },
    ]);
  });

  it("adds the documented rules that the script lacks", () => {
    expect(
      claudeApi.judge(inputOf("claude-for-anthropic", skill("name: claude-for-anthropic", "description: x"))),
    ).toEqual([
      {
        reason: "name-reserved",
        message: 'name "claude-for-anthropic" contains the reserved word "anthropic"',
        field: "name",
      },
      {
        reason: "name-reserved",
        message: 'name "claude-for-anthropic" contains the reserved word "claude"',
        field: "name",
      },
    ]);
  });
});
