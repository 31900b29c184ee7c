import type { FileProblem } from "../../core/file-problem.ts";
import type { JsonObject } from "../../core/json.ts";
import { schemaId } from "../../model/address.ts";
import { type ApprovalMode, type PermissionDecision, systemIds } from "../../model/agent.ts";
import type {
  PermissionRule,
  Scenario,
  ScenarioCall,
  ScenarioPlaces,
  ScenarioPolicy,
  ScenarioPositions,
  ScenarioScript,
  ScenarioStep,
} from "../../model/scenario.ts";
import {
  amount,
  anything,
  flag,
  type Format,
  located,
  type Located,
  mapped,
  misfit,
  type Schema,
  text,
  words,
} from "../../parse/format/format.ts";
import { byKey, listOf, mapOf, type Member, members, oneOf, oneOrMore } from "../../parse/format/formats.ts";
import { readWith } from "../../parse/format/read-tree.ts";
import { definitions, expectations } from "./expectation-format.ts";
import { type GivenSkills, givenSkills, innerTexts, type ProjectFiles, projectFiles } from "./given-files.ts";
import { readSettings, settingsConditions, settingsDefinitions, settingsSchema } from "./read-settings.ts";
import { tool, when } from "./tool-format.ts";

type ReadScenario =
  | { readonly scenario: Scenario }
  | { readonly problems: readonly [FileProblem, ...FileProblem[]] };

/** Reads a scenario; `file` is its name in messages. */
export function readScenario(bytes: Uint8Array, file: string): ReadScenario {
  const { value: read, problems } = readWith(scenarioFormat, bytes, file);
  const [first, ...others] = problems;
  if (first) return { problems: [first, ...others] };
  if (!read) return { problems: [{ file, line: 1, column: 1, message: "the scenario file is empty" }] };
  const { systems: named, steps, scripts = [], tools = [], prompt: prompts, expect } = read;
  const { settingsBySystem, namesBySystem, positions, refused, refusedBy } = readSettings(
    read.settings ?? noSettings,
    file,
    named,
  );
  const [unsuitable, ...more] = refused;
  if (unsuitable) return { problems: [unsuitable, ...more] };
  return {
    scenario: {
      name: read.name ?? nameOf(file),
      file,
      systems: named ?? systemIds,
      namesSystems: named !== undefined,
      prompts: valuesOf(prompts),
      ...(steps && { steps: valuesOf(steps) }),
      scripts: valuesOf(scripts),
      tools: valuesOf(tools),
      policy: policyOf(read.policy ?? {}),
      settingsBySystem,
      budget: budgetOf(read.limits ?? {}),
      ...(read.limits?.delay !== undefined && { longestDelay: read.limits.delay }),
      places: placesOf(read),
      expectations: expect,
      positions: {
        prompts: positionsOf(prompts),
        ...(read.project && { project: read.project.at }),
        ...(read.home && { home: read.home.at }),
        settings: positions,
        skills: positionsOf(read.skills && "paths" in read.skills ? read.skills.paths : []),
        steps: positionsOf(steps),
        scripts: positionsOf(scripts),
        tools: positionsOf(tools),
        policy: {
          tools: positionsOf([...(read.policy?.configured ?? []), ...(read.policy?.allowed ?? [])]),
          rules: positionsOf(read.policy?.rules),
          approvals: positionsOf(read.policy?.approvals),
        },
        environment: positionsOf(Object.values(read.environment ?? {})),
      },
      settingNames: namesBySystem,
      settingsProblems: refusedBy,
    },
  };
}

function valuesOf<Value>(all: readonly Located<Value>[]): readonly Value[] {
  return all.map(({ value }) => value);
}

function positionsOf(all: readonly Located<unknown>[] = []): ScenarioPositions["steps"] {
  return all.map(({ at }) => at);
}

/** The default name of a scenario, such as "fills-a-form" for "forms/fills-a-form.scenario.yaml". */
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

function policyOf({
  configured,
  allowed,
  rules = [],
  approval = "yes",
  approvals = [],
}: WrittenPolicy): ScenarioPolicy {
  return {
    rules: valuesOf(rules),
    approval,
    approvals: valuesOf(approvals),
    ...(configured && { configured: valuesOf(configured) }),
    ...(allowed && { allowed: valuesOf(allowed) }),
  };
}

interface ReadPlaces {
  readonly project?: Located<ProjectFiles>;
  readonly home?: Located<string>;
  readonly skills?: GivenSkills;
  readonly environment?: Readonly<Record<string, Located<string>>>;
}

function placesOf({ project, home, skills, environment = {} }: ReadPlaces): ScenarioPlaces {
  return {
    environment: Object.fromEntries(Object.entries(environment).map(([name, { value }]) => [name, value])),
    ...(typeof project?.value === "string" && { project: project.value }),
    ...(typeof project?.value === "object" && { files: project.value }),
    ...(home && { home: home.value }),
    ...(skills && ("files" in skills ? { skillFiles: skills.files } : { skills: valuesOf(skills.paths) })),
  };
}

const script: Format<ScenarioScript> = mapped(
  members(
    "the recorded script",
    {
      skill: { format: words, about: "Name of the skill." },
      file: { format: words, about: "Path of the script, relative to the skill's root." },
    },
    {
      args: {
        format: listOf(text),
        about: "Arguments for which this recording is used; default: any.",
      },
      exit: { format: amount, about: "Exit code of the script." },
      seconds: {
        format: amount,
        about: "How long the script takes; over the agent's limit, it times out. No time passes.",
      },
      stdout: { format: text, about: "Standard output of the script." },
      stderr: { format: text, about: "Standard error of the script." },
      writes: {
        format: innerTexts,
        about: "Files that the script writes in the project, as a map from path to text.",
      },
    },
  ),
  ({ exit, ...others }) => ({ ...others, ...(exit !== undefined && { exitCode: exit }) }),
);

const skill = { format: words, about: "Name of the skill; default: the skill activated last." };

const args = { format: listOf(text), about: "Arguments of the script." };

const calls: Readonly<Record<"activate" | "read" | "run" | "call", Format<ScenarioCall>>> = {
  activate: members(
    "the step activate",
    { activate: { format: words, about: "The model activates this skill." } },
    {},
  ),
  read: members(
    "the step read",
    { read: { format: words, about: "The model reads this file; path relative to the skill's root." } },
    { skill },
  ),
  run: members(
    "the step run",
    { run: { format: words, about: "The model runs this script; path relative to the skill's root." } },
    { skill, args },
  ),
  call: members(
    "the step call",
    { call: { format: words, about: "The model calls this tool; the name is as the agent spells it." } },
    { arguments: { format: anything, about: "Arguments, passed on unchecked." } },
  ),
};

const changedSkill = {
  format: words,
  about:
    "Name of the skill that the paths are relative to; default: the project, or the home directory after ~/.",
};

/** One step of a scenario; its key determines the kind. */
const step: Format<ScenarioStep> = byKey<ScenarioStep>("a step", {
  ...calls,
  calls: members(
    "the step calls",
    {
      calls: {
        format: listOf(byKey<ScenarioCall>("a call", calls), { fewest: 1 }),
        about: "The model makes these calls in one reply.",
      },
    },
    {},
  ),
  say: members(
    "the step say",
    { say: { format: text, about: "The model replies with only this text." } },
    {},
  ),
  action: members(
    "the step action",
    {
      action: {
        format: anything,
        about: "The model replies with this action, in a system with structured actions.",
      },
    },
    {},
  ),
  finish: members(
    "the step finish",
    { finish: { format: text, about: "The model gives this final answer, in the form the system uses." } },
    {},
  ),
  change: members(
    "the step change",
    {
      change: {
        format: mapOf(text),
        about:
          "Files that the user or a program writes after the model's last step: their new content by path. Nothing is written to disk.",
      },
    },
    { skill: changedSkill },
  ),
  remove: members(
    "the step remove",
    {
      remove: {
        format: oneOrMore(words),
        about:
          "Files or directories that the user or a program removes after the model's last step. Nothing is removed on disk.",
      },
    },
    { skill: changedSkill },
  ),
});

const modes = ["ci", "interactive", "yes"] as const satisfies readonly ApprovalMode[];

interface WrittenPolicy {
  readonly configured?: readonly Located<string>[];
  readonly allowed?: readonly Located<string>[];
  readonly rules?: readonly Located<PermissionRule>[];
  readonly approval?: ApprovalMode;
  readonly approvals?: readonly Located<boolean>[];
}

const decisions: readonly PermissionDecision[] = ["allow", "ask", "deny"];

const permissionRule: Format<PermissionRule> = members(
  "the rule",
  {
    tool: { format: words, about: "Name of the tool." },
    decision: { format: oneOf(decisions), about: "What happens to the call." },
  },
  when,
);

const policy: Format<WrittenPolicy> = members(
  "the policy",
  {},
  {
    configured: { format: listOf(located(words)), about: "Tools that the configuration allows." },
    allowed: { format: listOf(located(words)), about: "Tools that this run allows." },
    rules: {
      format: listOf(located(permissionRule), { fewest: 1 }),
      about:
        "Rules of a permission manager for calls of tools, before the agent's own; the first that fits counts.",
    },
    approval: { format: oneOf(modes), about: 'How approvals are given; default "yes".' },
    approvals: {
      format: listOf(located(flag)),
      about: "The user's answers when approvals are interactive; later questions are answered with no.",
    },
  },
);

const limits = members(
  "the limits",
  {},
  {
    turns: { format: amount, about: "Maximum number of model turns." },
    calls: { format: amount, about: "Maximum number of calls." },
    scripts: { format: amount, about: "Maximum number of script runs." },
    delay: { format: amount, about: "Maximum seconds that a tool of the host takes; default 30." },
  },
);

const path = (about: string): Member<Located<string>> => ({
  format: located(words),
  about: `${about}; a path relative to this file.`,
});

/** Not read yet: which names and values are valid depends on the system. */
const settings: Format<JsonObject> = {
  schema: settingsSchema,
  expected: "a map",
  read: (node, tell) => (node.kind === "object" ? node : misfit(node, "a map", tell)),
};

const nowhere = { line: 1, column: 1, offset: 0, byteOffset: 0 };

const noSettings: JsonObject = { kind: "object", members: [], range: { start: nowhere, end: nowhere } };

/** The format of a scenario file. */
const scenarioFormat = members(
  "a scenario",
  {
    prompt: {
      format: oneOrMore(located(words)),
      about: "The user's prompt, or a list of prompts sent one after another.",
    },
    expect: { format: expectations, about: "Expectations for the finished session." },
  },
  {
    $schema: { format: text, about: "URL of this schema." },
    name: { format: words, about: "Name of the scenario." },
    systems: {
      format: listOf(oneOf(systemIds), { fewest: 1 }),
      about:
        "Systems to simulate; default: the one that follows the client guide, and those that the run selects.",
    },
    steps: {
      format: listOf(located(step)),
      about: "What the model does, one step per turn, and what is changed between two turns.",
    },
    scripts: { format: listOf(located(script)), about: "Recorded results of scripts." },
    tools: { format: listOf(located(tool)), about: "Tools that the host provides." },
    policy: { format: policy, about: "Which tools may be used, and how approvals are given." },
    settings: {
      format: settings,
      about: "Settings of the system; `skills test --print-settings ID` lists them.",
    },
    limits: { format: limits, about: "Limits of the session." },
    project: {
      format: located(projectFiles),
      about:
        "The user's project: a directory, relative to this file, or its files, as a map from path to text. The system also looks for skills in it. Agents read and change a copy in memory.",
    },
    home: path("Home directory in which the system looks for skills"),
    skills: {
      format: givenSkills,
      about:
        "Skills in the first directory that the system searches: a list of their directories, relative to this file; or their files, as a map from path, such as `forms/SKILL.md`, to text.",
    },
    environment: { format: mapOf(located(text)), about: "Environment variables of the system." },
  },
);

/** The format of a scenario file as a JSON Schema. */
export const scenarioSchema: Schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: schemaId("scenario"),
  title: "Scenario",
  description:
    "A test of what an agent does with skills (`*.scenario.yaml`): the user's prompts, the model's steps and the expectations. `skills test` runs it without a model, a network or a clock.",
  ...scenarioFormat.schema,
  allOf: settingsConditions,
  $defs: { ...definitions, ...settingsDefinitions },
};
