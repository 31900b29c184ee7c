import { isObject } from "../../core/is-object.ts";
import { didYouMean, nearest } from "../../core/nearest.ts";
import type { FilePosition } from "../../core/place.ts";
import { quote } from "../../core/show.ts";
import type { ModelReply, SkillRoot } from "../../model/agent.ts";
import {
  type ExpectedSet,
  type NameKind,
  type Scenario,
  type ScenarioCall,
  type ScenarioStep,
} from "../../model/scenario.ts";
import type { FileEntry, SkillSource } from "../../model/source.ts";
import { type KnownNames, objectToName, objectToSetting } from "../names.ts";
import type { System } from "../system.ts";
import type { Played } from "./played.ts";

/** A name in a scenario that means nothing, so that what it says is not tested. */
interface UnknownName {
  readonly at: FilePosition;
  readonly message: string;
}

/** What the names of a scenario can mean in one of its systems. */
export interface NamesInPlay {
  readonly known: KnownNames;
  /** The tools that the system has itself. */
  readonly own: ReadonlySet<string>;
  /** The names of the arguments of each tool that was offered. */
  readonly parameters: ReadonlyMap<string, readonly string[]>;
  /** Paths of the skills' directories, as shown to the model. */
  readonly paths: readonly string[];
}

/** The skills and tools of all simulated systems. */
export interface OtherNames {
  readonly skills: ReadonlySet<string>;
  readonly tools: ReadonlySet<string>;
}

/** The names of everything that an agent could find. */
export function collectNames(
  { result: { catalog, trace }, requests = [] }: Played,
  {
    roots,
    project,
    others,
  }: { readonly roots: readonly SkillRoot[]; readonly project?: SkillSource; readonly others: OtherNames },
  { steps = [], scripts, tools }: Scenario,
  system: System,
): NamesInPlay {
  const found = roots.flatMap(({ skills, without }) => [
    ...skills.map(({ path, source }) => ({ path, files: source.list().entries })),
    ...without.map((path) => ({ path, files: [] })),
  ]);
  const offered = [
    ...tools.map(({ name }) => name),
    ...requests.flatMap((request) => request.tools.map(({ name }) => name)),
    ...(system.actionTools ?? []),
  ];
  const inProject = project?.list().entries;
  return {
    paths: found.map(({ path }) => path),
    own: new Set(offered),
    parameters: new Map(
      requests.flatMap((request) =>
        request.tools.map(({ name, parameters: { properties } }) => [
          name,
          isObject(properties) ? Object.keys(properties) : [],
        ]),
      ),
    ),
    known: {
      skills: new Set([
        ...found.map(({ path }) => baseOf(path)),
        ...catalog.map(({ name }) => name),
        ...others.skills,
      ]),
      files: filesOf(found, { catalog, trace }),
      others: [
        ...steps.flatMap((step) => ("change" in step ? Object.keys(step.change) : [])),
        ...scripts.flatMap(({ writes = {} }) => Object.keys(writes)),
        ...(inProject ?? []).map(({ path }) => path),
      ],
      tools: new Set([...offered, ...others.tools]),
      roots,
      ...(inProject && {
        directories: inProject.flatMap(({ path, kind }) => (kind === "directory" ? [path] : [])),
      }),
      variables: system.variables ?? [],
    },
  };
}

/** Each file of the skills, with the name of its skill and that of its directory, and those that the session made. */
function filesOf(
  found: readonly { readonly path: string; readonly files: readonly FileEntry[] }[],
  { catalog, trace }: Pick<Played["result"], "catalog" | "trace">,
): KnownNames["files"] {
  const named = new Map(catalog.map(({ path, name }) => [path, name]));
  return [
    ...found.flatMap(({ path, files }) =>
      files.flatMap((entry) =>
        entry.kind === "directory"
          ? []
          : [
              { skill: baseOf(path), file: entry.path },
              { skill: named.get(path) ?? baseOf(path), file: entry.path },
            ],
      ),
    ),
    ...trace.flatMap(({ kind, skill = "", file }) =>
      file === undefined || kind === "refuse" ? [] : [{ skill, file }],
    ),
  ];
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Every name in the scenario that means nothing in the system. */
export function findUnknownNames(
  scenario: Scenario,
  names: NamesInPlay,
  system: System,
): readonly UnknownName[] {
  return [
    ...actionsInVain(scenario, system),
    ...(expectsRefusal(scenario) ? [] : inSteps(scenario, names, system)),
    ...inScripts(scenario, names.known),
    ...inGroups(scenario, names.known),
    ...inPolicy(scenario, names.known),
    ...inSettings(scenario, names, system),
    ...inEnvironment(scenario, names.known),
    ...inExpectations(scenario, names),
  ];
}

/** An agent that acts by calling tools takes the text of an action as its final answer. */
function actionsInVain(
  { steps = [], positions }: Scenario,
  { id, readAction }: System,
): readonly UnknownName[] {
  if (readAction) return [];
  return steps.flatMap((step, index) => {
    const at = positions.steps[index];
    return "action" in step && at
      ? [
          {
            at,
            message: `step ${index + 1} is an action, and ${id} has no structured actions; use activate, read, run or call`,
          },
        ]
      : [];
  });
}

/**
 * Whether the scenario says what happens when the agent refuses something; then a step may ask for what is not there.
 */
function expectsRefusal({ expectations }: Scenario): boolean {
  return expectations.some((each) => {
    if (each.kind === "text") return each.how !== "lacks" && asksForReasons.has(each.of);
    if (each.kind === "order") return each.events.some(({ kind }) => kind === "refuse");
    if (each.kind === "stop") return each.value !== "answered";
    return each.kind === "most" && each.of.unit === "refusals";
  });
}

const asksForReasons: ReadonlySet<string> = new Set(["refusals", "conversation", "person"]);

const orRefusal = "; correct it, or expect the refusal";

function inSteps(
  { steps = [], positions }: Scenario,
  names: NamesInPlay,
  system: System,
): readonly UnknownName[] {
  return steps.flatMap((step, index) => {
    const at = positions.steps[index];
    if (!at) return [];
    return objectToStep(step, names, system).map((objection) => ({
      at,
      message: `step ${index + 1} ${objection}`,
    }));
  });
}

function objectToStep(
  step: ScenarioStep,
  { known, parameters }: NamesInPlay,
  system: System,
): readonly string[] {
  if ("action" in step) return objectToAction(step.action, known, system);
  const named = (kind: NameKind, name: string): readonly string[] => {
    const objection = objectToName(kind, name, known);
    if (objection === undefined) return [];
    const advice = objection.includes("; did you mean ") ? "" : orRefusal;
    return [`names the ${kind} ${quote(name, 80)}, ${objection}${advice}`];
  };
  return callsOf(step).flatMap((call) => {
    const skill = "activate" in call ? call.activate : "skill" in call ? call.skill : undefined;
    const unknown = skill === undefined ? [] : named("skill", skill);
    if (unknown.length > 0) return unknown;
    if ("read" in call) return named("file", call.read);
    if ("run" in call) return named("file", call.run);
    if (!("call" in call)) return [];
    const tool = named("tool", call.call);
    if (tool.length > 0) return tool;
    return [
      ...activatedBy(call, system).flatMap((name) => named("skill", name)),
      ...unknownArguments(call, parameters),
    ];
  });
}

function callsOf(step: ScenarioStep): readonly ScenarioCall[] {
  if ("calls" in step) return step.calls;
  return "activate" in step || "read" in step || "run" in step || "call" in step ? [step] : [];
}

/** Arguments that the tool does not have, if it lists its own. */
function unknownArguments(
  { call, arguments: given = {} }: Extract<ScenarioCall, { readonly call: string }>,
  parameters: NamesInPlay["parameters"],
): readonly string[] {
  const own = parameters.get(call);
  if (!own || own.length === 0) return [];
  return Object.keys(given).flatMap((name) =>
    own.includes(name)
      ? []
      : [
          `has the argument ${quote(name, 80)}, which the tool ${quote(call, 80)} does not have${didYouMean(nearest(name, own)) || orRefusal}`,
        ],
  );
}

/** The skill that a call activates, if it calls the tool with which the system activates skills. */
function activatedBy(
  { call, arguments: given = {} }: Extract<ScenarioCall, { readonly call: string }>,
  { speak }: System,
): readonly string[] {
  const entry = { name: "\0name", description: "", scope: "project", path: "\0path", hidden: false } as const;
  const { calls = [] }: ModelReply = speak.activate(entry);
  return calls.flatMap((own) =>
    own.name === call
      ? Object.entries(own.arguments).flatMap(([key, value]) => {
          const name = given[key];
          return value === entry.name && typeof name === "string" ? [name] : [];
        })
      : [],
  );
}

function objectToAction(
  action: Readonly<Record<string, unknown>>,
  known: KnownNames,
  { readAction }: System,
): readonly string[] {
  const named = readAction?.(action) ?? {};
  if ("objection" in named) return [`is no action: ${named.objection}${orRefusal}`];
  return (["skill", "file", "tool"] as const).flatMap((kind) =>
    (named[kind] ?? []).flatMap((name) => {
      const objection = objectToName(kind, name, known);
      return objection === undefined ? [] : [`names the ${kind} ${quote(name, 80)}, ${objection}`];
    }),
  );
}

function inScripts({ scripts, positions }: Scenario, known: KnownNames): readonly UnknownName[] {
  return scripts.flatMap(({ skill, file }, index) => {
    const at = positions.scripts[index];
    const unknown = objectToName("skill", skill, known);
    if (!at) return [];
    if (unknown !== undefined)
      return [{ at, message: `the recorded result is of the skill ${quote(skill, 80)}, ${unknown}` }];
    const absent = objectToName("file", file, known);
    return absent === undefined
      ? []
      : [{ at, message: `the recorded result is of the file ${quote(file, 80)}, ${absent}` }];
  });
}

function inGroups({ tools, positions }: Scenario, known: KnownNames): readonly UnknownName[] {
  return tools.flatMap(({ group, name }, index) => {
    const at = positions.tools[index];
    const objection = group === undefined ? undefined : objectToName("skill", group, known);
    return objection === undefined || group === undefined || !at
      ? []
      : [{ at, message: `the tool ${quote(name, 80)} is in the group of ${quote(group, 80)}, ${objection}` }];
  });
}

/** Tools that the policy names and that no agent has: most often, the name is misspelled. */
function inPolicy(
  { policy: { configured = [], allowed = [], rules }, positions }: Scenario,
  known: KnownNames,
): readonly UnknownName[] {
  const named = [...configured, ...allowed, ...rules.map(({ tool }) => tool)];
  const places = [...positions.policy.tools, ...positions.policy.rules];
  return named.flatMap((name, index) => {
    const at = places[index];
    const objection = objectToName("tool", name, known);
    return at && objection !== undefined
      ? [{ at, message: `the policy names the tool ${quote(name, 80)}, ${objection}` }]
      : [];
  });
}

/** A setting of one system names only tools that this system has. */
function inSettings(
  { settingNames }: Scenario,
  { known, own }: NamesInPlay,
  { id }: System,
): readonly UnknownName[] {
  return (settingNames[id] ?? []).flatMap((each) => {
    const message = objectToSetting(each, { ...known, tools: own });
    return message === undefined ? [] : [{ at: each.at, message }];
  });
}

/** The environment is only for agents. A variable of another agent than the simulated one has no effect here. */
function inEnvironment(
  { places: { environment }, positions }: Scenario,
  known: KnownNames,
): readonly UnknownName[] {
  return Object.entries(environment).flatMap(([name, value], index) => {
    const at = positions.environment[index];
    if (!at) return [];
    const objection = objectToName("variable", name, known);
    if (objection !== undefined)
      return [{ at, message: `the environment sets the variable ${quote(name, 80)}, ${objection}` }];
    return value.split(",").flatMap((part) => {
      const absent = objectToName("directory", part.trim(), known);
      return absent === undefined || part.trim() === ""
        ? []
        : [{ at, message: `${quote(name)} names the directory ${quote(part.trim(), 80)}, ${absent}` }];
    });
  });
}

/** Values after "never" that nothing could ever equal. */
function inExpectations({ expectations }: Scenario, names: NamesInPlay): readonly UnknownName[] {
  return expectations.flatMap((placed): readonly UnknownName[] => {
    const expectation = placed.kind === "round" ? placed.expectation : placed;
    if (expectation.kind !== "set" || expectation.extent !== "never") return [];
    return expectation.values.flatMap((value, index) => {
      const message = objectToNever(expectation.of, value, names);
      return message === undefined ? [] : [{ at: placed.valuesAt?.[index] ?? placed.at, message }];
    });
  });
}

const kinds: Readonly<Record<ExpectedSet, "skill" | "file" | "path" | "tool" | "any">> = {
  activated: "skill",
  announced: "skill",
  hidden: "skill",
  shadowed: "path",
  skipped: "path",
  read: "file",
  run: "file",
  called: "tool",
  offered: "tool",
  // A file that must not be written need not exist.
  written: "any",
};

const never: Readonly<Record<"skill" | "file" | "tool", string>> = {
  skill: "there is no such skill",
  file: "no skill contains this file",
  tool: "no agent has this tool",
};

function objectToNever(of: ExpectedSet, value: string, { known, paths }: NamesInPlay): string | undefined {
  const kind = kinds[of];
  if (kind === "any") return undefined;
  const holds = `never ${quote(value, 80)} always holds`;
  if (kind === "path")
    return paths.some((path) => path === value || path.endsWith(`/${value}`))
      ? undefined
      : `${holds}: ${never.skill}${didYouMean(nearest(value, known.skills))}`;
  const objection = objectToName(kind, value, known);
  if (objection === undefined) return undefined;
  const advice = objection.lastIndexOf("; did you mean ");
  return `${holds}: ${never[kind]}${advice === -1 ? "" : objection.slice(advice)}`;
}
