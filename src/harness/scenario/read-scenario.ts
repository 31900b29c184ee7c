import type { FileProblem } from "../../core/file-problem.ts";
import { type ApprovalMode, systemIds } from "../../model/agent.ts";
import type {
  Scenario,
  ScenarioPlaces,
  ScenarioPolicy,
  ScenarioScript,
  ScenarioStep,
  ScenarioTool,
} from "../../model/scenario.ts";
import {
  amount,
  anything,
  flag,
  type Format,
  mapped,
  type Schema,
  text,
  words,
} from "../../parse/format/format.ts";
import { byKey, listOf, mapOf, members, oneOf, oneOrMore } from "../../parse/format/formats.ts";
import { readTree } from "../../parse/format/read-tree.ts";
import { definitions, expectations } from "./expectation-format.ts";

type ReadScenario =
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

const skill = { format: words, about: "The skill, by its name; the one activated last where none is named." };

const args = { format: listOf(text), about: "Its arguments." };

const step: Format<ScenarioStep> = byKey<ScenarioStep>("a step", {
  activate: members(
    "the step activate",
    { activate: { format: words, about: "The model asks for the instructions of this skill." } },
    {},
  ),
  read: members(
    "the step read",
    { read: { format: words, about: "It asks for this file, from the skill's root." } },
    { skill },
  ),
  run: members(
    "the step run",
    { run: { format: words, about: "It asks for this script to be run, from the skill's root." } },
    { skill, args },
  ),
  call: members(
    "the step call",
    { call: { format: words, about: "It calls this tool, by its name in the system." } },
    { arguments: { format: anything, about: "As they are, right or wrong." } },
  ),
  say: members("the step say", { say: { format: text, about: "It says these words and no more." } }, {}),
  action: members(
    "the step action",
    { action: { format: anything, about: "It answers with this action, in a system of actions." } },
    {},
  ),
  finish: members(
    "the step finish",
    { finish: { format: text, about: "It gives this final answer, in the words of the system." } },
    {},
  ),
});

const script: Format<ScenarioScript> = mapped(
  members(
    "the recorded script",
    {
      skill: { format: words, about: "The skill, by its name." },
      file: { format: words, about: "The script, from the skill's root." },
    },
    {
      args: {
        format: listOf(text),
        about: "The arguments for which the answer holds; any, where none are given.",
      },
      exit: { format: amount, about: "Its exit code." },
      stdout: { format: text, about: "What it prints." },
      stderr: { format: text, about: "What it prints to its standard error." },
    },
  ),
  ({ exit, ...others }) => ({ ...others, ...(exit !== undefined && { exitCode: exit }) }),
);

const tool: Format<ScenarioTool> = members(
  "the tool",
  { name: { format: words, about: "Its name." } },
  {
    description: { format: text, about: "What the model is told of it." },
    parameters: { format: anything, about: "A JSON Schema of its arguments." },
    group: { format: words, about: "The skill whose group it belongs to." },
    answer: { format: text, about: "What it always answers." },
  },
);

const modes = ["ci", "interactive", "yes"] as const satisfies readonly ApprovalMode[];

const policy: Format<ScenarioPolicy> = mapped(
  members(
    "the policy",
    {},
    {
      configured: { format: listOf(words), about: "The tools that the configuration allows." },
      allowed: { format: listOf(words), about: "The tools that this run allows." },
      approval: { format: oneOf(modes), about: 'How an approval is come by; "yes" where nothing is said.' },
      approvals: {
        format: listOf(flag),
        about: "What the person answers where approvals are interactive; no, to all that come later.",
      },
    },
  ),
  (read) => ({ approval: "yes", approvals: [], ...read }),
);

const limits = members(
  "the limits",
  {},
  {
    turns: { format: amount, about: "The model is asked no more often." },
    calls: { format: amount, about: "No more calls are carried out." },
    scripts: { format: amount, about: "No more scripts are run." },
  },
);

const path = (about: string): { readonly format: Format<string>; readonly about: string } => ({
  format: words,
  about: `${about}, from the directory of this file.`,
});

/** A whole scenario, as its file has it. */
const scenarioFormat = members(
  "a scenario",
  {
    prompt: {
      format: oneOrMore(words),
      about: "What the person says, or a list of what they say one after another.",
    },
    expect: { format: expectations, about: "What must be so once the session has ended." },
  },
  {
    $schema: { format: text, about: "Where this schema is." },
    name: { format: words, about: "What it shows." },
    systems: {
      format: listOf(oneOf(systemIds), { fewest: 1 }),
      about: "The systems that it is played in; all, where none are named.",
    },
    steps: { format: listOf(step), about: "What the model does, one turn each." },
    scripts: { format: listOf(script), about: "What scripts are taken to have answered." },
    tools: { format: listOf(tool), about: "Tools of the host." },
    policy: { format: policy, about: "Which tools may be used, and who approves." },
    settings: { format: anything, about: "The settings of the system." },
    limits: { format: limits, about: "The most that the session may do." },
    project: path("The project whose skills are found as the system would find them"),
    home: path("The home whose skills are found as the system would find them"),
    skills: {
      format: listOf(words, { fewest: 1 }),
      about:
        "Directories of skills to put into the first root of the system, from the directory of this file.",
    },
    environment: { format: mapOf(text), about: "The environment variables of the system." },
  },
);

/** The same as a JSON Schema. */
export const scenarioSchema: Schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "https://skillwright.dev/schemas/scenario.schema.json",
  title: "Scenario",
  description:
    "A test of what an agent does with skills, `*.scenario.yaml`: what the person says, what the model does, and what must come of it. `skills test` plays it without a model, a network or a clock.",
  ...scenarioFormat.schema,
  $defs: definitions,
};
