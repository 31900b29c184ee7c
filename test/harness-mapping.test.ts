import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { systemIds } from "../src/model/agent.ts";
import { testNames } from "./support/test-names.ts";

const here = new URL("./", import.meta.url);
const place = new URL("../src/harness/systems/README.md", import.meta.url);
const page = readFileSync(place, "utf8");

/** The tests of systems, all of which must be on the page. Tests of the harness itself may be. */
const ofSystems = [
  "agentskills",
  "agio",
  "harness9",
  "react",
  "react-actions",
  "react-permissions",
  "react-settings",
  "shell",
  "spring-ai-alibaba",
  "systems-scenarios",
].map((part) => `harness-${part}`);

/** "harness-agio: reads some lines of a file" */
function namesOf(test: string): readonly string[] {
  return testNames(new URL(`${test}.test.ts`, here)).map((name) => `${test}: ${name}`);
}

const named = new Set(Array.from(page.matchAll(/`([a-z0-9-]+: [^`]+)`/g), ([, name]) => name!));
const rows = page
  .split("\n")
  .filter((line) => /^\| (?!-)/.test(line))
  .map((line) => line.slice(2, -2).split(" | "));
const links = Array.from(page.matchAll(/\]\(([^)#]+)(?:#([^)]*))?\)/g), ([, target, anchor]) => ({
  target: target!,
  anchor,
}));

it("names only existing tests", () => {
  const known = new Set(Array.from(named, (name) => name.slice(0, name.indexOf(":"))).flatMap(namesOf));
  expect(Array.from(named).filter((name) => !known.has(name))).toEqual([]);
});

it("names every test of a system", () => {
  expect(ofSystems.flatMap(namesOf).filter((name) => !named.has(name))).toEqual([]);
});

it("links only existing files and rules", () => {
  expect(
    links.filter(({ target }) => !existsSync(new URL(target, place))).map(({ target }) => target),
  ).toEqual([]);
  const rules = readFileSync(new URL("../../rules/README.md", place), "utf8");
  expect(
    links
      .filter(
        ({ target, anchor }) => target.endsWith("rules/README.md") && !rules.includes(`\n## ${anchor}\n`),
      )
      .map(({ anchor }) => anchor),
  ).toEqual([]);
});

it("links every scenario of a system", () => {
  const scenarios = systemIds.flatMap((id) =>
    ["pass", "fail"].flatMap((outcome) =>
      readdirSync(new URL(`../fixtures/scenarios/systems/${id}/${outcome}/`, here))
        .filter((file) => file.endsWith(".scenario.yaml"))
        .map((file) => `${id}/${outcome}/${file}`),
    ),
  );
  const linked = new Set(
    links.flatMap(({ target }) =>
      target.endsWith(".scenario.yaml") ? [target.split("/").slice(-3).join("/")] : [],
    ),
  );
  expect(scenarios.filter((scenario) => !linked.has(scenario))).toEqual([]);
});

it("has a section for each system, and two or three cells with text in each row", () => {
  expect(Array.from(page.matchAll(/^## (.+)$/gm), ([, heading]) => heading)).toEqual([
    ...systemIds,
    "Shown by scenarios",
    "Beyond the documents",
  ]);
  expect(rows.length).toBeGreaterThan(200);
  expect(
    rows.filter((cells) => cells.length < 2 || cells.length > 3 || cells.some((cell) => cell.trim() === "")),
  ).toEqual([]);
});

it("shows each easily missed statement by a scenario, or by a test with the reason why by none", () => {
  const section = /^## Shown by scenarios$([^]*?)^## /m.exec(page)?.[1] ?? "";
  const statements = section
    .split("\n")
    .filter((line) => /^\| (?!-|System )/.test(line))
    .map((line) => line.slice(2, -2).split(" | "));
  expect(statements).toHaveLength(21);
  expect(
    statements.filter(([, , shown = ""]) => {
      const reason = shown.split("<br>").find((part) => !/^[[`]/.test(part));
      return !shown.includes(".scenario.yaml)") && !(shown.includes("`") && reason !== undefined);
    }),
  ).toEqual([]);
});

it("says how many statements have only a reason", () => {
  const isReason = ([, , shown = ""]: readonly string[]): boolean =>
    shown.split("<br>").every((part) => !/^[[`]/.test(part));
  const statements = rows.filter(
    ([first, second, third]) =>
      third && !/^(?:Requirement|Behavior|Statement)$/.test(second ?? "") && first !== "System",
  );
  const only = statements.filter(isReason);
  expect(page).toContain(`${only.length} statements of the documents have only a reason.`);
});
