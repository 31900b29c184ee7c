import { compilePathPattern, type PathPattern } from "../../core/path-pattern.ts";
import type { Config, RuleSetting, Sourced, SourcedRules } from "../../model/config.ts";
import { innerPathOf, namedPlace } from "../../read/file-place.ts";
import { isDirectory } from "../../read/gitignore.ts";
import type { CheckOptions } from "../check/check.ts";
import { addressOf } from "./load-layers.ts";

/** What holds for one path, as plain data: every value with where it comes from. Of a directory it tells what holds for its SKILL.md. */
export type ConfigExplanation = Readonly<Record<string, unknown>>;

/** `given` is what the user set on the command line; the path need not be there. */
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
  return {
    path: label,
    files: config?.files ?? [],
    ignored: config?.ignore.find(({ value }) => covers(value)) ?? set(false),
    targets: choose(
      given.targets,
      "--target",
      holding.findLast(({ targets }) => targets)?.targets ?? config?.targets,
      ["spec"],
    ),
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
      rules: plain(rules),
      ...others,
    })),
    suppressions: (config?.suppressions ?? []).flatMap((list) =>
      list.entries.map(({ range, ...entry }) => ({
        ...entry,
        covers: entry.paths.some(covers),
        from: range ? addressOf(list.path, range) : list.path,
      })),
    ),
    "max-warnings": choose(given.maxWarnings, "--max-warnings", config?.maxWarnings, null),
    baseline: choose(
      given.baseline?.path,
      given.baseline?.write ? "--write-baseline" : "--baseline",
      config?.baseline,
      null,
    ),
    security: choose(given.security || undefined, "--security", config?.security, false),
    syntax: choose(given.syntax || undefined, "--syntax", config?.syntax, false),
    tokens: choose(given.tokens, "--tokens", config?.tokens, "estimate"),
  };
}

function choose<Value>(
  given: Value | undefined,
  option: string,
  configured: Sourced<Value> | undefined,
  defaultValue: Value | null,
): Sourced<Value | null> {
  return given === undefined ? (configured ?? set(defaultValue)) : { value: given, from: option };
}

function set<Value>(value: Value): Sourced<Value> {
  return { value, from: "default" };
}

function typed(rules: Readonly<Record<string, RuleSetting>>): SourcedRules {
  return new Map(Object.entries(rules).map(([id, value]) => [id, { value, from: "--rule" }]));
}

function plain(rules: SourcedRules): Readonly<Record<string, RuleSetting>> {
  return Object.fromEntries(Array.from(rules, ([id, { value }]) => [id, value]));
}
