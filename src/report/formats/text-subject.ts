import type { Diagnostic, Subject, Verdict } from "../../model/report.ts";
import type { LoadOutcomeId } from "../../model/loader.ts";
import { grouped } from "../../core/sentence.ts";
import type { Unread } from "../../model/source.ts";
import {
  checkTargets,
  type CheckTarget,
  type ClientId,
  clientIds,
  type Target,
  titleOf,
} from "../../model/target.ts";
import { joinPath } from "./locate.ts";
import type { Paint } from "../../model/paint.ts";
import { drawFinding, placeOf, type TextStyle } from "./text-finding.ts";
import { clean, cleanPath } from "../drawing/width.ts";

/** Maximum number of findings of one rule in one skill that are shown completely. */
const shownPerRule = 3;

/** Maximum length of a name in UTF-16 units. */
const shownName = 100;

/** Maximum number of lines to list for hidden findings, and of unread files. */
const shownPlaces = 8;

/** Renders one skill: its files as headings, the findings in each, and the files that were not read. */
export function drawSubject(subject: Subject, style: TextStyle): string[] {
  const { findings, partial } = subject;
  const placeWidth = findings.reduce((width, finding) => Math.max(width, placeOf(finding).length), 0);
  const most = style.all ? Infinity : shownPerRule;
  const seen = new Map<string, number>();
  const lines: string[] = [];
  let file: string | undefined;
  for (const finding of findings) {
    const rank = seen.get(finding.ruleId) ?? 0;
    seen.set(finding.ruleId, rank + 1);
    if (rank > most) continue;
    if (finding.file !== file) lines.push(heading(subject, finding.file, file === undefined, style.paint));
    file = finding.file;
    if (rank < most) lines.push(...drawFinding(finding, placeWidth, style));
    else lines.push(style.paint.dim(`  ${" ".repeat(placeWidth)}  ${describeRest(finding, findings)}`));
  }
  if (file === undefined && partial.length > 0) lines.push(heading(subject, "", true, style.paint));
  return [...lines, ...drawUnread(partial, "  ", style.paint)];
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

function heading({ path, name }: Subject, file: string, first: boolean, paint: Paint): string {
  const named =
    first && name !== undefined && name !== path.split("/").at(-1) && path !== "."
      ? ` (named "${clean(name, shownName)}")`
      : "";
  return `${paint.bold(nameSubject(joinPath(path, file)))}${named}`;
}

/** Summarizes the findings of a rule that are not shown. */
function describeRest({ ruleId, file }: Diagnostic, findings: readonly Diagnostic[]): string {
  const rest = findings.filter((finding) => finding.ruleId === ruleId).slice(shownPerRule);
  const places = rest
    .slice(0, shownPlaces)
    .map(
      (finding) => `${finding.file === file ? "" : `${clean(finding.file)}:`}${finding.start?.line ?? ""}`,
    );
  const known = places.filter((place) => place !== "");
  const where =
    known.length === 0
      ? ""
      : ` on ${known.length === 1 ? "line" : "lines"} ${known.join(", ")}${rest.length > places.length ? ", …" : ""}`;
  return `and ${grouped(rest.length)} more${where} [${ruleId}]`;
}
