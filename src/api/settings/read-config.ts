import { SkillsError } from "../../core/errors.ts";
import { describeProblems } from "../../core/file-problem.ts";
import type { Config, ConfigOverride, RuleSetting, Sourced, SourcedRules } from "../../model/config.ts";
import type { SuppressionList } from "../../model/suppression.ts";
import { type Target, inTargetOrder } from "../../model/target.ts";
import { directoryOf, type FilePlace, placeIn } from "../../read/file-place.ts";
import { collectionRules } from "../../rules/lists/collection-rules.ts";
import { lintRules } from "../../rules/lists/lint-rules.ts";
import { skillRules } from "../../rules/lists/skill-rules.ts";
import type { Ranged } from "../../parse/format/shaped.ts";
import { type ConfigChoice, findConfig } from "./find-config.ts";
import { type Layer, loadLayers } from "./load-layers.ts";
import { addressOf, type Loading } from "./loading.ts";
import { mergeOwn, settleOwn } from "./own-rules.ts";
import { presets } from "./presets.ts";
import { settleVersion } from "./rule-releases.ts";
import { onDisk, type SettingsFiles } from "./settings-files.ts";

export type { ConfigChoice };

/**
 * Reads the given config, or the one for the working directory; undefined if there is none. Throws a SkillsError if
 * it cannot be read, or with a list of all problems in it and in the configs that it extends.
 */
export function readConfig(choice: ConfigChoice): Config | undefined {
  const { place } = findConfig(choice);
  return place && readConfigFile(place, choice.cwd);
}

/** Reads the config in a file. Throws as `readConfig` does. */
export function readConfigFile(place: FilePlace, cwd: string, from: SettingsFiles = onDisk): Config {
  const loading: Loading = { cwd, from, problems: [], files: new Set(), count: { readings: 0 } };
  const layers = loadLayers(place, loading);
  const [first, ...others] = describeProblems(loading.problems);
  if (first !== undefined) throw new SkillsError("bad-usage", first, { others });
  const merged = mergeLayers(layers, {
    directory: directoryOf(place),
    files: Array.from(loading.files),
    cwd,
  });
  return settleVersion(settleOwn(merged));
}

type FileLayer = Extract<Layer, { readonly content: unknown }>;

type Said = Omit<Config, "directory" | "files">;

/** Merges the layers. Single values replace earlier ones, rules one by one; lists are concatenated. */
export function mergeLayers(
  layers: readonly Layer[],
  { directory, files, cwd }: Pick<Config, "directory" | "files"> & { readonly cwd: string },
): Config {
  const nothing: Config = {
    directory,
    files,
    rules: new Map(),
    own: [],
    overrides: [],
    suppressions: [],
    ignore: [],
  };
  return layers.reduce((config: Config, layer) => {
    const said = "preset" in layer ? ofPreset(layer) : ofFile(layer, directory, cwd);
    const known = new Set(config.suppressions.map(({ path: of }) => of));
    return {
      ...config,
      ...said,
      rules: new Map([...config.rules, ...said.rules]),
      own: mergeOwn(config.own, said.own),
      overrides: [...config.overrides, ...said.overrides],
      // A base that is extended twice adds nothing the second time.
      suppressions: [...config.suppressions, ...said.suppressions.filter(({ path: of }) => !known.has(of))],
      ignore: [...config.ignore, ...said.ignore],
    };
  }, nothing);
}

function ofPreset({ preset, by }: Exclude<Layer, FileLayer>): Said {
  const from = `preset ${preset}, by ${by}`;
  const { targets, withoutAdvice } = presets[preset];
  return {
    targets: { value: targets, from },
    rules: new Map(withoutAdvice && advice.map((id) => [id, { value: "off", from }])),
    own: [],
    overrides: [],
    suppressions: [],
    ignore: [],
  };
}

const ofValidate: ReadonlySet<string> = new Set(skillRules.map(({ meta }) => meta.id));

const advice: readonly string[] = [...lintRules, ...collectionRules]
  .map(({ meta }) => meta.id)
  .filter((id) => !ofValidate.has(id));

function ofFile({ content, own, ...place }: FileLayer, directory: string, cwd: string): Said {
  const { label } = place;
  const {
    targets,
    clients,
    version,
    rules,
    overrides = [],
    suppressions = [],
    ignore,
    "max-warnings": maxWarnings,
    baseline,
    security,
    syntax,
    tokens,
  } = content;
  const sourced = <Value>({ value, range }: Ranged<Value>): Sourced<Value> => ({
    value,
    from: addressOf(label, range),
  });
  const baselineFile = baseline && sourced(baseline);
  return {
    ...(targets && { targets: inOrder(sourced(targets)) }),
    ...(clients && { clients: sourced(clients) }),
    ...(version && { version: sourced(version) }),
    rules: rulesOf(rules?.settings, sourced),
    own,
    overrides: overrides.map(
      ({ value, range }): ConfigOverride => ({
        paths: value.paths,
        rules: rulesOf(value.rules, sourced),
        ...(value.targets && { targets: inOrder(sourced(value.targets)) }),
        from: addressOf(label, range),
      }),
    ),
    suppressions:
      suppressions.length === 0 ? [] : [{ path: label, directory, entries: suppressions.map(entryOf) }],
    ignore: (ignore?.value ?? []).map(sourced),
    ...(maxWarnings && { maxWarnings: sourced(maxWarnings) }),
    ...(baselineFile && {
      baseline: { ...baselineFile, value: placeIn(directoryOf(place), baselineFile.value, cwd).label },
    }),
    ...(security && { security: sourced(security) }),
    ...(syntax && { syntax: sourced(syntax) }),
    ...(tokens && { tokens: sourced(tokens) }),
  };
}

function rulesOf(
  rules: ReadonlyMap<string, Ranged<RuleSetting>> = new Map(),
  sourced: (given: Ranged<RuleSetting>) => Sourced<RuleSetting>,
): SourcedRules {
  return new Map(Array.from(rules, ([id, given]) => [id, sourced(given)]));
}

function inOrder({ value, from }: Sourced<readonly Target[]>): Sourced<readonly Target[]> {
  return { value: inTargetOrder(value), from };
}

/** Copies the range to plain values, as findings outlive the text. */
function entryOf({
  value: { rule, paths, reason, expires },
  range: { start, end },
}: Ranged<SuppressionContent>): SuppressionList["entries"][number] {
  return { rule, paths, reason, ...(expires !== undefined && { expires }), range: { start, end } };
}

type SuppressionContent = Omit<SuppressionList["entries"][number], "range">;
