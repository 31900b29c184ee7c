import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { readOldVscodeYaml } from "../src/yaml/theirs/vscode/old-yaml.ts";
import { readVscodeYaml } from "../src/yaml/theirs/vscode/yaml.ts";
import { fixturesRoot } from "./support/fixtures.ts";

/** What each of VS Code's readers makes of each text; null if nothing. */
const recorded = JSON.parse(
  readFileSync(path.join(fixturesRoot, "clients", "vscode-yaml.json"), "utf8"),
) as Readonly<Record<"37.6.1" | "31acd00a", Readonly<Record<string, unknown>>>>;

it.each([
  ["37.6.1", readVscodeYaml],
  ["31acd00a", readOldVscodeYaml],
] as const)("reads each text as VS Code does (%s)", (version, readYaml) => {
  const read = Object.keys(recorded[version]).map((text) => {
    const result = readYaml(text);
    return [text, result.outcome === "value" ? (result.value ?? null) : result];
  });
  expect(Object.fromEntries(read)).toEqual(recorded[version]);
  expect(read.length).toBeGreaterThan(50);
});

it("reports an escape beyond the last character", () => {
  expect(readVscodeYaml('a: "\\U00110000"\n')).toEqual({
    outcome: "error",
    message: "Invalid code point 1114112",
  });
});

it("reads long and deep texts within limits", () => {
  for (const text of ["[".repeat(60_000), "- ".repeat(60_000), "a: |\n".repeat(900), "a:\n".repeat(1_000)])
    for (const readYaml of [readVscodeYaml, readOldVscodeYaml])
      expect(["value", "unknown"]).toContain(readYaml(text).outcome);
});
