import type { RuleMeta } from "../../model/rule.ts";
import type { RuleExample, RulePage } from "../../results/explain.ts";
import { series } from "../../core/sentence.ts";
import { show } from "../../core/show.ts";
import { severityOf } from "./rule-text.ts";

/** The rules' README: a table, and a section for each rule. */
export function rulesReadme(pages: readonly RulePage[]): string {
  const rows = pages.map(
    ({ meta }) =>
      `| [${meta.id}](#${meta.id}) | ${meta.category} | ${inShort(meta)} | ${meta.summary.replaceAll("|", "\\|")} |`,
  );
  const head = [
    "# Rules",
    "Written by `npm test -- -u` out of the rules and their cases in `fixtures/rules/`.",
    ["| Rule | Category | Where no target refuses | |", "|---|---|---|---|", ...rows].join("\n"),
  ];
  return `${[...head, ...pages.map(section)].join("\n\n")}\n`;
}

function inShort({ severity, danger, off }: RuleMeta): string {
  if (off) return "off";
  return danger ? "error" : severity;
}

function section({ meta, refusedBy, bad, good }: RulePage): string {
  const { id, category, origin, source, summary, why, remedy } = meta;
  const examples = [
    ...(bad ? [example("Reported", bad)] : []),
    ...(good ? [example("Not reported", good)] : []),
  ];
  return [
    `## ${id}`,
    `*${category}; ${severityOf(meta, refusedBy)}${fixable(meta)}*`,
    summary,
    `**Why:** ${why}`,
    `**Remedy:** ${remedy}`,
    `**Origin:** ${origin}, <${source}>`,
    ...examples,
  ].join("\n\n");
}

function fixable({ fixable: kind }: RuleMeta): string {
  return kind === undefined ? "" : kind === "safe" ? "; fixable" : "; fixable, with a look at the result";
}

function example(title: string, { directory, file, text, beside, says }: RuleExample): string {
  const others = beside.length > 0 ? `, beside ${series(beside.map(code))}` : "";
  const block = fenced("markdown", text.split("\n").map(visible).join("\n"));
  return [
    `${title}: ${code(`${directory}/${file}`)}${others}`,
    block,
    ...(says.length > 0 ? [fenced("text", says.join("\n"))] : []),
  ].join("\n\n");
}

/** With more backticks around it than it holds. */
function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function code(text: string): string {
  return `\`${show(text)}\``;
}

/** A tab is as visible as a reader needs it. */
function visible(line: string): string {
  return line
    .split("\t")
    .map((part) => show(part, Infinity))
    .join("\t");
}
