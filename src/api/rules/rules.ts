import { SkillsError } from "../../core/errors.ts";
import { groupBy } from "../../core/group-by.ts";
import { once } from "../../core/once.ts";
import { joinLabel } from "../../core/paths.ts";
import { compilePathPattern } from "../../core/path-pattern.ts";
import { quote } from "../../core/show.ts";
import { compareClaims } from "../../lint/compare-claims.ts";
import { NothingFound } from "../../find/discover.ts";
import { loadSkill } from "../../lint/load-skill.ts";
import { runRules } from "../../lint/run-rules.ts";
import { vocabularyOf } from "../../lint/vocabulary-of.ts";
import type { Config, RuleSetting, Sourced } from "../../model/config.ts";
import { openMemory } from "../../model/memory-source.ts";
import type { DefinedRule, OwnExample } from "../../model/own-rule.ts";
import type { Report } from "../../model/report.ts";
import type { ExampleTest, ListedSetting, RulesData } from "../../model/reports/rules.ts";
import type { Rule, RuleMeta } from "../../model/rule.ts";
import type { Skill } from "../../model/skill.ts";
import type { SkillSource } from "../../model/source.ts";
import { makeRules } from "../../own/make-rules.ts";
import { metaOf } from "../../own/rule-meta.ts";
import { whyNothing, whyUnable } from "../../own/why-nothing.ts";
import { lintRules, ruleMetas } from "../../rules/lists/lint-rules.ts";
import { suppressionRules } from "../../rules/lists/suppression-rules.ts";
import { now } from "../clock.ts";
import { findSources } from "../scope/find-sources.ts";
import { timedReport } from "../timed-report.ts";
import { hasFileIn } from "./placed-rules.ts";

/** Lists all rules, also those of the config, and which of them are on. */
export function listSettings(config: Config | undefined, placed: Placed = new Map()): Report<RulesData> {
  const started = now();
  const own = config?.own ?? [];
  const rules = [
    ...own.map((defined) => ownSettingOf(defined, config!, placed)),
    ...ruleMetas.map((meta) => settingOf(meta, config)),
  ];
  return reportOf({ rules }, { started, failed: 0, checked: own.length });
}

/**
 * Runs the examples of the rules of a config, or of some of them. Throws a SkillsError if there is no such rule, or no
 * example: a test of nothing would pass.
 */
export function testRules(
  config: Config | undefined,
  ids: readonly string[],
  placed: Placed = new Map(),
): Report<RulesData> {
  const started = now();
  const own = config?.own ?? [];
  const unknown = ids.find((id) => !own.some(({ rule }) => rule.id === id));
  if (unknown !== undefined)
    throw new SkillsError("not-found", `the config defines no rule ${quote(unknown, 60)}`);
  const chosen = own.filter(({ rule }) => ids.length === 0 || ids.includes(rule.id));
  if (chosen.length === 0)
    throw new SkillsError("not-found", "the config defines no rule of its own", {
      hint: "skills rules init writes a file with some",
    });
  const tests = chosen.flatMap(testsOf);
  if (tests.length === 0)
    throw new SkillsError("not-found", "no rule has an example; write some under `examples`");
  return reportOf(
    { rules: chosen.map((defined) => ownSettingOf(defined, config!, placed)), tests },
    {
      started,
      failed: tests.filter(({ outcome }) => outcome === "failed").length,
      checked: chosen.length,
    },
  );
}

function settingOf(meta: RuleMeta, config: Config | undefined): ListedSetting {
  const { id, off, danger, severity, origin, summary } = meta;
  const usual: Sourced<RuleSetting> = { value: off ? "off" : danger ? "error" : severity, from: "default" };
  const { value: setting, from } = config?.rules.get(id) ?? usual;
  return {
    id,
    origin: origin === "own" ? "own" : "built-in",
    setting,
    from,
    summary,
    overrides: config?.overrides.filter(({ rules }) => rules.has(id)).length ?? 0,
  };
}

/** As `settingOf`, with the paths of the rule, which the config has as overrides. */
function ownSettingOf(
  { rule, paths, except, from }: DefinedRule,
  config: Config,
  placed: Placed,
): ListedSetting {
  const listed = settingOf(metaOf(rule), config);
  const ofRule = config.overrides.filter(({ rules, from: where }) => where === from && rules.has(rule.id));
  const inPaths = paths && ofRule.find((override) => override.paths === paths)?.rules.get(rule.id);
  const skills = paths && placed.get(rule.id);
  return {
    ...listed,
    ...(inPaths && { setting: inPaths.value, from: inPaths.from }),
    overrides: listed.overrides - ofRule.length,
    ...(paths && { paths }),
    ...(except && { except }),
    ...(skills !== undefined && { skills }),
  };
}

/** By the id of a rule, the number of skills with a file in its paths. */
export type Placed = ReadonlyMap<string, number>;

/** Counts the skills for the rules with paths; without such a rule, nothing is searched. */
export async function countPlaced({ directory, own, ignore }: Config): Promise<Placed> {
  const placed = own.filter(({ paths }) => paths);
  if (placed.length === 0) return new Map();
  const patterns = ignore.map(({ value }) => value);
  const { sources } = await findSources(
    { paths: ["."], cwd: directory, ...(patterns.length > 0 && { ignore: { directory, patterns } }) },
    { asClients: true },
  ).catch(noneFound);
  return new Map(
    placed.map(({ rule, paths = [] }) => {
      const on = paths.map(compilePathPattern);
      return [rule.id, sources.filter((source) => hasFileIn(source, directory, on)).length];
    }),
  );
}

function noneFound(error: unknown): { readonly sources: readonly SkillSource[] } {
  if (error instanceof NothingFound) return { sources: [] };
  throw error;
}

const vocabulary = once(() => vocabularyOf([...lintRules, ...suppressionRules]));

function testsOf({ rule: { when, ...rule }, examples, paths, except }: DefinedRule): readonly ExampleTest[] {
  // An example need not be for one of the clients.
  const { clients: _clients, ...others } = when ?? {};
  const tested = { ...rule, when: others };
  const [made] = makeRules([tested]);
  const offAt = offPlaces(paths, except);
  const run = (kind: "good" | "bad") => (each: OwnExample, index: number) => {
    const skills = skillsOf(each).map(
      ({ name, files }) => loadSkill(openMemory(name, files), [], { vocabulary: vocabulary() }).skill,
    );
    const off = offAt(each.at);
    const found = off === undefined ? findingsIn(made!, skills) : [];
    const [unable] = skills.flatMap((skill) => whyUnable(tested, skill) ?? []);
    const passed = unable === undefined && found.length > 0 === (kind === "bad");
    const nothing = (): string | undefined =>
      skills.length === 1 ? whyNothing(tested, skills[0]!) : "nothing was found in any of the skills";
    const cause = passed || found.length > 0 ? undefined : (unable ?? off ?? nothing());
    return {
      rule: rule.id,
      example: `${kind} ${index + 1}`,
      outcome: passed ? ("passed" as const) : ("failed" as const),
      found,
      ...(cause !== undefined && { cause }),
    };
  };
  return [...examples.good.map(run("good")), ...examples.bad.map(run("bad"))];
}

/** Returns why a rule is off in a directory; for an example without one, its paths do not count. */
function offPlaces(
  paths: readonly string[] | undefined,
  except: readonly string[] = [],
): (at: string | undefined) => string | undefined {
  const [on, off] = [paths?.map(compilePathPattern), except.map(compilePathPattern)];
  return (at) => {
    if (at === undefined) return undefined;
    const file = joinLabel(at, "SKILL.md");
    if (on && !on.some((covers) => covers(file)))
      return `nothing was found: \`when.paths\` does not cover ${quote(at, 40)}`;
    return off.some((covers) => covers(file))
      ? `nothing was found: \`except\` covers ${quote(at, 40)}`
      : undefined;
  };
}

function findingsIn(rule: Rule, loaded: readonly Skill[]): readonly string[] {
  const skills = loaded.map((skill) => {
    const { diagnostics, claims = [] } = runRules(skill, [rule], { targets: [], validatorRefusals: [] });
    return { path: skill.name, diagnostics, claims };
  });
  const same = compareClaims(skills);
  return skills.flatMap(({ path, diagnostics }) =>
    [...diagnostics, ...(same.get(path) ?? [])].map(({ file, start, message }) => {
      const place = skills.length > 1 ? `${path}/${file}` : file;
      return start ? `${place}:${start.line}:${start.column}: ${message}` : `${place}: ${message}`;
    }),
  );
}

/** The skills of an example: one for each directory if it has no SKILL.md of its own. */
function skillsOf(example: OwnExample): readonly OwnExample[] {
  const files = Object.entries(example.files);
  if (!files.every(([file]) => /^[^/]+\/./.test(file))) return [example];
  const byName = groupBy(files, ([file]) => file.slice(0, file.indexOf("/")));
  return Array.from(byName, ([name, inside]) => ({
    name,
    files: Object.fromEntries(inside.map(([file, content]) => [file.slice(name.length + 1), content])),
  }));
}

interface Counts {
  readonly started: number;
  readonly failed: number;
  readonly checked: number;
}

/** The report of a subcommand of `skills rules`. */
export function reportOf(data: RulesData, { started, failed, checked }: Counts): Report<RulesData, "rules"> {
  const report = timedReport({
    command: "rules",
    targets: [],
    subjects: [],
    unread: [],
    started,
    maxWarnings: Infinity,
  });
  return {
    ...report,
    outcome: failed > 0 ? 1 : 0,
    data,
    summary: { ...report.summary, checked, errors: failed },
  };
}
