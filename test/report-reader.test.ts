import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { readerSchema } from "../build/reader-schema.js";
import { schemaId } from "../src/model/address.ts";
import { runSkills } from "./support/io.ts";
import { schemaOf } from "./support/schema.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const strict = JSON.parse(readFileSync(path.resolve("schemas/report.schema.json"), "utf8"));
const isStrict = schemaOf("report");
const opened = readerSchema(strict, schemaId("report-reader"));
const isRead = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(opened);

it("is the schema of reports without what minor versions may add", async () => {
  await expect(`${JSON.stringify(opened, null, 2)}\n`).toMatchFileSnapshot(
    "../schemas/report-reader.schema.json",
  );
  expect(JSON.stringify(opened)).not.toContain('"additionalProperties":false');
});

const files = {
  "pdf-forms/SKILL.md": skillMd("PDF", "See [a](docs/a.md).\nUse  it with `scripts\\a.py`.\n"),
  "b/SKILL.md": skillMd("b"),
};

it.each([
  ["lint", "--security", "--target", "spec,codex"],
  ["check"],
  ["validate"],
  ["compat"],
  ["inspect"],
  ["graph"],
  ["digest"],
  ["explain"],
])(
  "describes what skills %s prints, and the same with words and fields of a later version",
  async (...words) => {
    const { stdout } = await runSkills([...words, "--format", "json"], { cwd: makeTree(files) });
    const report: unknown = JSON.parse(stdout);
    expect(isRead(report), JSON.stringify(isRead.errors)).toBe(true);
    const later = { ...(withMore(report) as object), command: "later-command" };
    expect(isStrict(later)).toBe(false);
    expect(isRead(later), JSON.stringify(isRead.errors)).toBe(true);
    expect(isRead(withMore(report)), JSON.stringify(isRead.errors)).toBe(true);
  },
);

it("still refuses what is no report", () => {
  for (const value of [{}, [], { schemaVersion: 1 }, { error: { code: "bad-usage", message: "a" } }])
    expect(isRead(value)).toBe(false);
});

it("accepts a kind of fix that is not known, but no broken one of those that are", async () => {
  const { stdout } = await runSkills(["lint", "--format", "json"], { cwd: makeTree(files) });
  const withOperation = (operation: object): unknown => {
    const report = JSON.parse(stdout);
    const fixed = report.subjects.flatMap((subject: { findings: object[] }) => subject.findings);
    fixed[0].fixes = [{ title: "a", safe: true, operations: [operation] }];
    return report;
  };
  expect(isRead(withOperation({ kind: "later", deep: {} }))).toBe(true);
  expect(isRead(withOperation({ kind: "edit", text: 5 }))).toBe(false);
  expect(isRead(withOperation({}))).toBe(false);
});

it("names the programs and the rules' categories, and distinguishes reports of other rules", async () => {
  const cwd = makeTree(files);
  const reportOf = async (...words: readonly string[]) =>
    JSON.parse((await runSkills(["lint", "--format", "json", ...words], { cwd })).stdout);
  const [one, again, other, more] = [
    await reportOf(),
    await reportOf("b"),
    await reportOf("--rule", "body-empty=off"),
    await reportOf("--target", "codex"),
  ];
  expect(one.ruleSet).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(again.ruleSet).toBe(one.ruleSet);
  expect(new Set([one.ruleSet, other.ruleSet, more.ruleSet]).size).toBe(3);
  expect(one.programs).toMatchObject({ spec: "spec", codex: "Codex CLI", "gemini-cli": "Gemini CLI" });
  const categories = one.subjects.flatMap(({ findings }: { findings: readonly { category: string }[] }) =>
    findings.map(({ category }) => category),
  );
  expect(categories.length).toBeGreaterThan(2);
  expect(categories).not.toContain(undefined);
});

/** The value with another member in every object with fixed members, which those have whose keys are not data. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, withMore(each)] as const);
  const isMap = entries.every(([, each]) => typeof each === "string");
  return Object.fromEntries(isMap ? entries : [...entries, ["later-field", { new: true }]]);
}
