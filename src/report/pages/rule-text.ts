import { series } from "../../core/sentence.ts";
import type { Category, RuleMeta } from "../../model/rule.ts";
import type { Target } from "../../model/target.ts";
import type { RuleExample, RulePage } from "../../results/explain.ts";
import type { Paint } from "../../model/paint.ts";
import { wrap } from "../drawing/text-wrap.ts";
import { clean } from "../drawing/width.ts";

interface RuleTextStyle {
  readonly paint: Paint;
  /** Number of columns at which lines are wrapped. */
  readonly width: number;
}

const categories = {
  spec: "Specification",
  portability: "Portability",
  security: "Security",
  clarity: "Clarity",
  files: "Files",
  evals: "Evaluations",
  suppression: "Suppressions",
  archive: "Archives",
} as const satisfies Record<Category, string>;

type Listed = Pick<RulePage, "meta" | "refusedBy">;

/** A list of all rules, by category. */
export function ruleList(pages: readonly Listed[], { paint, width }: RuleTextStyle): string {
  const blocks = Object.entries(categories).flatMap(([category, title]) => {
    const members = pages.filter(({ meta }) => meta.category === category);
    return members.length > 0
      ? [[paint.bold(title), ...members.flatMap((page) => listed(page, width, paint))].join("\n")]
      : [];
  });
  return `${[...blocks, "skills explain RULE describes one rule, with examples."].join("\n\n")}\n`;
}

function listed({ meta, refusedBy }: Listed, width: number, paint: Paint): readonly string[] {
  const { id, origin, danger, severity, summary } = meta;
  const counts = danger
    ? "error"
    : `${severity}${refusedBy.length > 0 ? ", error where a chosen target refuses the skill" : ""}`;
  return [
    `  ${id}  ${paint.dim(`${counts}; from ${origin}`)}`,
    ...wrap(clean(summary), width - 6).map((line) => `      ${line}`),
  ];
}

/** The page of one rule. */
export function ruleText({ meta, refusedBy, bad, good }: RulePage, style: RuleTextStyle): string {
  const { paint, width } = style;
  const { id, category, origin, source, summary, why, remedy, fixable } = meta;
  const rows: readonly (readonly [string, string])[] = [
    ["Why", why],
    ["Remedy", remedy],
    ["Severity", severityOf(meta, refusedBy)],
    [
      "Fix",
      fixable === undefined
        ? "by hand"
        : fixable === "safe"
          ? "safe: does not change what the skill means"
          : "unsafe: may change what the skill means, so review the result",
    ],
    ["Category", category],
    ["Origin", `${origin} ${source}`],
  ];
  const head = [
    paint.bold(id),
    ...wrap(summary, width),
    "",
    ...rows.flatMap((row) => drawRow(row, width, paint)),
  ];
  const examples = [
    ...(bad ? drawExample("Reported", bad, width, paint) : []),
    ...(good ? drawExample("Not reported", good, width, paint) : []),
  ];
  return `${[...head, ...examples].join("\n")}\n`;
}

/** Width of the longest label of a row, including a gap. */
const nameWidth = 10;

function drawRow([name, text]: readonly [string, string], width: number, paint: Paint): readonly string[] {
  return wrap(clean(text), width - nameWidth).map(
    (line, at) => `${at === 0 ? paint.dim(name.padEnd(nameWidth)) : " ".repeat(nameWidth)}${line}`,
  );
}

function drawExample(
  title: string,
  { directory, file, text, beside, says }: RuleExample,
  width: number,
  paint: Paint,
): readonly string[] {
  const others = beside.length > 0 ? `, next to ${series(beside.map((path) => clean(path)))}` : "";
  const lines = text
    .split("\n")
    .map((line) => `  ${paint.dim("|")} ${cut(clean(line), width - 4)}`.trimEnd());
  const said = says.flatMap((each) =>
    wrap(clean(each), width - 4).map((line, at) => `${at === 0 ? "  " : "    "}${line}`),
  );
  return [
    "",
    ...wrap(`${title}: ${clean(`${directory}/${file}`)}${others}`, width),
    ...lines,
    ...(said.length > 0 ? ["", ...said] : []),
  ];
}

/** Truncates a source line, which wrapping would change; its start is enough to recognize it. */
function cut(line: string, width: number): string {
  const characters = Array.from(line);
  return characters.length > width ? `${characters.slice(0, width - 1).join("")}…` : line;
}

/** The severity of a rule's findings, such as "warning; error where spec or skills-ref is a target". */
export function severityOf(
  { severity, danger, off, category }: RuleMeta,
  refusedBy: readonly Target[],
): string {
  if (off)
    return `${severity}; off unless ${category === "security" ? "--security or " : ""}--rule enables it`;
  if (danger) return "error, for every target";
  return refusedBy.length > 0
    ? `${severity}; error where ${series(refusedBy, "or")} is a target and refuses the skill`
    : severity;
}
