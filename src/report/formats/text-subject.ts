import type { Diagnostic, Subject, Verdict } from "../../model/report.ts";
import type { LoadOutcomeId } from "../../model/loader.ts";
import { groupBy } from "../../core/group-by.ts";
import { grouped, seriesAtMost } from "../../core/sentence.ts";
import type { Unread } from "../../model/source.ts";
import {
  checkTargets,
  type CheckTarget,
  type ClientId,
  clientIds,
  type Target,
  titleOf,
} from "../../model/target.ts";
import type { Paint } from "../../model/paint.ts";
import { wrapHanging } from "../drawing/text-wrap.ts";
import { drawFinding, type TextStyle } from "./text-finding.ts";
import { clean, cleanPath } from "../drawing/width.ts";

/** Maximum number of findings of one rule in one skill that are shown completely. */
const shownPerRule = 3;

/** Maximum number of lines to list for hidden findings, and of unread files. */
const shownPlaces = 8;

/**
 * Renders one skill, a list of lines for each finding: the first ones of a rule whole, with the lines of the others
 * below the last of these. Then the files that were not read.
 */
export function drawSubject(subject: Subject, style: TextStyle): string[][] {
  const { findings, partial, path } = subject;
  const most = style.all ? Infinity : shownPerRule;
  const byRule = groupBy(findings, ({ ruleId }) => ruleId);
  const seen = new Map<string, number>();
  const blocks = findings.flatMap((finding) => {
    const rank = (seen.get(finding.ruleId) ?? 0) + 1;
    seen.set(finding.ruleId, rank);
    if (rank > most) return [];
    const rest = rank === most ? describeRest(finding, byRule.get(finding.ruleId)!.slice(most)) : "";
    const lines = drawFinding(finding, subject, style);
    return [rest === "" ? lines : [...lines, ...drawMore(rest, style)]];
  });
  const unread = drawUnread(partial, "  ", style.paint);
  return unread.length === 0 ? blocks : [...blocks, [style.paint.bold(nameSubject(path)), ...unread]];
}

/** A line below a finding about others like it. */
export function drawMore(text: string, { paint, width }: TextStyle): readonly string[] {
  return wrapHanging(text, width - 2, 2).map((line) => `  ${paint.dim(line)}`);
}

/** The accepting and the refusing targets, in display order; in the color of errors if a chosen target refuses. */
export function describeVerdicts(
  { verdicts, loads = {} }: Subject,
  chosen: readonly Target[],
  paint: Paint,
): string {
  const taking = (verdict: Verdict): readonly CheckTarget[] =>
    checkTargets.filter((id) => verdicts[id] === verdict);
  const refusing = taking("refuses");
  const accepting = taking("accepts");
  const tint = (ids: readonly Target[]) =>
    paint.severity[ids.some((id) => chosen.includes(id)) ? "error" : "warning"];
  const clientsThat = (...outcomes: readonly LoadOutcomeId[]): readonly ClientId[] =>
    clientIds.filter((id) => outcomes.some((outcome) => loads[id] === outcome));
  const dropping = clientsThat("not-loaded");
  const loading = clientsThat("as-written", "differs");
  const parts = [
    ...(refusing.length > 0 ? [tint(refusing)(`refused by ${refusing.join(", ")}`)] : []),
    ...(dropping.length > 0 ? [tint(dropping)(`not loaded by ${dropping.map(titleOf).join(", ")}`)] : []),
    ...(accepting.length > 0 ? [paint.good(`accepted by ${accepting.join(", ")}`)] : []),
    ...(loading.length > 0 ? [paint.good(`loaded by ${loading.map(titleOf).join(", ")}`)] : []),
  ];
  return parts.join("; ");
}

/** A path in the report, for the start of a line; "-" is shown as standard input. */
export function nameSubject(path: string): string {
  return path === "-" ? "standard input" : cleanPath(path);
}

/** Renders the files that were not read, with the reasons, one per line. */
export function drawUnread(unread: readonly Unread[], indent: string, paint: Paint): string[] {
  const lines = unread
    .slice(0, shownPlaces)
    .map(
      ({ path, reason }) =>
        `${indent}${cleanPath(path)} ${paint.severity.warning("not read")}: ${clean(reason)}`,
    );
  const more = unread.length - lines.length;
  return more > 0 ? [...lines, `${indent}and ${grouped(more)} more not read`] : lines;
}

/** Summarizes the findings of a rule that are not shown; empty if there are none. */
function describeRest({ file }: Diagnostic, rest: readonly Diagnostic[]): string {
  if (rest.length === 0) return "";
  const places = rest.map(
    (finding) => `${finding.file === file ? "" : `${clean(finding.file)}:`}${finding.start?.line ?? ""}`,
  );
  const known = Array.from(new Set(places)).filter((place) => place !== "");
  const where =
    known.length === 0
      ? ""
      : ` on ${known.length === 1 ? "line" : "lines"} ${seriesAtMost(known, shownPlaces)}`;
  return `and ${grouped(rest.length)} more${where}`;
}
