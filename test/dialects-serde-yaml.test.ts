import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { readSerdeStruct } from "../src/yaml/theirs/serde/struct.ts";
import { readSerdeValue } from "../src/yaml/theirs/serde/value.ts";
import { fixturesRoot } from "./support/fixtures.ts";

/**
 * The error of serde_yaml 0.9.34 for a text: as a `Value` recorded from Copilot CLI 1.0.102, as a struct of text fields
 * from Codex CLI 0.169.0. null if there is none. Absent if it is not known, as Codex CLI changed the text.
 */
interface Recorded {
  readonly yaml: string;
  readonly value: string | null;
  readonly struct?: string | null;
}

const recorded = JSON.parse(
  readFileSync(path.join(fixturesRoot, "clients", "serde-yaml.json"), "utf8"),
) as Readonly<Record<string, Recorded>>;

const shape = {
  name: "SkillFrontmatter",
  fields: {
    name: "option",
    description: "option",
    metadata: { name: "SkillFrontmatterMetadata", fields: { "short-description": "option" } },
  },
} as const;

it("reads values as serde_yaml does, with its messages", () => {
  const wrong = Object.entries(recorded).flatMap(([name, { yaml, value }]) => {
    const read = readSerdeValue(yaml);
    const message = read.outcome === "error" ? read.message : null;
    return message === value ? [] : [{ name, message, value }];
  });
  expect(wrong).toEqual([]);
});

it("reads structs as serde_yaml does, with its messages", () => {
  const wrong = Object.entries(recorded).flatMap(([name, { yaml, struct }]) => {
    const read = readSerdeStruct(yaml, shape);
    const message = read.outcome === "error" ? read.message : null;
    return struct === undefined || message === struct ? [] : [{ name, message, struct }];
  });
  expect(wrong).toEqual([]);
});

it("stops at aliases that make too much of a small text", () => {
  const lines = Array.from({ length: 30 }, (_, at) =>
    at === 0 ? "a0: &a0 x" : `a${at}: &a${at} [*a${at - 1}, *a${at - 1}]`,
  );
  expect(readSerdeValue(lines.join("\n"))).toEqual({
    outcome: "error",
    message: "repetition limit exceeded",
  });
});
