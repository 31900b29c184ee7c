import { memberOf } from "../../core/json.ts";
import { nearest } from "../../core/nearest.ts";
import { pathPatternShape } from "../../core/path-pattern.ts";
import type { Range } from "../../core/place.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { RuleSetting } from "../../model/config.ts";
import { checkTargets } from "../../model/target.ts";
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
import { ruleMetas } from "../../rules/lists/lint-rules.ts";
import { retiredRules } from "../../rules/lists/retired-rules.ts";
import { knownRules, triedRules } from "../../lint/known-rules.ts";
import { type PresetName, presetNames, presets } from "./presets.ts";

const paths =
  'Patterns as in a .gitignore, without "!", from the directory of the config file; what a pattern matches holds for all below it.';

const targets = ranged(oneOrMore(oneOf(checkTargets)));

const counts = ["estimate", "exact"] as const satisfies readonly TokenCount[];

/** See `compilePathPattern`. */
const pathPattern = shaped("a pattern of paths", pathPatternShape, objectToPattern);

/** Settings by rule id. */
const ruleSettings: Format<ReadonlyMap<string, Ranged<RuleSetting>>> = {
  schema: { $ref: "#/$defs/rules" },
  expected: "ids of rules with error, warning, info or off",
  read: (node, tell) => {
    if (node.kind !== "object") return misfit(node, ruleSettings.expected, tell);
    const read = new Map<string, Ranged<RuleSetting>>();
    for (const { key, keyRange, value } of node.members) {
      const isKnown = requireRule(key, keyRange, tell);
      if (isKnown && memberOf(node, key)?.value !== value) tell(`${quote(key)} stands here twice`, keyRange);
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
    rules: { format: ruleSettings, about: "As above, for findings in these files." },
    targets: { format: targets, about: "As above, for skills whose SKILL.md is one of these files." },
  },
);

/** A rule by its id. */
const ruleId: Format<string> = {
  schema: { $ref: "#/$defs/rule" },
  expected: "the id of a rule",
  read: (node, tell) => {
    if (node.kind !== "string") return misfit(node, ruleId.expected, tell);
    return requireRule(node.value, node.range, tell) ? node.value : undefined;
  },
};

const reason = shaped("a reason in words", "\\S", () => "the reason is empty, expected words that say why");

const dayShape = "^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$";

const dayLike = shaped("a day as YYYY-MM-DD", dayShape, objectToDay, { format: "date" });

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
    rule: { format: ruleId, about: "The rule whose findings are silenced." },
    paths: { format: oneOrMore(pathPattern), about: paths },
    reason: { format: reason, about: "Why; it stands in every report." },
  },
  {
    expires: { format: day, about: "The last day on which it holds, YYYY-MM-DD." },
  },
);

const pathShape = "^\\.{1,2}/[^\\u0000]*\\.(?:json|ya?ml)$";

const extended: Format<Extended> = {
  schema: { anyOf: [{ enum: presetNames }, { type: "string", pattern: pathShape }] },
  expected: "a preset or the path of a config file",
  read: (node, tell) => {
    if (node.kind !== "string") return misfit(node, extended.expected, tell);
    const { value, range } = node;
    const preset = presetNames.find((name) => name === value);
    if (preset !== undefined) return { preset };
    if (new RegExp(pathShape, "u").test(value)) return { file: value };
    const near = nearest(value, presetNames);
    tell(
      `${quote(value, 60)} is no preset, expected ${series(presetNames, "or")}, or a file as "./base.yaml" from here${near === undefined ? "" : `; the nearest is ${quote(near)}`}`,
      range,
    );
    return undefined;
  },
};

/** The presets and files that a config extends. */
export const base = ranged(extended);

const filePath = shaped(
  "the path of a file",
  "^[^\\u0000]+$",
  () => "an empty path stands here, expected that of a file",
);

/** The format of a config file. */
export const configFormat = members(
  "a config",
  {},
  {
    $schema: { format: text, about: "Where this schema is." },
    extends: {
      format: oneOrMore(base),
      about: `What to begin with, the last of several with the last word: ${presetNames.map((name) => `"${name}" (${presets[name].about})`).join(", ")}; or config files, from the directory of this file: ./ or ../ in front, .json or .yaml behind.`,
    },
    targets: {
      format: targets,
      about:
        'The targets whose refusal is an error; "spec" where none are named. Uploaders and systems of agents are asked by `skills check` alone; the other commands pass over them.',
    },
    rules: {
      format: ruleSettings,
      about:
        "What the findings of a rule count as. What a chosen target refuses, and what is a danger, stays an error unless it is off.",
    },
    overrides: {
      format: listOf(ranged(override)),
      about: "Other rules and targets for some paths; the last that holds has the last word.",
    },
    suppressions: {
      format: listOf(ranged(suppression)),
      about: "Findings that are silenced: they stay in reports and verdicts, and count no more.",
    },
    ignore: {
      format: ranged(listOf(ranged(pathPattern))),
      about: `Where no skill is looked for; one that is named outright is checked all the same. ${paths}`,
    },
    "max-warnings": { format: ranged(amount), about: "More warnings than this are a failure." },
    baseline: {
      format: ranged(filePath),
      about: "The baseline, whose findings count no more; from the directory of this file.",
    },
    security: {
      format: ranged(flag),
      about: "Run the security rules, too, that report what deserves a look, right or wrong.",
    },
    syntax: { format: ranged(flag), about: "Parse YAML, JavaScript, Python and shell, too." },
    tokens: { format: ranged(oneOf(counts)), about: "How tokens are counted." },
  },
);

/** The content of one file. */
export type FileConfig = NonNullable<ReturnType<typeof configFormat.read>>;

const setting: Format<RuleSetting> = oneOf(["error", "warning", "info", "off"]);

const ids: readonly string[] = Array.from(knownRules.keys());

/** Definitions that the schema refers to. */
const ruleDefinitions: Readonly<Record<string, Schema>> = {
  severity: setting.schema,
  rule: { enum: ids },
  rules: {
    type: "object",
    properties: Object.fromEntries([
      ...ruleMetas.map(
        ({ id, summary }) => [id, { description: summary, $ref: "#/$defs/severity" }] as const,
      ),
      ...triedRules.map((id) => [id, { $ref: "#/$defs/severity" }] as const),
    ]),
    additionalProperties: false,
  },
};

/** The same as a JSON Schema. */
export const configSchema: Schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "https://skillwright.dev/schemas/config.schema.json",
  title: "Config",
  description:
    "The settings of `skills check`, `skills lint` and `skills validate`: skills.config.yaml or skills.config.json, at or above the working directory, up to the repository's root or to below the home directory, and never inside a skill. The command line goes before it.",
  ...configFormat.schema,
  $defs: ruleDefinitions,
};

function requireRule(id: string, range: Range, tell: Tell): boolean {
  if (knownRules.has(id)) return true;
  const heir = retiredRules.get(id);
  const near = nearest(id, ids);
  if (heir !== undefined)
    tell(`the rule ${quote(id)} is no more, expected ${quote(heir)}, which says the same`, range);
  else
    tell(
      `there is no rule ${quote(id, 60)}${near === undefined ? "" : `; the nearest is ${quote(near)}`}`,
      range,
    );
  return false;
}

export interface Ranged<Value> {
  readonly value: Value;
  readonly range: Range;
}

/** A value and its range. */
function ranged<Value>(format: Format<Value>): Format<Ranged<Value>> {
  return {
    ...format,
    read: (node, tell) => {
      const value = format.read(node, tell);
      return value === undefined ? undefined : { value, range: node.range };
    },
  };
}

/** A string that matches a regular expression; `objection` describes the problem of one that does not. */
function shaped(
  expected: string,
  shape: string,
  objection: (written: string) => string,
  more: Format<string>["schema"] = {},
): Format<string> {
  const pattern = new RegExp(shape, "u");
  return {
    schema: { type: "string", pattern: shape, ...more },
    expected,
    read: (node, tell) => {
      if (node.kind !== "string") return misfit(node, expected, tell);
      if (pattern.test(node.value)) return node.value;
      tell(objection(node.value), node.range);
      return undefined;
    },
  };
}

function objectToPattern(written: string): string {
  if (written === "") return "an empty pattern stands here, expected one that matches a path";
  const shown = `the pattern ${quote(written, 60)}`;
  if (written.startsWith("!")) return `${shown} begins with "!", expected one that says what it is for`;
  if (written.includes("\\"))
    return `${shown} has a backslash, expected "/" between names, and "[*]" for a star itself`;
  return written.length > 1000
    ? `${shown} is longer than 1,000 characters`
    : `${shown} has ".." in it, but no pattern leads out of the config's directory`;
}

function objectToDay(written: string): string {
  return `${quote(written, 60)} is no day, expected one as YYYY-MM-DD`;
}

function isInCalendar(written: string): boolean {
  const [year = 0, month = 0, date = 0] = written.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, date)).getUTCDate() === date;
}

/** A preset, or a file relative to this one. */
type Extended = { readonly preset: PresetName } | { readonly file: string };
