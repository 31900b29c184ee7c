import { expect, it } from "vitest";
import { ndjson } from "../src/report/formats/ndjson.ts";
import { copyCases, folders } from "./support/fixtures.ts";
import { runSkillsIn } from "./support/io.ts";
import { full, hostileReport } from "./support/reported.ts";
import { samples } from "./support/samples.ts";
import { contextOf } from "./support/report.ts";
import { schemaOf } from "./support/schema.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import fc from "fast-check";

const matches = schemaOf("ndjson-output", ["report"]);
const linesIn = (text: string) => text.split("\n").slice(0, -1);

it("prints a line for each skill and for what was not read, which the schema accepts", () => {
  const lines = linesIn(ndjson(full, contextOf())).map((line) => JSON.parse(line));
  for (const line of lines) expect(matches(line), JSON.stringify(matches.errors)).toBe(true);
  expect(lines.map(({ id }) => id)).toEqual([...full.subjects, ...full.unread].map(({ path }) => path));
  expect(lines.filter(({ error }) => error).length).toBe(full.unread.length);
});

it("prints ASCII on one line for any text in a report", () => {
  for (const report of fc.sample(hostileReport, samples(50))) {
    const lines = linesIn(ndjson(report, contextOf()));
    expect(lines.length).toBe(report.subjects.length + report.unread.length);
    for (const line of lines) expect(line).toMatch(/^\{[ -~]*\}$/);
  }
});

it("has the subjects and the rule set of the JSON report, and the outcome of each skill", async () => {
  const cwd = makeTree({ "good/SKILL.md": skillMd("good"), "bad/SKILL.md": "no\n" });
  copyCases(
    cwd,
    folders("rules").filter((_, at) => at % 30 === 0),
  );
  const [asLines, asJson] = await Promise.all(
    ["ndjson", "json"].map((format) => runSkillsIn(cwd, "lint", "--format", format, ".")),
  );
  const report = JSON.parse(asJson!.stdout);
  const lines = linesIn(asLines!.stdout).map((line) => JSON.parse(line));
  expect(lines.map(({ subject }) => subject)).toEqual(report.subjects);
  expect(new Set(lines.map(({ ruleSet }) => ruleSet))).toEqual(new Set([report.ruleSet]));
  expect(new Set(lines.map(({ outcome }) => outcome))).toEqual(new Set([0, 1]));
  expect(lines.find(({ id }) => id === "good").outcome).toBe(0);
  expect(asLines!.code).toBe(1);
});
