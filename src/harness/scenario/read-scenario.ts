import { systemIds } from "../../model/agent.ts";
import type { FileProblem } from "../../core/file-problem.ts";
import type { Scenario, ScenarioPlaces } from "../../model/scenario.ts";
import { readTree } from "../../parse/format/read-tree.ts";
import { scenarioFormat } from "./scenario-format.ts";

export type ReadScenario =
  | { readonly scenario: Scenario }
  | { readonly problems: readonly [FileProblem, ...FileProblem[]] };

/** Reads a scenario; `file` is what to call it to the user. */
export function readScenario(bytes: Uint8Array, file: string): ReadScenario {
  const { root, problems } = readTree(bytes, file);
  const told: FileProblem[] = [...problems];
  const read =
    root &&
    scenarioFormat.read(root, (message, { start: { line, column } }) =>
      told.push({ file, line, column, message }),
    );
  const [first, ...others] = told;
  if (first) return { problems: [first, ...others] };
  if (!read)
    return { problems: [{ file, line: 1, column: 1, message: "the file is empty, expected a scenario" }] };
  const {
    name = nameOf(file),
    systems = systemIds,
    steps,
    scripts = [],
    tools = [],
    settings = {},
    prompt: prompts,
    expect,
  } = read;
  return {
    scenario: {
      name,
      file,
      systems,
      prompts,
      ...(steps && { steps }),
      scripts,
      tools,
      policy: read.policy ?? { approval: "yes", approvals: [] },
      settings,
      budget: budgetOf(read.limits ?? {}),
      places: placesOf(read),
      expectations: expect,
    },
  };
}

/** "forms/fills-a-form.scenario.yaml" is "fills-a-form". */
function nameOf(file: string): string {
  const base = file.slice(file.lastIndexOf("/") + 1);
  return base.replace(/(?:\.scenario)?\.ya?ml$/, "");
}

function budgetOf({
  turns,
  calls,
  scripts,
}: {
  readonly turns?: number;
  readonly calls?: number;
  readonly scripts?: number;
}): Scenario["budget"] {
  return {
    ...(turns !== undefined && { turns }),
    ...(calls !== undefined && { toolCalls: calls }),
    ...(scripts !== undefined && { scriptRuns: scripts }),
  };
}

function placesOf({ project, home, skills, environment = {} }: Partial<ScenarioPlaces>): ScenarioPlaces {
  return {
    environment,
    ...(project !== undefined && { project }),
    ...(home !== undefined && { home }),
    ...(skills && { skills }),
  };
}
