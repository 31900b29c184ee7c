import { isCounted } from "../../core/counted.ts";
import type { Report, ReporterContext } from "../../core/report.ts";
import { createPaint } from "../drawing/paint.ts";
import { wrap } from "../drawing/text-wrap.ts";
import { proposeFixes, proposeRename } from "./check-next-mend.ts";
import { proposePack } from "./check-next-pack.ts";
import type { CheckView } from "./check-text.ts";

/** A command that is worth typing. */
export interface Proposal {
  readonly line: string;
  /** What it does. */
  readonly about: string;
}

/** More would be a list, and not a next step. */
const most = 4;

/** The commands that are worth typing now, by what was found; `report` has the worst first. */
export function drawNext(
  report: Report,
  view: CheckView,
  { color, width = Infinity }: ReporterContext,
): readonly string[] {
  const { bold, dim } = createPaint(color);
  const proposals = [
    ...proposeFixes(report, view),
    ...proposeRename(report, view),
    ...explain(report, view),
    ...proposePack(report, view),
  ].slice(0, most);
  const lines = proposals.flatMap(({ line, about }) => [
    ...wrap(about, width - 4).map((each) => `  ${dim(`# ${each}`)}`),
    `  ${bold(line)}`,
  ]);
  return lines.length === 0 ? [] : ["Next:", ...lines];
}

function explain({ subjects }: Report, { command }: CheckView): readonly Proposal[] {
  const findings = subjects.flatMap((subject) => subject.findings.filter(isCounted));
  const worst =
    findings.find(({ severity }) => severity === "error") ??
    findings.find(({ severity }) => severity === "warning") ??
    findings[0];
  return worst
    ? [{ line: `${command} explain ${worst.ruleId}`, about: "why it is reported, and what to do" }]
    : [];
}
