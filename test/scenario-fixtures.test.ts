import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../src/core/estimate-tokens.ts";
import type { PlacedExpectation, Scenario } from "../src/model/scenario.ts";
import { judgeOne } from "../src/harness/scenario/judge.ts";
import { readScenario } from "../src/harness/scenario/read-scenario.ts";
import { runScenario, type ScenarioPlay, type ScenarioRun } from "../src/harness/scenario/run-scenario.ts";
import { scenarioProject, scenarioRoots } from "../src/harness/scenario/scenario-roots.ts";
import { systems } from "../src/generated/systems.ts";
import { flip } from "./support/flip.ts";

const root = fileURLToPath(new URL("../fixtures/scenarios/", import.meta.url));

function filesIn(directory: string): readonly string[] {
  return readdirSync(path.join(root, directory))
    .filter((file) => file.endsWith(".scenario.yaml"))
    .map((file) => `${directory}/${file}`);
}

function read(file: string): Scenario {
  const result = readScenario(readFileSync(path.join(root, file)), file);
  if ("problems" in result) throw new Error(JSON.stringify(result.problems));
  return result.scenario;
}

function run(file: string): Promise<ScenarioRun> {
  return runScenario(read(file), {
    systems,
    roots: (system, scenario) => scenarioRoots(scenario, system, path.dirname(path.join(root, file))) ?? [],
    project: (scenario) => scenarioProject(scenario, path.dirname(path.join(root, file))),
    tokens: { name: "estimate", count: estimateTokens },
  });
}

/** The verdicts other than "pass", one per line, as text. */
function tell({ plays }: ScenarioRun): string {
  return plays
    .map((play) =>
      [
        `${play.system}: ${play.outcome}`,
        ...play.verdicts.flatMap(({ outcome, expected, reason, at }) =>
          outcome === "pass"
            ? []
            : [`  ${outcome} ${at ? `${at.line}:${at.column} ` : ""}${expected}\n    ${reason}`],
        ),
      ].join("\n"),
    )
    .join("\n");
}

describe.each(filesIn("pass"))("%s", (file) => {
  it("passes in each of its systems", async () => {
    const played = await run(file);
    expect(tell(played)).toBe(played.plays.map(({ system }) => `${system}: pass`).join("\n"));
  });

  it("fails every expectation when it is inverted", async () => {
    const { scenario, plays } = await run(file);
    const survivors = plays.flatMap((play) =>
      scenario.expectations.flatMap((expectation) =>
        survives(expectation, play) ? [`${play.system} ${expectation.at.line}: ${expectation.kind}`] : [],
      ),
    );
    expect(survivors).toEqual([]);
  });

  it("has the same trace when played again", async () => {
    const [once, again] = [await run(file), await run(file)];
    expect(JSON.stringify(again)).toBe(JSON.stringify(once));
  });
});

function survives(expectation: PlacedExpectation, { played }: ScenarioPlay): boolean {
  return (
    played !== undefined &&
    flip(expectation, played).some((flipped) => judgeOne(flipped, played).outcome !== "fail")
  );
}

it.each(filesIn("fail"))("%s fails for the recorded reasons", async (file) => {
  const played = await run(file);
  expect(played.outcome).not.toBe("pass");
  await expect(`${tell(played)}\n`).toMatchFileSnapshot(
    path.join(root, file.replace(".scenario.yaml", ".expected.txt")),
  );
});

it("covers each kind of expectation in passing scenarios", () => {
  const kinds = filesIn("pass").flatMap((file) =>
    read(file).expectations.map((each) =>
      each.kind === "set"
        ? `${each.of} ${each.extent}`
        : each.kind === "text"
          ? `${each.of} ${each.how}`
          : each.kind,
    ),
  );
  expect(Array.from(new Set(kinds)).sort()).toMatchInlineSnapshot(`
    [
      "activated exactly",
      "activated includes",
      "activated never",
      "announced exactly",
      "answer contains",
      "answer lacks",
      "answer matches",
      "called includes",
      "called never",
      "conversation contains",
      "conversation lacks",
      "hidden exactly",
      "most",
      "offered includes",
      "offered never",
      "only",
      "order",
      "person contains",
      "person lacks",
      "person matches",
      "problems contains",
      "problems lacks",
      "prompt contains",
      "prompt lacks",
      "prompt matches",
      "read exactly",
      "read never",
      "refusals contains",
      "refusals lacks",
      "refusals matches",
      "run exactly",
      "shadowed exactly",
      "skipped exactly",
      "stop",
      "writes contains",
      "writes lacks",
      "writes matches",
      "written exactly",
    ]
  `);
});
