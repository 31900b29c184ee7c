import { checkTargets } from "../../model/target.ts";
import type { TokenCount } from "../../model/token-counter.ts";
import { amount, flag, text, type Schema } from "../../parse/format/format.ts";
import { listOf, members, oneOf, oneOrMore } from "../../parse/format/formats.ts";
import { presetNames, presets } from "./presets.ts";
import { ruleDefinitions, ruleId, ruleSettings } from "./rule-format.ts";
import { day, extended, filePath, pathPattern, ranged, reason } from "./value-formats.ts";

const paths =
  'Patterns as in a .gitignore, without "!", from the directory of the config file; what a pattern matches holds for all below it.';
const targets = ranged(oneOrMore(oneOf(checkTargets)));
const counts = ["estimate", "exact"] as const satisfies readonly TokenCount[];

const override = members(
  "an override",
  { paths: { format: oneOrMore(pathPattern), about: paths } },
  {
    rules: { format: ruleSettings, about: "As above, for findings in these files." },
    targets: { format: targets, about: "As above, for skills whose SKILL.md is one of these files." },
  },
);

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

/** What a config begins with. */
export const base = ranged(extended);

/** A config file, as it is written. */
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

/** What one file says. */
export type FileConfig = NonNullable<ReturnType<typeof configFormat.read>>;

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
