import type { FileProblem } from "../../core/file-problem.ts";
import type { JsonMember, JsonNode, JsonObject } from "../../core/json.ts";
import type { Range } from "../../core/place.ts";
import { quote } from "../../core/show.ts";
import { type Settings, type SystemId, systemIds } from "../../model/agent.ts";
import { anything, type Schema } from "../../parse/format/format.ts";
import { mapOf } from "../../parse/format/formats.ts";
import { readWith } from "../../parse/format/read-tree.ts";
import { knownSettings, settingsFormat } from "../systems/setting-list.ts";

interface ReadSettings {
  readonly settingsBySystem: Readonly<Record<SystemId, Settings>>;
  /** Problems for any system. */
  readonly refused: readonly FileProblem[];
  /** What is wrong with them for a system that the scenario does not name. */
  readonly refusedBy: Readonly<Partial<Record<SystemId, readonly FileProblem[]>>>;
}

/**
 * The settings of a scenario: a map for every system, or a map from systems to theirs. They must suit every system
 * that the scenario names. One that names none may be for any system, so its settings must suit one; if they suit
 * none, the problems of the most similar one are reported.
 */
export function readSettings(
  node: JsonObject,
  file: string,
  named: readonly SystemId[] | undefined,
): ReadSettings {
  if (node.members.some(({ key }) => isSystem(key))) return readBySystem(node, file, named);
  const all = anything.read(node, () => {}) ?? {};
  const checked = systemIds.map((id) => [id, problemsOf(node, file, id)] as const);
  const refusedBy = Object.fromEntries(checked.filter(([, problems]) => problems.length > 0));
  const [fewest = []] = checked.map(([, problems]) => problems).toSorted((a, b) => a.length - b.length);
  return {
    settingsBySystem: bySystemId(() => all),
    refused: named ? named.flatMap((id) => refusedBy[id] ?? []) : fewest,
    refusedBy,
  };
}

/** What is wrong with a file of one system's settings, as in a scenario. */
export function problemsInSettings(bytes: Uint8Array, file: string, id: SystemId): readonly FileProblem[] {
  return readWith(settingsFormat(id), bytes, file).problems;
}

function isSystem(key: string): key is SystemId {
  return systemIds.some((id) => id === key);
}

/** The settings of every system. */
function bySystemId(settingsOf: (id: SystemId) => Settings): ReadSettings["settingsBySystem"] {
  return {
    agentskills: settingsOf("agentskills"),
    agio: settingsOf("agio"),
    "react-actions": settingsOf("react-actions"),
    "spring-ai-alibaba": settingsOf("spring-ai-alibaba"),
    harness9: settingsOf("harness9"),
  };
}

const bySystem = mapOf(anything);

function readBySystem(node: JsonObject, file: string, named: readonly SystemId[] = systemIds): ReadSettings {
  const refused = node.members.flatMap(({ key, keyRange, value }, index): readonly FileProblem[] => {
    if (!isSystem(key))
      return [
        toProblem(file, `${quote(key, 60)} is not a system; give all settings by system, or none`, keyRange),
      ];
    if (node.members.findIndex((member) => member.key === key) !== index)
      return [toProblem(file, `duplicate key ${quote(key)}`, keyRange)];
    if (!named.includes(key)) return [toProblem(file, `the scenario is not for ${quote(key)}`, keyRange)];
    return problemsOf(value, file, key);
  });
  const read = bySystem.read(node, () => {}) ?? {};
  return { settingsBySystem: bySystemId((id) => read[id] ?? {}), refused, refusedBy: {} };
}

/** The problems of one system's settings, with the systems that do have an unknown one. */
function problemsOf(node: JsonNode, file: string, id: SystemId): readonly FileProblem[] {
  const problems: FileProblem[] = [];
  const isForeign = ({ key }: JsonMember): boolean => ownersOf(key, id).length > 0;
  const [foreign, own] =
    node.kind === "object"
      ? [
          node.members.filter(isForeign),
          { ...node, members: node.members.filter((each) => !isForeign(each)) },
        ]
      : [[], node];
  settingsFormat(id).read(own, (message, at) => problems.push(toProblem(file, message, at)));
  for (const { key, keyRange } of foreign) {
    const owners = ownersOf(key, id);
    problems.push(
      toProblem(
        file,
        `${id} has no setting ${quote(key)}; write \`settings: {${owners[0]}: {${key}: …}}\``,
        keyRange,
      ),
    );
  }
  return problems;
}

/** The other systems that have this setting, if the system has not. */
function ownersOf(key: string, id: SystemId): readonly SystemId[] {
  if (Object.hasOwn(knownSettings[id], key)) return [];
  return systemIds.filter((other) => Object.hasOwn(knownSettings[other], key));
}

function toProblem(file: string, message: string, { start: { line, column } }: Range): FileProblem {
  return { file, line, column, message };
}

const names = ["by-system", ...systemIds] as const;

/** The definitions to which `settingsSchema` refers. */
export const settingsDefinitions: Readonly<Record<string, Schema>> = Object.fromEntries(
  names.map((name) => [
    `settings-${name}`,
    name === "by-system"
      ? {
          type: "object",
          properties: Object.fromEntries(systemIds.map((id) => [id, refer(id)])),
          additionalProperties: false,
        }
      : settingsFormat(name).schema,
  ]),
);

export const settingsSchema: Schema = { type: "object", anyOf: names.map(refer) };

/** Conditions on a whole scenario: the settings suit each system that it names. */
export const settingsConditions: readonly Schema[] = systemIds.flatMap((id) => {
  const has = { type: "array", contains: { const: id } };
  const named = { required: ["systems"], properties: { systems: has } };
  const unnamed = { required: ["systems"], properties: { systems: { not: has } } };
  return [
    { anyOf: [{ not: named }, { properties: { settings: { anyOf: [refer("by-system"), refer(id)] } } }] },
    {
      anyOf: [
        { not: unnamed },
        { properties: { settings: { type: "object", properties: { [id]: false } } } },
      ],
    },
  ];
});

function refer(name: (typeof names)[number]): Schema {
  return { $ref: `#/$defs/settings-${name}` };
}
