import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { systemIds } from "../src/model/agent.ts";
import { estimateTokens } from "../src/core/estimate-tokens.ts";
import type { PlacedExpectation } from "../src/model/scenario.ts";
import { judgeOne } from "../src/harness/scenario/judge.ts";
import { readScenario } from "../src/harness/scenario/read-scenario.ts";
import { runScenario, type ScenarioPlay, type ScenarioRun } from "../src/harness/scenario/run-scenario.ts";
import { scenarioProject, scenarioRoots } from "../src/harness/scenario/scenario-roots.ts";
import { systems } from "../src/generated/systems.ts";
import { flip } from "./support/flip.ts";

const root = fileURLToPath(new URL("../fixtures/scenarios/systems/", import.meta.url));

function filesIn(directory: string): readonly string[] {
  return readdirSync(path.join(root, directory))
    .filter((file) => file.endsWith(".scenario.yaml"))
    .map((file) => `${directory}/${file}`);
}

function run(file: string): Promise<ScenarioRun> {
  const read = readScenario(readFileSync(path.join(root, file)), file);
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  const roots = path.dirname(path.join(root, file));
  return runScenario(read.scenario, {
    systems,
    roots: (system, scenario) => scenarioRoots(scenario, system, roots) ?? [],
    project: (scenario) => scenarioProject(scenario, roots),
    tokens: { name: "estimate", count: estimateTokens },
  });
}

/** The verdicts other than "pass", as text. */
function tell({ plays }: ScenarioRun): string {
  return plays
    .flatMap(({ outcome, verdicts }) => [
      outcome,
      ...verdicts.flatMap((verdict) =>
        verdict.outcome === "pass" ? [] : [`  ${verdict.expected}: ${verdict.reason}`],
      ),
    ])
    .join("\n");
}

/** Expectations that pass even when inverted. */
function survivors({ scenario, plays }: ScenarioRun): readonly string[] {
  const isVain = (expectation: PlacedExpectation, { played }: ScenarioPlay): boolean =>
    played !== undefined &&
    flip(expectation, played).some((flipped) => judgeOne(flipped, played).outcome !== "fail");
  return plays.flatMap((play) =>
    scenario.expectations.flatMap((expectation) =>
      isVain(expectation, play) ? [`${expectation.at.line}: ${expectation.kind}`] : [],
    ),
  );
}

describe.each(systemIds)("%s", (id) => {
  it.each(filesIn(`${id}/pass`))("passes %s", async (file) => {
    const played = await run(file);
    expect(tell(played)).toBe("pass");
    expect(played.scenario.systems).toEqual([id]);
    expect(survivors(played)).toEqual([]);
  });

  it.each(filesIn(`${id}/fail`))("fails %s for the recorded reasons", async (file) => {
    const played = await run(file);
    expect(played.outcome).toBe("fail");
    await expect(`${tell(played)}\n`).toMatchFileSnapshot(
      path.join(root, file.replace(".scenario.yaml", ".expected.txt")),
    );
  });
});
