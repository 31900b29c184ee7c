import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { runSkills } from "./support/io.ts";
import { makeTree } from "./support/tree.ts";

/** A project as the design of react-actions describes one, from its configuration to its evals. */
const fixture = fileURLToPath(new URL("../fixtures/scenarios/projects/react-actions", import.meta.url));

function copy(): string {
  const cwd = makeTree({});
  cpSync(fixture, cwd, { recursive: true });
  return cwd;
}

const test = (cwd: string) => runSkills(["test", ".", "--system", "react-actions"], { cwd });

it("plays a whole project offline with one command", async () => {
  const { code, stdout, stderr } = await test(fixture);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.replace(/\s+/g, " ")).toContain(
    "2 skills and 3 files tested in react-actions: 18 passed; 17 of 17 expectations in evals decided",
  );
});

it.each([
  ["config.json", '["write_file", "run_script", "network"]', '["write_file"]', 1],
  ["config.json", '"max_skill_body_lines": 500', '"max_skill_body_lines": 3', 1],
  ["config.json", '"coordination_skills": ["house-style"]', '"coordination_skills": []', 1],
  ["config.json", '"execution": {', '"execution": [', 2],
  ["skills/report/SKILL.md", "[read_file, run_script]", "[read_file]", 1],
  ["skills/report/SKILL.md", "version: 1.0.0", "disable-model-invocation: true", 1],
  ["skills/report/SKILL.md", "Sums up sales figures for a month.", "Sums up <b>sales</b>.", 1],
  ["skills/report/reference/kpi.md", "## Definitions", "## Meaning", 1],
  ["evals/cases.json", "I need a sales report", "I need an announcement", 1],
  ["evals/cases.json", '"max_tool_calls": 30', '"max_tool_calls": 2', 1],
  ["evals/cases.json", '"--month", "2026-10"]\n      },', '"--month", "2026-10"], "arg": []\n      },', 2],
  ["../tests/plans-and-asks.scenario.yaml", "approvals: [true]", "approvals: [false]", 1],
  ["../tests/ends-where-nobody-approves.scenario.yaml", "approval: ci", "approval: yes", 1],
])("fails if in %s %j is %j", async (file, before, after, expected) => {
  const cwd = copy();
  const place = path.join(cwd, ".agent", file);
  const text = readFileSync(place, "utf8");
  expect(text.split(before)).toHaveLength(2);
  writeFileSync(
    place,
    text.replace(before, () => after),
  );
  expect((await test(cwd)).code).toBe(expected);
});

it("records what a run of the project did", async () => {
  const cwd = copy();
  const { code } = await runSkills(
    ["run", "I need a sales report", "--system", "react-actions", "--model", "lexical", "--yes"],
    { cwd },
  );
  expect(code).toBe(0);
  const runs = path.join(cwd, ".agent/runs");
  const [moment = ""] = readdirSync(runs);
  expect(JSON.parse(readFileSync(path.join(runs, moment, "run.json"), "utf8"))).toMatchObject({
    answer: "Used report and requested reference/kpi.md.",
    model: "lexical",
    plan: { goal: "I need a sales report" },
  });
});
