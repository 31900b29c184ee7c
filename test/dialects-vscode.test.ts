import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { readVscodeYaml } from "../src/dialects/vscode/yaml.ts";
import { fixturesRoot } from "./support/fixtures.ts";

/** What VS Code's reader (npm @codingame/monaco-vscode-api 37.6.1) makes of each text; null if nothing. */
const recorded = JSON.parse(
  readFileSync(path.join(fixturesRoot, "clients", "vscode-yaml.json"), "utf8"),
) as Readonly<Record<string, unknown>>;

it("reads each text as VS Code does", () => {
  const read = Object.keys(recorded).map((text) => {
    const result = readVscodeYaml(text);
    return [text, result.outcome === "value" ? (result.value ?? null) : result];
  });
  expect(Object.fromEntries(read)).toEqual(recorded);
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
    expect(["value", "unknown"]).toContain(readVscodeYaml(text).outcome);
});
