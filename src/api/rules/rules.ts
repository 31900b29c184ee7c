import { SkillsError } from "../../core/errors.ts";
import { once } from "../../core/once.ts";
import { quote } from "../../core/show.ts";
import { loadSkill } from "../../lint/load-skill.ts";
import { vocabularyOf } from "../../lint/vocabulary-of.ts";
import type { Config, RuleSetting, Sourced } from "../../model/config.ts";
import { openMemory } from "../../model/memory-source.ts";
import type { DefinedRule, OwnExample } from "../../model/own-rule.ts";
import type { Report } from "../../model/report.ts";
import type { ExampleTest, ListedSetting, RulesData } from "../../model/reports/rules.ts";
import type { Rule, RuleMeta } from "../../model/rule.ts";
import { makeRules } from "../../own/make-rules.ts";
import { metaOf } from "../../own/rule-meta.ts";
import { lintRules, ruleMetas } from "../../rules/lists/lint-rules.ts";
import { suppressionRules } from "../../rules/lists/suppression-rules.ts";
import { now } from "../clock.ts";
import { timedReport } from "../timed-report.ts";

/** Lists all rules, also those of the config, and which of them are on. */
export function listSettings(config: Config | undefined): Report<RulesData> {
  const started = now();
  const own = config?.own ?? [];
  const rules = [...own.map(({ rule }) => metaOf(rule)), ...ruleMetas].map((meta) => settingOf(meta, config));
  return reportOf({ rules }, { started, failed: 0, checked: own.length });
}

/**
 * Runs the examples of the rules of a config, or of some of them. Throws a SkillsError if there is no such rule, or no
 * example: a test of nothing would pass.
 */
export function testRules(config: Config | undefined, ids: readonly string[]): Report<RulesData> {
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
    { rules: chosen.map(({ rule }) => settingOf(metaOf(rule), config)), tests },
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

const vocabulary = once(() => vocabularyOf([...lintRules, ...suppressionRules]));

function testsOf({ rule: { when, ...rule }, examples }: DefinedRule): readonly ExampleTest[] {
  // An example need not be for one of the clients.
  const { clients: _clients, ...others } = when ?? {};
  const [made] = makeRules([{ ...rule, when: others }]);
  const run = (kind: "good" | "bad") => (example: OwnExample, index: number) => {
    const found = findingsIn(made!, example);
    const outcome = found.length > 0 === (kind === "bad") ? ("passed" as const) : ("failed" as const);
    return { rule: rule.id, example: `${kind} ${index + 1}`, outcome, found };
  };
  return [...examples.good.map(run("good")), ...examples.bad.map(run("bad"))];
}

function findingsIn(rule: Rule, { name, files }: OwnExample): readonly string[] {
  const { skill } = loadSkill(openMemory(name, files), [], { vocabulary: vocabulary() });
  return Array.from(rule.check({ subject: skill }), ({ file, range, message }) =>
    range ? `${file}:${range.start.line}:${range.start.column}: ${message}` : `${file}: ${message}`,
  );
}

interface Counts {
  readonly started: number;
  readonly failed: number;
  readonly checked: number;
}

function reportOf(data: RulesData, { started, failed, checked }: Counts): Report<RulesData> {
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
