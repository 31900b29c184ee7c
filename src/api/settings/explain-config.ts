import { compilePathPattern, type PathPattern } from "../../core/path-pattern.ts";
import type { Config, RuleSetting, Sourced, SourcedRules } from "../../model/config.ts";
import { innerPathOf, namedPlace } from "../../read/file-place.ts";
import type { CheckOptions } from "../check/check.ts";
import { plainRules } from "./configured.ts";
import { addressOf } from "./loading.ts";
import { mergeSettings } from "./merge-settings.ts";
import { isDirectory } from "../../read/there.ts";

/** The settings for one path as plain data, each with its origin. For a directory, the settings for its SKILL.md. */
export type ConfigExplanation = Readonly<Record<string, unknown>>;

/** `given` are the settings on the command line; the path need not exist. */
export function explainConfig(
  written: string,
  given: Partial<CheckOptions> & Pick<CheckOptions, "cwd">,
  config: Config | undefined,
): ConfigExplanation {
  const { absolute, label } = namedPlace(written, given.cwd);
  const inner = config && innerPathOf(config.directory, written, given.cwd);
  const file =
    inner === undefined || !isDirectory(absolute) ? inner : `${inner}${inner === "" ? "" : "/"}SKILL.md`;
  const covers: PathPattern = (pattern) => file !== undefined && compilePathPattern(pattern)(file);
  const overrides = (config?.overrides ?? []).map((override) => ({
    ...override,
    covers: override.paths.some(covers),
  }));
  const holding = overrides.filter((override) => override.covers);
  const { targets, clients, maxWarnings, baseline, security, syntax, tokens } = mergeSettings(given, {
    ...config,
    targets: holding.findLast((override) => override.targets)?.targets ?? config?.targets,
  });
  return {
    path: label,
    files: config?.files ?? [],
    ignored: config?.ignore.find(({ value }) => covers(value)) ?? set(false),
    targets: targets ?? set(["spec"]),
    clients: clients ?? set(["common"]),
    version: config?.version ?? set(null),
    rules: Object.fromEntries(
      new Map([
        ...(config?.rules ?? []),
        ...holding.flatMap(({ rules }) => [...rules]),
        ...typed(given.rules ?? {}),
      ]),
    ),
    overrides: overrides.map(({ paths, targets, rules, ...others }) => ({
      paths,
      ...(targets && { targets: targets.value }),
      rules: plainRules(rules),
      ...others,
    })),
    suppressions: (config?.suppressions ?? []).flatMap((list) =>
      list.entries.map(({ range, ...entry }) => ({
        ...entry,
        covers: entry.paths.some(covers),
        from: range ? addressOf(list.path, range) : list.path,
      })),
    ),
    "max-warnings": maxWarnings ?? set(null),
    baseline: baseline ?? set(null),
    security: security ?? set(false),
    syntax: syntax ?? set(false),
    tokens: tokens ?? set("estimate"),
  };
}

function set<Value>(value: Value): Sourced<Value> {
  return { value, from: "default" };
}

function typed(rules: Readonly<Record<string, RuleSetting>>): SourcedRules {
  return new Map(Object.entries(rules).map(([id, value]) => [id, { value, from: "--rule" }]));
}
