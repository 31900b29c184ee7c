import { series } from "../../core/sentence.ts";
import type { RuleMeta } from "../../model/rule.ts";
import type { Target } from "../../model/target.ts";
import type { RuleExample, RulePage } from "../../model/reports/explain.ts";
import type { Paint } from "../../model/paint.ts";
import { wrap, wrapHanging } from "../drawing/text-wrap.ts";
import { clean, cutTo } from "../drawing/width.ts";
import { severityWords } from "../formats/text-finding.ts";
import { asTyped } from "../drawing/as-typed.ts";

export interface RuleTextStyle {
  readonly paint: Paint;
  /** Number of columns at which lines are wrapped. */
  readonly width: number;
}

/** The headings of the list: by the first word of a rule's origin, and for the archive codes. */
const origins = {
  spec: "The Agent Skills specification",
  reference: "The specification's reference implementation",
  client: "Agent clients and uploaders",
  guidance: "Best practices",
  own: "Rules of the config",
  archive: "Archives (skills verify)",
} as const;

type Listed = Pick<RulePage, "meta">;

/** A list of all rules by origin, with one line each: severity, id and summary. */
export function ruleList(pages: readonly Listed[], { paint, width }: RuleTextStyle): string {
  const column = Math.max(...pages.map(({ meta }) => meta.id.length));
  const blocks = Object.entries(origins).flatMap(([origin, title]) => {
    const members = pages.filter(({ meta }) => headingOf(meta) === origin);
    return members.length > 0
      ? [
          [
            paint.bold(asTyped(title, paint.command)),
            ...members.map((page) => listed(page, column, width, paint)),
          ].join("\n"),
        ]
      : [];
  });
  return `${[...blocks, asTyped("skills explain RULE describes one rule, with examples.", paint.command)].join("\n\n")}\n`;
}

function headingOf({ category, origin }: RuleMeta): string {
  return category === "archive" ? category : origin.replace(/:.*/, "");
}

function listed(
  { meta }: Listed,
  column: number,
  width: number,
  { severity: tints, dim, command }: Paint,
): string {
  const { id, danger, severity, off } = meta;
  const shown = danger ? "error" : severity;
  const word = off && !danger ? dim("off    ") : tints[shown](severityWords[shown].padEnd(7));
  const summary = firstSentence(asTyped(clean(meta.summary), command), width - column - 13);
  return `  ${word}  ${id.padEnd(column)}  ${summary}`;
}

/** The summary without "Reports", cut at a word to fit on one line. */
function firstSentence(summary: string, room: number): string {
  const text = summary.replace(/^Reports /, "").replace(/\.$/, "");
  if (text.length <= room) return text;
  const cut = text.slice(0, Math.max(0, room - 1));
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 1))}…`;
}

/** The page of one rule. */
export function ruleText(
  { meta, refusedBy, bad, others = [], good }: RulePage,
  style: RuleTextStyle,
): string {
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
    ...wrap(asTyped(summary, paint.command), width),
    "",
    ...rows.flatMap((row) => drawRow(row, width, paint)),
  ];
  const examples = [
    ...(bad ? drawExample("Reported", bad, width, paint) : []),
    ...drawOthers(others, style),
    ...(good ? drawExample("Not reported", good, width, paint) : []),
  ];
  return `${[...head, ...examples].join("\n")}\n`;
}

/** Width of the longest label of a row, including a gap. */
const nameWidth = 10;

function drawRow([name, text]: readonly [string, string], width: number, paint: Paint): readonly string[] {
  return wrap(asTyped(clean(text), paint.command), width - nameWidth).map(
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
    .map((line) => `  ${paint.dim("|")} ${cutTo(clean(line), width - 4)}`.trimEnd());
  const said = says.flatMap((each) =>
    wrap(asTyped(clean(each), paint.command), width - 4).map(
      (line, at) => `${at === 0 ? "  " : "    "}${line}`,
    ),
  );
  return [
    "",
    ...wrap(`${title}: ${clean(`${directory}/${file}`)}${others}`, width),
    ...lines,
    ...(said.length > 0 ? ["", ...said] : []),
  ];
}

/** For each other reason, what is reported and the line at which it is. */
function drawOthers(others: readonly RuleExample[], { width, paint }: RuleTextStyle): readonly string[] {
  if (others.length === 0) return [];
  const parts = others.flatMap(({ file, text, says: [first = ""] }) => {
    const message = first.slice(first.indexOf(" ") + 1);
    const [, line] = first.startsWith(`${file}:`) ? first.slice(file.length).split(":") : [];
    const source = line === undefined ? undefined : text.split("\n")[Number(line) - 1];
    return [
      ...wrapHanging(asTyped(clean(message), paint.command), width - 2, 2).map((each) => `  ${each}`),
      ...(source?.trim()
        ? [`    ${paint.dim(`${line} |`)} ${cutTo(clean(source), width - 8)}`.trimEnd()]
        : []),
    ];
  });
  return ["", "Also reported:", ...parts];
}

/** The most targets that a page names; docs/severity.md and JSON have all. */
const mostNamed = 6;

/** The severity of a rule's findings, such as "warning; error where a target refuses the skill: spec or skills-ref". */
export function severityOf(
  { severity, danger, off, category }: RuleMeta,
  refusedBy: readonly Target[],
): string {
  if (off)
    return `${severity}; off unless ${category === "security" ? "--security or " : ""}--rule enables it`;
  if (danger) return "error, for every target";
  if (refusedBy.length === 0) return severity;
  const few = refusedBy.length > mostNamed ? refusedBy.slice(0, mostNamed - 1) : refusedBy;
  const rest = refusedBy.length - few.length;
  const who = series([...few, ...(rest > 0 ? [`${rest} more`] : [])], "or");
  return `${severity}; error where a target refuses the skill: ${who}`;
}
