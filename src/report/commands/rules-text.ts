import { groupBy } from "../../core/group-by.ts";
import { count } from "../../core/sentence.ts";
import type { Paint } from "../../model/paint.ts";
import type { ExampleTest, ListedSetting, RulesData } from "../../model/reports/rules.ts";
import { asTyped } from "../drawing/as-typed.ts";
import { clean } from "../drawing/width.ts";
import { severityWords } from "../formats/text-finding.ts";

interface RulesStyle {
  readonly paint: Paint;
  /** Whether rules with their default setting are listed one by one. */
  readonly all: boolean;
}

/** Text output: the rules of the config and those with another setting than the default, or what the examples showed. */
export function rulesText({ rules, tests }: RulesData, { paint, all }: RulesStyle): string {
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
      ...rules.map(({ id, setting, from, overrides }) => {
        const word =
          setting === "off"
            ? paint.dim("off    ")
            : paint.severity[setting](severityWords[setting].padEnd(7));
        const more = overrides === 0 ? "" : `, ${count(overrides, "override")}`;
        return `  ${word}  ${id.padEnd(column)}  ${paint.dim(clean(from))}${more}`;
      }),
    ].join("\n"),
  ];
}

function testsText(rules: readonly ListedSetting[], tests: readonly ExampleTest[], paint: Paint): string {
  const byRule = groupBy(tests, ({ rule }) => rule);
  const lines = rules.flatMap(({ id }) => {
    const mine = byRule.get(id);
    if (!mine) return [`${paint.dim("none  ")}  ${id}: no examples`];
    return mine.flatMap(({ example, outcome, found }) => {
      if (outcome === "passed") return [`${paint.good("passed")}  ${id}: ${example}`];
      const why = found.length === 0 ? ["nothing was found"] : found.map((each) => clean(each));
      return [
        `${paint.severity.error("failed")}  ${id}: ${example}`,
        ...why.map((line) => `          ${line}`),
      ];
    });
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
