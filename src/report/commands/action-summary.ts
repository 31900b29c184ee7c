import type { Checkout, Report } from "../../model/report.ts";
import { count, grouped } from "../../core/sentence.ts";
import type { TokenStage } from "../../model/reports/diff.ts";
import type { TestRun } from "../../model/reports/test.ts";
import type { TokenDelta, TokenDeltas } from "../../model/reports/action.ts";
import { estimateError } from "../../model/token-counter.ts";
import { codeInMarkdown, drawTable, escapeMarkdown } from "../drawing/markdown-table.ts";
import { chosenOnly } from "../formats/chosen-only.ts";
import { drawReport } from "../formats/markdown.ts";
import { testBlocks } from "./test/test-markdown.ts";
import { type Paint, plainPaint } from "../../model/paint.ts";

interface Told {
  readonly checkout?: Checkout | undefined;
  /** Present only for `skills test`. */
  readonly run?: TestRun | undefined;
  /** Sentences to print in addition to the report. */
  readonly notices: readonly string[];
  readonly tokens: TokenDeltas;
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
export function actionSummary(report: Report, { checkout, run, notices, tokens }: Told): string {
  const body = run
    ? testBlocks(run)
    : drawReport(chosenOnly(report), { quiet: false, paint: onRunner, ...(checkout && { checkout }) });
  return [
    `## skillwright ${report.command}: ${outcomes[report.outcome]}`,
    ...notices.map((notice) => `${escapeMarkdown(notice, longestSentence)}.`),
    ...body,
    ...drawDeltas(tokens),
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
function drawDeltas({ deltas, omitted }: TokenDeltas): readonly string[] {
  const toRow = ({ path, before, after }: TokenDelta): readonly string[] => [
    `${codeInMarkdown(path, longestPath)}${before ? "" : " (new)"}`,
    ...stageNames.map((stage) => drawDelta(before?.[stage], after[stage])),
  ];
  const table = drawTable(
    [`Tokens (${estimateError})`, ...stageNames.map((stage) => stages[stage])],
    deltas,
    toRow,
    (rest) => `And ${count(rest.length, "more skill")}.`,
  );
  const rest =
    omitted === 0 ? [] : [`${count(omitted, "more changed skill")} not counted (too many or too large).`];
  return table.length + rest.length === 0 ? [] : ["### Token cost of the change", ...table, ...rest];
}

function drawDelta(before: number | undefined, after: number): string {
  if (before === undefined || before === after) return grouped(after);
  const more = after - before;
  return `${grouped(before)} → ${grouped(after)} (**${more > 0 ? "+" : "-"}${grouped(Math.abs(more))}**)`;
}
