import type { FileProblem } from "../../core/file-problem.ts";
import type { JsonMember, JsonNode, JsonObject } from "../../core/json.ts";
import type { FilePosition, Range } from "../../core/place.ts";
import { quote } from "../../core/show.ts";
import { systems } from "../../generated/systems.ts";
import { type Settings, type SystemId, systemIds } from "../../model/agent.ts";
import { anything, type Format, type Schema } from "../../parse/format/format.ts";
import { mapOf, type Member, members } from "../../parse/format/formats.ts";
import { readWith } from "../../parse/format/read-tree.ts";
import type { Scenario, ScenarioPositions, SettingName } from "../../model/scenario.ts";
import { namesInSettings } from "../names.ts";
import type { SettingError } from "../own-prompts.ts";
import type { SettingTree, System } from "../system.ts";

interface ReadSettings {
  readonly settingsBySystem: Readonly<Record<SystemId, Settings>>;
  readonly namesBySystem: Readonly<Partial<Record<SystemId, readonly SettingName[]>>>;
  readonly positions: ScenarioPositions["settings"];
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
  if (node.members.some(({ key }) => systemOf(key))) return readBySystem(node, file, named);
  const all = anything.read(node, () => {}) ?? {};
  const checked = systems.map((system) => [system.id, problemsOf(node, file, system)] as const);
  const refusedBy = Object.fromEntries(checked.filter(([, problems]) => problems.length > 0));
  const [fewest = []] = checked.map(([, problems]) => problems).toSorted((a, b) => a.length - b.length);
  return {
    settingsBySystem: bySystemId(() => all),
    namesBySystem: Object.fromEntries(systems.map((system) => [system.id, namesInSettings(node, system)])),
    positions: Object.fromEntries(positionsIn(node, "")),
    refused: named ? named.flatMap((id) => refusedBy[id] ?? []) : fewest,
    refusedBy,
  };
}

/** What is wrong with a file of one system's settings, as in a scenario. */
export function problemsInSettings(bytes: Uint8Array, file: string, system: System): readonly FileProblem[] {
  return readWith(settingsFormat(system), bytes, file).problems;
}

/** The settings of every system. */
function bySystemId(settingsOf: (id: SystemId) => Settings): ReadSettings["settingsBySystem"] {
  return Object.fromEntries(systemIds.map((id) => [id, settingsOf(id)])) as ReadSettings["settingsBySystem"];
}

const bySystem = mapOf(anything);

function readBySystem(node: JsonObject, file: string, named: readonly SystemId[] = systemIds): ReadSettings {
  const refused = node.members.flatMap(({ key, keyRange, value }, index): readonly FileProblem[] => {
    const system = systemOf(key);
    if (!system)
      return [
        toProblem(file, `${quote(key, 60)} is not a system; give all settings by system, or none`, keyRange),
      ];
    if (node.members.findIndex((member) => member.key === key) !== index)
      return [toProblem(file, `duplicate key ${quote(key)}`, keyRange)];
    if (!named.includes(system.id))
      return [toProblem(file, `the scenario is not for ${quote(key)}`, keyRange)];
    return problemsOf(value, file, system);
  });
  const read = bySystem.read(node, () => {}) ?? {};
  const namesBySystem = Object.fromEntries(
    node.members.flatMap(({ key, value }) => {
      const system = systemOf(key);
      return system ? [[key, namesInSettings(value, system)]] : [];
    }),
  );
  return {
    settingsBySystem: bySystemId((id) => read[id] ?? {}),
    namesBySystem,
    positions: Object.fromEntries(positionsIn(node, "")),
    refused,
    refusedBy: {},
  };
}

/** The position of each setting and section, by its path. */
function positionsIn(node: JsonNode, prefix: string): readonly (readonly [string, FilePosition])[] {
  if (node.kind !== "object") return [];
  return node.members.flatMap(({ key, keyRange: { start }, value }) => [
    [`${prefix}${key}`, { line: start.line, column: start.column }],
    ...positionsIn(value, `${prefix}${key}.`),
  ]);
}

/** The position of a setting in a scenario; undefined if it is from elsewhere. */
export function settingPosition(
  { setting }: SettingError,
  { positions: { settings } }: Pick<Scenario, "positions">,
  system: SystemId,
): FilePosition | undefined {
  return settings[`${system}.${setting}`] ?? settings[setting];
}

/** The problems of one system's settings, with the systems that do have an unknown one. */
function problemsOf(node: JsonNode, file: string, system: System): readonly FileProblem[] {
  const problems: FileProblem[] = [];
  const isForeign = ({ key }: JsonMember): boolean => ownersOf(key, system).length > 0;
  const [foreign, own] =
    node.kind === "object"
      ? [
          node.members.filter(isForeign),
          { ...node, members: node.members.filter((each) => !isForeign(each)) },
        ]
      : [[], node];
  settingsFormat(system).read(own, (message, at) => problems.push(toProblem(file, message, at)));
  for (const { key, keyRange } of foreign) {
    const owners = ownersOf(key, system);
    problems.push(
      toProblem(
        file,
        `${system.id} has no setting ${quote(key)}; write \`settings: {${owners[0]}: {${key}: …}}\``,
        keyRange,
      ),
    );
  }
  return problems;
}

/** The other systems that have this setting, if the system has not. */
function ownersOf(key: string, { settings }: System): readonly SystemId[] {
  if (Object.hasOwn(settings, key)) return [];
  return systems.filter((other) => Object.hasOwn(other.settings, key)).map(({ id }) => id);
}

function systemOf(id: string): System | undefined {
  return systems.find((system) => system.id === id);
}

/** The format of a system's settings. */
function settingsFormat({ id, settings }: System): Format<unknown> {
  return formatOf(`the settings of ${id}`, settings);
}

function formatOf(noun: string, tree: SettingTree): Format<unknown> {
  const entries = Object.entries(tree).map(([name, setting]): readonly [string, Member<unknown>] => [
    name,
    "section" in setting
      ? { format: formatOf(`${noun}, section ${name}`, setting.section), about: `The section ${name}.` }
      : setting,
  ]);
  return members(noun, {}, Object.fromEntries(entries));
}

function toProblem(file: string, message: string, { start: { line, column } }: Range): FileProblem {
  return { file, line, column, message };
}

const names = ["by-system", ...systemIds] as const;

/** The definitions to which `settingsSchema` refers. */
export const settingsDefinitions: Readonly<Record<string, Schema>> = Object.fromEntries([
  [
    "settings-by-system",
    {
      type: "object",
      properties: Object.fromEntries(systemIds.map((id) => [id, refer(id)])),
      additionalProperties: false,
    },
  ],
  ...systems.map((system) => [`settings-${system.id}`, settingsFormat(system).schema]),
]);

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
