import type { Subject, Verdict } from "../../model/report.ts";
import type { LoadOutcomeId } from "../../model/loader.ts";
import { grouped } from "../../core/sentence.ts";
import type { Unread } from "../../model/source.ts";
import {
  checkTargets,
  type CheckTarget,
  type ClientId,
  clientIds,
  isSystem,
  type Target,
  titleOf,
} from "../../model/target.ts";
import type { Paint } from "../../model/paint.ts";
import { clean, cleanPath } from "../drawing/width.ts";
import { isRuleOff, refusedVersions, titlesOf } from "./refusers.ts";

/** Maximum number of unread files to list. */
const shownPlaces = 8;

/** The accepting and the refusing targets, in display order; in the color of errors if a chosen target refuses. */
export function describeVerdicts(subject: Subject, chosen: readonly Target[], paint: Paint): string {
  const { verdicts, loads = {} } = subject;
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
    ...(["refused by", "fails in"] as const).flatMap((verb) => {
      const these = refusing.filter((id) => isSystem(id) === (verb === "fails in"));
      const names = these.map((id) => (isRuleOff(subject, id) ? `${id} (its rule is off)` : id));
      return these.length > 0 ? [tint(these)(`${verb} ${names.join(", ")}`)] : [];
    }),
    ...(dropping.length > 0
      ? [tint(dropping)(`not loaded by ${titlesOf(dropping, refusedVersions(subject)).join(", ")}`)]
      : []),
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
