import { expect, it } from "vitest";
import { loadSkill } from "../src/lint/load-skill.ts";
import { SourceText } from "../src/core/source-text.ts";
import type { Skill } from "../src/model/skill.ts";
import type { Field } from "../src/model/frontmatter.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { skillRules } from "../src/rules/lists/skill-rules.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";

const size = 60_000;

/** Loaded without the clients: their limits have tests of their own. */
function load(frontmatter: string, body = "# PDF forms\n"): Skill {
  return loadSkill(
    openMemory("pdf-forms", { "SKILL.md": `---\nname: pdf-forms\n${frontmatter}\n---\n${body}` }),
    [],
  ).skill;
}

const repeated = (text: string): string => text.repeat(Math.floor(size / text.length));

it.each([
  ["opening brackets in the description", load(`description: "${repeated("<a")}"`)],
  ["quotes and parentheses in the tools", load(`description: x\nallowed-tools: "${repeated("(')")}"`)],
  ["quotes without partners in the tools", load(`description: x\nallowed-tools: a${repeated("('")}`)],
  ["commas in the tools", load(`description: x\nallowed-tools: a${repeated(",")}b`)],
  ["dots and slashes in the licence", load(`description: x\nlicense: a${repeated("a.a/")}`)],
  ["variation selectors in the description", load(`description: x${repeated("\ufe0f\ufe0e")}`)],
  ["flags that do not end in the description", load(`description: ${repeated("\u{1f3f4}\u{e0067}")}`)],
  ["hyphens in the frontmatter", load(`description: ${repeated("-")}x`)],
  ["controls in the body", load("description: x", repeated("\u0001\u0002\u0085"))],
  ["lone carriage returns", load("description: x", repeated("\r"))],
  [
    "unknown fields",
    load(`description: x\n${Array.from({ length: 900 }, (_, at) => `field-${at}: 1`).join("\n")}`),
  ],
  [
    "fields in metadata",
    load(`description: x\nmetadata:\n${Array.from({ length: 900 }, (_, at) => `  f${at}: 1`).join("\n")}`),
  ],
])("speaks in bounded time about %s", (_, skill) => {
  const started = cpuTime();
  for (const { check } of skillRules)
    for (const { message } of check({ subject: skill })) expect(message.length).toBeLessThan(1000);
  expect(cpuTime() - started).toBeLessThan(linearLimit);
});

it("reports a field named like a property of every JavaScript object", () => {
  const keys = ["__proto__", "constructor", "toString"];
  const skill = load(`description: x\n${keys.map((key) => `${key}: x`).join("\n")}`);
  const unknown = skillRules.find(({ meta }) => meta.id === "unknown-field")!;
  expect(Array.from(unknown.check({ subject: skill }), ({ message }) => message.split('"')[1])).toEqual(keys);
});

it("prints no control character, wherever a skill puts it", () => {
  const source = new SourceText("\u001b".repeat(40));
  const range = source.range(1, 2);
  const field = (key: string): Field => ({
    key,
    value: "\u001b[2J\u202e",
    keyRange: range,
    valueRange: range,
    style: "plain",
    children: [],
  });
  const base = load("description: x");
  const keys = ["name", "description", "license", "metadata", "allowed-tools", "compatibility", "\u001bkey"];
  const frontmatter = {
    ...base.document!.frontmatter!,
    fields: new Map(keys.map((key) => [key, field(key)])),
  };
  const skill: Skill = { ...base, name: "\u001bdir", document: { ...base.document!, source, frontmatter } };
  const messages = skillRules.flatMap(({ check }) =>
    Array.from(check({ subject: skill }), ({ message, fixes = [] }) => [
      message,
      ...fixes.map(({ title }) => title),
    ]),
  );
  expect(messages.flat().filter((message) => /[\p{Cc}\p{Cf}]/u.test(message))).toEqual([]);
  expect(messages.length).toBeGreaterThan(5);
});
