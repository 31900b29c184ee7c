import type { Checkout, Report } from "../../model/report.ts";
import { count, grouped, series } from "../../core/sentence.ts";
import type { TokenStage } from "../../model/reports/diff.ts";
import type { TestRun } from "../../model/reports/test.ts";
import type { ClientChange, FindingDelta, TokenDelta, TokenDeltas } from "../../model/reports/action.ts";
import { estimateError } from "../../model/token-counter.ts";
import { codeInMarkdown, drawTable, escapeMarkdown } from "../drawing/markdown-table.ts";
import { chosenOnly } from "../formats/chosen-only.ts";
import { drawReport } from "../formats/markdown.ts";
import { testBlocks } from "./test/test-markdown.ts";
import { type Paint, plainPaint } from "../../model/paint.ts";

interface SummaryOptions {
  readonly checkout?: Checkout | undefined;
  /** Present only for `skills test`. */
  readonly run?: TestRun | undefined;
  /** Sentences to print in addition to the report. */
  readonly notices: readonly string[];
  readonly tokens: TokenDeltas;
  /** By the paths of the changed skills; empty if the command does not lint. */
  readonly findings: ReadonlyMap<string, FindingDelta>;
}

const outcomes = { 0: "passed", 1: "problems found", 2: "could not be measured" } as const satisfies Record<
  Report["outcome"],
  string
>;

/** The summary is read on another machine than the runner. */
export const onRunner: Paint = { ...plainPaint, command: "npx skillwright" };

/**
 * The job summary of a run: its outcome, the skills with problems, the worst findings and the token cost of the change.
 * Stays below the 1 MiB that GitHub accepts per step.
 */
export function actionSummary(
  report: Report,
  { checkout, run, notices, tokens, findings }: SummaryOptions,
): string {
  const body = run
    ? testBlocks(run)
    : drawReport(chosenOnly(report), { quiet: false, paint: onRunner, ...(checkout && { checkout }) });
  return [
    `## skillwright ${report.command}: ${outcomes[report.outcome]}`,
    ...notices.map((notice) => `${escapeMarkdown(notice, longestSentence)}.`),
    ...body,
    ...drawDeltas(tokens, findings),
  ].join("\n\n");
}

/** The job summary of a run without a report. */
export function failureSummary(command: string, sentence: string): string {
  return `## skillwright ${command}: could not run\n\n${escapeMarkdown(sentence, longestSentence)}\n`;
}

const [longestSentence, longestPath] = [2_000, 200];

const stages = {
  catalogue: "Name and description",
  body: "Body",
  files: "Other files",
} as const satisfies Record<TokenStage, string>;
const stageNames = ["catalogue", "body", "files"] as const;

/** Exact numbers, as the differences matter. */
function drawDeltas(
  { deltas, omitted }: TokenDeltas,
  findings: SummaryOptions["findings"],
): readonly string[] {
  const hasFindings = findings.size > 0;
  const hasClients = deltas.some(({ clients }) => clients);
  const toRow = ({ path, before, after, clients = [] }: TokenDelta): readonly string[] => [
    `${codeInMarkdown(path, longestPath)}${before ? "" : " (new)"}`,
    ...stageNames.map((stage) => drawDelta(before?.[stage], after[stage])),
    ...(hasFindings ? [drawFindings(findings.get(path))] : []),
    ...(hasClients ? [drawClients(clients)] : []),
  ];
  const table = drawTable(
    [
      `Tokens (${estimateError})`,
      ...stageNames.map((stage) => stages[stage]),
      ...(hasFindings ? ["Errors and warnings"] : []),
      ...(hasClients ? ["Clients"] : []),
    ],
    deltas,
    toRow,
    (rest) => `And ${count(rest.length, "more skill")}.`,
  );
  const titles = [
    "Token cost of the change",
    ...(hasFindings ? ["findings"] : []),
    ...(hasClients ? ["clients"] : []),
  ];
  const rest =
    omitted === 0 ? [] : [`${count(omitted, "more changed skill")} not counted (too many or too large).`];
  return table.length + rest.length === 0 ? [] : [`### ${series(titles)}`, ...table, ...rest];
}

/** "**2 new**, 1 removed, 5 as before". */
function drawFindings(delta: FindingDelta | undefined): string {
  if (!delta) return "";
  const { fresh, suppressed, gone, same } = delta;
  const words = [
    ...(fresh > 0 ? [`**${grouped(fresh)} new**`] : []),
    ...(suppressed > 0 ? [`**${grouped(suppressed)} suppressed**`] : []),
    ...(gone > 0 ? [`${grouped(gone)} removed`] : []),
    ...(same > 0 ? [`${grouped(same)} as before`] : []),
  ];
  return words.length === 0 ? "none" : words.join(", ");
}

const changes: Readonly<Record<string, string>> = {
  "as-written not-loaded": "**lost**",
  "differs not-loaded": "**lost**",
  "as-written differs": "**loads differently**",
  "not-loaded differs": "won, loads differently",
  "not-loaded as-written": "won",
  "differs as-written": "loads as written",
};

/** The clients by what has become of them, what is lost first. */
function drawClients(clients: readonly ClientChange[]): string {
  return Object.values(changes)
    .filter((words, at, all) => all.indexOf(words) === at)
    .flatMap((words) => {
      const titles = clients.flatMap(({ title, before, after }) =>
        changes[`${before} ${after}`] === words ? [escapeMarkdown(title)] : [],
      );
      return titles.length === 0 ? [] : [`${words}: ${titles.join(", ")}`];
    })
    .join("; ");
}

function drawDelta(before: number | undefined, after: number): string {
  if (before === undefined || before === after) return grouped(after);
  const more = after - before;
  return `${grouped(before)} → ${grouped(after)} (**${more > 0 ? "+" : "-"}${grouped(Math.abs(more))}**)`;
}
