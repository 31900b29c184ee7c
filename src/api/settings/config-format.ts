import { memberOf } from "../../core/json.ts";
import { didYouMean, nearest } from "../../core/nearest.ts";
import { nearestSetting } from "../../model/nearest-setting.ts";
import type { Range } from "../../core/place.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { schemaId } from "../../model/address.ts";
import type { RuleSetting } from "../../model/config.ts";
import { checkTargets, clientIds, isClient, loaderIds, targets as allTargets } from "../../model/target.ts";
import type { TokenCount } from "../../model/token-counter.ts";
import {
  amount,
  flag,
  type Format,
  misfit,
  type Schema,
  type Tell,
  text,
} from "../../parse/format/format.ts";
import { listOf, members, oneOf, oneOrMore } from "../../parse/format/formats.ts";
import { severityWord } from "../../parse/format/severity-word.ts";
import { pathPattern, type Ranged, ranged, shaped } from "../../parse/format/shaped.ts";
import { readDefinitions } from "../../own/read-definitions.ts";
import { type RuleDefinition, ruleDefinition } from "../../own/rule-format.ts";
import { isOwnId, ownIdShape } from "../../model/own-rule.ts";
import { ruleMetas } from "../../rules/lists/lint-rules.ts";
import { retiredRules } from "../../rules/lists/retired-rules.ts";
import { knownRules, targetFindingIds } from "../../lint/known-rules.ts";
import { type PresetName, presetNames, presets } from "./presets.ts";
import { releaseShape } from "./rule-releases.ts";

const paths =
  'Patterns as in a .gitignore, without "!", relative to the config file\'s directory; a pattern that matches a directory covers everything below it.';

/** Without clients of which it is not known how they read a SKILL.md. */
const choosable = allTargets.filter((id) => !isClient(id) || loaderIds.includes(id));

const targets = ranged(
  oneOrMore(
    oneOf(choosable, `${checkTargets.map((id) => quote(id)).join(", ")} or an id in \`skills clients\``),
  ),
);

/** A client, with a range of versions if it is not the newest. */
export const client = shaped(
  "a client",
  String.raw`^(?:all|common|(?:${clientIds.join("|")})(?:/[\w-]+)?(?:@[^\s@]+|[\s<>=~^*][^@]*)?)$`,
  objectToClient,
);

const counts = ["estimate", "exact"] as const satisfies readonly TokenCount[];

/** Settings by rule id. */
const ruleSettings: Format<ReadonlyMap<string, Ranged<RuleSetting>>> = {
  schema: { $ref: "#/$defs/rules" },
  expected: "rule ids with error, warning, note or off",
  read: (node, tell) => {
    if (node.kind !== "object") return misfit(node, ruleSettings.expected, tell);
    const read = new Map<string, Ranged<RuleSetting>>();
    for (const { key, keyRange, value } of node.members) {
      const isKnown = requireRule(key, keyRange, tell);
      if (isKnown && memberOf(node, key)?.value !== value) tell(`duplicate key ${quote(key)}`, keyRange);
      const given = ranged(setting).read(value, tell);
      if (isKnown && given) read.set(key, given);
    }
    return read;
  },
};

const override = members(
  "an override",
  { paths: { format: oneOrMore(pathPattern), about: paths } },
  {
    rules: { format: ruleSettings, about: "The severity of each rule's findings in these files." },
    targets: {
      format: targets,
      about: "The targets whose refusal is an error, for skills whose SKILL.md is one of these files.",
    },
  },
);

/** Settings by rule id, and definitions of rules of one's own. */
export interface RuleEntries {
  readonly settings: ReadonlyMap<string, Ranged<RuleSetting>>;
  readonly own: ReadonlyMap<string, Ranged<RuleDefinition>>;
}

/** As `ruleSettings`; a rule of one's own is defined by a map. */
const ruleEntries: Format<RuleEntries> = {
  schema: {
    type: "object",
    allOf: [{ $ref: "#/$defs/rules" }],
    patternProperties: { [ownIdShape]: { $ref: "#/$defs/own-rule" } },
  },
  expected: ruleSettings.expected,
  read: (node, tell) => {
    if (node.kind !== "object") return misfit(node, ruleSettings.expected, tell);
    const settings = ruleSettings.read(
      { ...node, members: node.members.filter(({ value }) => value.kind !== "object") },
      tell,
    );
    const own = readDefinitions(node, tell, (id) => ids.includes(id));
    return settings && { settings, own };
  },
};

/** A rule by its id. */
const ruleId: Format<string> = {
  schema: { $ref: "#/$defs/rule" },
  expected: "a rule id",
  read: (node, tell) => {
    if (node.kind !== "string") return misfit(node, ruleId.expected, tell);
    return requireRule(node.value, node.range, tell) ? node.value : undefined;
  },
};

const reason = shaped("a reason", "\\S", () => "the reason is empty; say why the finding is suppressed");

const dayShape = "^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$";

const dayLike = shaped("a date as YYYY-MM-DD", dayShape, objectToDay, { format: "date" });

/** A date that exists: the 31st of June, for example, only has the shape of one. */
const day: Format<string> = {
  ...dayLike,
  read: (node, tell) => {
    const written = dayLike.read(node, tell);
    if (written === undefined || isInCalendar(written)) return written;
    tell(objectToDay(written), node.range);
    return undefined;
  },
};

const suppression = members(
  "a suppression",
  {
    rule: { format: ruleId, about: "The rule whose findings are suppressed." },
    paths: { format: oneOrMore(pathPattern), about: paths },
    reason: { format: reason, about: "The reason; shown in every report." },
  },
  {
    expires: { format: day, about: "The last day of the suppression, YYYY-MM-DD." },
  },
);

/** Scoped, so that a misspelled preset is not looked for among packages. */
const packageShape = "^@[a-z0-9][a-z0-9._-]{0,99}/[a-z0-9][a-z0-9._-]{0,99}$";

const pathShape = "^\\.{1,2}/[^\\u0000]*\\.(?:json|ya?ml)$";

const isPath = new RegExp(pathShape, "u");
const isPackage = new RegExp(packageShape, "u");

const extended: Format<Extended> = {
  schema: {
    anyOf: [
      { enum: presetNames },
      { type: "string", pattern: pathShape },
      { type: "string", pattern: packageShape },
    ],
  },
  expected: "a preset, the path of a config file or a package",
  read: (node, tell) => {
    if (node.kind !== "string") return misfit(node, extended.expected, tell);
    const { value, range } = node;
    const preset = presetNames.find((name) => name === value);
    if (preset !== undefined) return { preset };
    if (isPath.test(value)) return { file: value };
    if (isPackage.test(value)) return { package: value };
    const near = nearest(value, presetNames);
    tell(
      `unknown preset ${quote(value, 60)}; ${near === undefined ? `use ${series(presetNames, "or")}, or a file such as \`./base.yaml\`` : `did you mean ${quote(near)}?`}`,
      range,
    );
    return undefined;
  },
};

/** The presets and files that a config extends. */
export const base = ranged(extended);

const release = shaped(
  "a release such as 0.1.0",
  releaseShape,
  (written) => `${quote(written, 60)} is not a release; write its three numbers, such as 0.1.0`,
);

const filePath = shaped("a file path", "^[^\\u0000]+$", () => "the path is empty; give it a file");

/** The format of a config file. */
export const configFormat = members(
  "a config",
  {},
  {
    $schema: { format: text, about: "The location of this schema." },
    extends: {
      format: oneOrMore(base),
      about: `Presets or config files that this config extends; later ones take precedence. Presets: ${presetNames.map((name) => `"${name}" (${presets[name].about})`).join(", ")}. Files are relative to this file, begin with ./ or ../ and end in .json or .yaml. A package such as @acme/skill-rules is one in node_modules with a skills.config.yaml or skills.config.json, which sets only rules.`,
    },
    targets: {
      format: targets,
      about:
        'Who must accept the skills: a refusal of a target is an error; "spec" by default. `skills check` asks them all, and `skills test` simulates the systems among them; `skills lint` and `skills validate` leave out uploaders and systems.',
    },
    clients: {
      format: ranged(oneOrMore(client)),
      about:
        'Where the skills must load, and which agent clients are reported: "common", the default, "all", or ids in `skills clients`, each with a range of versions if it is not the newest, such as "codex >=0.160". What one of them does not load is a warning; those among the targets are reported too.',
    },
    version: {
      format: ranged(release),
      about:
        "The release of skillwright that the config was written for: rules of later releases are notes until it is raised, by hand or by `skills rules migrate`. Without it, every rule has its own severity.",
    },
    rules: {
      format: ruleEntries,
      about:
        "The severity of each rule's findings, and rules of your own, whose ids have a prefix, such as acme/owner. Refusals by chosen targets and dangers to the user remain errors unless the rule is off.",
    },
    overrides: {
      format: listOf(ranged(override)),
      about: "Other rules and targets for some paths; the last matching override takes precedence.",
    },
    suppressions: {
      format: listOf(ranged(suppression)),
      about: "Suppressed findings: they remain in reports and verdicts, but do not count.",
    },
    ignore: {
      format: ranged(listOf(ranged(pathPattern))),
      about: `Directories that are not searched for skills; a skill given on the command line is still checked. ${paths}`,
    },
    "max-warnings": { format: ranged(amount), about: "Maximum number of warnings before the run fails." },
    baseline: {
      format: ranged(filePath),
      about: "The baseline, whose findings do not count; relative to this file's directory.",
    },
    security: {
      format: ranged(flag),
      about: "Also run security rules that may report harmless code.",
    },
    syntax: { format: ranged(flag), about: "Also check the syntax of YAML, JavaScript, Python and shell." },
    tokens: { format: ranged(oneOf(counts)), about: "How tokens are counted." },
  },
);

/** The parsed content of one config file. */
export type FileConfig = NonNullable<ReturnType<typeof configFormat.read>>;

const setting: Format<RuleSetting> = severityWord(["error", "warning", "info", "note", "off"]);

const ids: readonly string[] = Array.from(knownRules.keys());

/** Definitions that the schema refers to. */
const ruleDefinitions: Readonly<Record<string, Schema>> = {
  severity: setting.schema,
  rule: { anyOf: [{ enum: ids }, { type: "string", pattern: ownIdShape }] },
  "own-rule": { anyOf: [setting.schema, ruleDefinition.schema] },
  rules: {
    type: "object",
    properties: Object.fromEntries([
      ...ruleMetas.map(
        ({ id, summary }) => [id, { description: summary, $ref: "#/$defs/severity" }] as const,
      ),
      ...targetFindingIds.map((id) => [id, { $ref: "#/$defs/severity" }] as const),
    ]),
    patternProperties: { [ownIdShape]: {} },
    additionalProperties: false,
  },
};

/** The format of a config file as a JSON Schema. */
export const configSchema: Schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: schemaId("config"),
  title: "Config",
  description:
    "The settings of `skills check`, `skills lint` and `skills validate`: skills.config.yaml or skills.config.json in the working directory or above it, up to the repository's root or below the home directory, but never inside a skill. The command line overrides it.",
  ...configFormat.schema,
  $defs: ruleDefinitions,
};

/** Whether a rule of one's own is defined is known when all files are read. */
function requireRule(id: string, range: Range, tell: Tell): boolean {
  if (knownRules.has(id) || isOwnId(id)) return true;
  const heir = retiredRules.get(id);
  if (heir !== undefined) tell(`the rule ${quote(id)} was replaced; use ${quote(heir)}`, range);
  else tell(`unknown rule ${quote(id, 60)}${didYouMean(nearest(id, ids))}`, range);
  return false;
}

function objectToClient(written: string): string {
  const id = /^[^/@\s<>=~^]*/.exec(written)![0];
  const known = [...clientIds, "all", "common"];
  return known.includes(id)
    ? `${quote(written, 60)} is not a client; write an id, possibly with a range such as "codex >=0.160"`
    : `unknown client ${quote(id, 60)}${didYouMean(nearestSetting(id, known)) || "; run `skills clients` for the list"}`;
}

function objectToDay(written: string): string {
  return `${quote(written, 60)} is not a date; write it as YYYY-MM-DD`;
}

function isInCalendar(written: string): boolean {
  const [year = 0, month = 0, date = 0] = written.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, date)).getUTCDate() === date;
}

/** A preset, a file relative to this one, or a package with rules. */
type Extended = { readonly preset: PresetName } | { readonly file: string } | { readonly package: string };
