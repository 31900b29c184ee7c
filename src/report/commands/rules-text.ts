import { groupBy } from "../../core/group-by.ts";
import { count } from "../../core/sentence.ts";
import type { Paint } from "../../model/paint.ts";
import type { ExampleTest, ListedSetting, RulesData, RulesMigration } from "../../model/reports/rules.ts";
import { asTyped } from "../drawing/as-typed.ts";
import { clean, cleanPath } from "../drawing/width.ts";
import { severityWords } from "../formats/text-finding.ts";

interface RulesStyle {
  readonly paint: Paint;
  /** Whether rules with their default setting are listed one by one. */
  readonly all: boolean;
}

/** Text output: the rules of the config and those with another setting than the default, or what the examples showed. */
export function rulesText({ rules, tests, migration }: RulesData, { paint, all }: RulesStyle): string {
  if (migration) return migrationText(migration, paint);
  if (tests) return testsText(rules, tests, paint);
  const own = rules.filter(({ origin }) => origin === "own");
  const builtIn = rules.filter(({ origin }) => origin === "built-in");
  const changed = builtIn.filter(({ from, overrides }) => all || from !== "default" || overrides > 0);
  const standard = builtIn.length - changed.length;
  const blocks = [
    ...section("Rules of the config", own, paint),
    ...section(all ? "Built-in rules" : "Built-in rules with a setting", changed, paint),
    ...(standard > 0
      ? [
          `${count(standard, "built-in rule")} with the default setting; --all lists ${standard === 1 ? "it" : "them"}`,
        ]
      : []),
    asTyped(
      "skills rules explain ID describes one; skills rules init writes rules to start from.",
      paint.command,
    ),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function section(title: string, rules: readonly ListedSetting[], paint: Paint): readonly string[] {
  if (rules.length === 0) return [];
  const column = Math.max(...rules.map(({ id }) => id.length));
  return [
    [
      paint.bold(title),
      ...rules.flatMap((rule) => {
        const { id, setting, from, overrides } = rule;
        const word =
          setting === "off"
            ? paint.dim("off    ")
            : paint.severity[setting](severityWords[setting].padEnd(7));
        const more = overrides === 0 ? "" : `, ${count(overrides, "override")}`;
        return [
          `  ${word}  ${id.padEnd(column)}  ${paint.dim(clean(from))}${more}`,
          ...pathsOf(rule).map((line) => `           ${line}`),
        ];
      }),
    ].join("\n"),
  ];
}

/** Where a rule runs and does not run, and whether it runs anywhere. */
function pathsOf(rule: ListedSetting): readonly string[] {
  const { paths, except } = rule;
  return [
    ...(paths ? [`in ${paths.map(cleanPath).join(", ")}`] : []),
    ...(except ? [`except ${except.map(cleanPath).join(", ")}`] : []),
    ...unmatched(rule),
  ];
}

function unmatched({ id, setting, skills }: ListedSetting): readonly string[] {
  return skills === 0 && setting !== "off" ? [`no skill is in the paths of ${id}`] : [];
}

function migrationText({ file, before, after, rules }: RulesMigration, paint: Paint): string {
  const column = Math.max(...rules.map(({ id }) => id.length));
  const lines = rules.map(({ id, before: was, after: is, since }) => {
    const change = `${severityWords[was]} -> ${paint.severity[is](severityWords[is].padEnd(7))}`;
    return `  ${change}  ${id.padEnd(column)}  ${paint.dim(`since ${since}`)}`;
  });
  const name = cleanPath(file);
  const head =
    before === null
      ? `${name}: version ${after} added; rules of later releases start as notes`
      : before === after
        ? `${name}: version ${after} is that of this release`
        : `${name}: version ${clean(before)} -> ${after}`;
  const rest = lines.length === 0 && before !== after ? ["no rule changes its severity"] : lines;
  return `${[head, ...rest].join("\n")}\n`;
}

function testsText(rules: readonly ListedSetting[], tests: readonly ExampleTest[], paint: Paint): string {
  const byRule = groupBy(tests, ({ rule }) => rule);
  const lines = rules.flatMap((rule) => {
    const { id } = rule;
    const notes = unmatched(rule).map((line) => `${paint.dim("note  ")}  ${line}`);
    const mine = byRule.get(id);
    if (!mine) return [`${paint.dim("none  ")}  ${id}: no examples`, ...notes];
    const shown = mine.flatMap(({ example, outcome, found, cause }) => {
      if (outcome === "passed") return [`${paint.good("passed")}  ${id}: ${example}`];
      const why = (cause === undefined ? found : [cause]).map((each) => clean(each));
      return [
        `${paint.severity.error("failed")}  ${id}: ${example}`,
        ...why.map((line) => `          ${line}`),
      ];
    });
    return [...shown, ...notes];
  });
  const failed = tests.filter(({ outcome }) => outcome === "failed").length;
  const without = rules.filter(({ id }) => !byRule.has(id)).length;
  const summary = [
    `${count(tests.length - failed, "example")} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(without > 0 ? [`${count(without, "rule")} without examples`] : []),
  ].join(", ");
  return `${[...lines, "", summary].join("\n")}\n`;
}
