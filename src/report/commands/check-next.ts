import { rankRules } from "../../core/ranked-rules.ts";
import type { Report, ReporterContext } from "../../model/report.ts";
import { createPaint } from "../drawing/paint.ts";
import { wrap } from "../drawing/text-wrap.ts";
import { proposeFixes, proposeRename, proposeUnsafeFixes } from "./check-next-mend.ts";
import { proposePack } from "./check-next-pack.ts";
import type { CheckView } from "./check-text.ts";

/** A command that is worth typing. */
export interface Proposal {
  readonly line: string;
  /** What it does. */
  readonly about: string;
  /** The worst rule that it is about. */
  readonly rule?: string;
}

/** More would be a list, and not a next step. */
const most = 4;

/** The commands that are worth typing now: worst first by the rule that each is about, and of one rule what fixes it before what explains it. */
export function drawNext(
  report: Report,
  view: CheckView,
  { color, width = Infinity }: ReporterContext,
): readonly string[] {
  const { bold, dim } = createPaint(color);
  const ranks = new Map(rankRules(report.subjects).map(({ ruleId }, at) => [ruleId, at]));
  const rankOf = ([first]: readonly Proposal[]): number => ranks.get(first?.rule ?? "") ?? ranks.size;
  const proposals = upToMost(
    [
      proposeFixes(report, view),
      proposeRename(report, view),
      proposeUnsafeFixes(report, view),
      explain(report, view),
      proposePack(report, view),
    ].sort((a, b) => rankOf(a) - rankOf(b)),
  );
  const lines = proposals.flatMap(({ line, about }) => [
    ...wrap(about, width - 4).map((each) => `  ${dim(`# ${each}`)}`),
    `  ${bold(line)}`,
  ]);
  return lines.length === 0 ? [] : ["Next:", ...lines];
}

/** Commands that go together are proposed together, or not at all. */
function upToMost(groups: readonly (readonly Proposal[])[]): readonly Proposal[] {
  const none: readonly Proposal[] = [];
  return groups.reduce(
    (chosen, group) => (chosen.length + group.length > most ? chosen : [...chosen, ...group]),
    none,
  );
}

function explain({ subjects }: Report, { command }: CheckView): readonly Proposal[] {
  const [worst] = rankRules(subjects);
  return worst
    ? [
        {
          line: `${command} explain ${worst.ruleId}`,
          about: "why it is reported, and what to do",
          rule: worst.ruleId,
        },
      ]
    : [];
}
