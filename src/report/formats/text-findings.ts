import { groupBy } from "../../core/group-by.ts";
import { count, series } from "../../core/sentence.ts";
import { isChecked, type Subject } from "../../model/report.ts";
import { type Severity, severities } from "../../model/rule.ts";
import { wrap } from "../drawing/text-wrap.ts";
import { describeOthers, type Fold, foldFindings, hiddenIn } from "./fold-findings.ts";
import { shortNames } from "./short-names.ts";
import { drawFinding, linkTo, locationOf, placeOf, type TextStyle } from "./text-finding.ts";
import { drawUnread, nameSubject } from "./text-subject.ts";
import { countByRule } from "./worst.ts";

/** Maximum number of lines up to the last error, and up to the last finding for one skill and for several. */
const mostLines = { errors: 60, one: 16, several: 44 };

/** Maximum width of the column with the position; a longer one shifts its line. */
const widestPlace = 7;

/** Maximum number of skills whose unread files are listed. */
const shownPartial = 10;

/** Maximum number of rules named for the findings that are not shown. */
const namedRules = 3;

/** The findings with a line or more, those without, and the lines. */
interface Page {
  readonly lines: ReadonlyMap<Fold, readonly string[]>;
  readonly left: readonly Fold[];
}

/**
 * Renders the findings grouped by file: errors in full, the others in a line; equal ones share a line. What does not
 * fit on a screen is counted in the last line.
 */
export function drawFindings(subjects: readonly Subject[], style: TextStyle): readonly string[] {
  const equal = foldFindings(subjects, style.all ? "none" : "equal");
  const page = planPage(equal, subjects, style);
  const isWhole = page.left.every(({ finding }) => finding.severity === "error");
  const folds = isWhole ? equal : foldFindings(subjects, "rule");
  const { lines, left } = isWhole ? page : planPage(folds, subjects, style);
  const shown = folds.filter((fold) => lines.has(fold));
  const files = groupBy(shown, (fold) => fileOf(fold, style));
  const partial = subjects.filter((subject) => subject.partial.length > 0);
  const listed = style.all ? partial : partial.slice(0, shownPartial);
  return [
    ...Array.from(files, ([file, found]) => [file, ...found.flatMap((fold) => lines.get(fold)!)]).flat(),
    ...listed.flatMap((subject) => [
      style.paint.bold(nameSubject(subject.path)),
      ...drawUnread(subject.partial, "  ", style.paint),
    ]),
    ...drawHidden(shown, left, partial.length - listed.length, style),
  ];
}

function fileOf({ finding: { file }, subject }: Fold, { paint }: TextStyle): string {
  return paint.bold(linkTo(locationOf({ file }, subject), { file }, subject, paint));
}

/** Chooses what is shown: errors before warnings before notes; in several skills, all notes or none. */
function planPage(folds: readonly Fold[], subjects: readonly Subject[], style: TextStyle): Page {
  const column = folds.reduce((most, { finding }) => Math.max(most, placeOf(finding).length), 0);
  const isOne = subjects.filter(isChecked).length <= 1;
  const name = shortNames(subjects);
  const lines = new Map<Fold, readonly string[]>();
  const files = new Set<string>();
  const left: Fold[] = [];
  let used = 0;
  const draw = (fold: Fold, full: boolean): readonly string[] =>
    drawFinding(fold.finding, fold.subject, style, {
      column: Math.min(column, widestPlace),
      full,
      also: describeOthers(fold, name),
    });
  const add = (fold: Fold, most: number, later: () => number): boolean => {
    const file = JSON.stringify([fold.subject.path, fold.finding.file]);
    const head = files.has(file) ? 0 : 1;
    const isFull = style.all === true || fold.finding.severity === "error";
    const whole = draw(fold, isFull);
    const isRoom = !isFull || style.all || used + head + whole.length + later() <= most;
    const drawn = isRoom ? whole : draw(fold, false);
    if (used + head + drawn.length > most) return false;
    used += head + drawn.length;
    files.add(file);
    lines.set(fold, drawn);
    return true;
  };
  for (const severity of severities) {
    const tier = folds.filter(({ finding }) => finding.severity === severity);
    const most = style.all ? Infinity : mostOf(severity, isOne);
    // Room for a row of each of the errors after this one, with its path.
    const later = (at: number): number =>
      tier.length > most
        ? Infinity
        : tier.slice(at + 1).reduce((sum, fold) => sum + 1 + draw(fold, false).length, 0);
    const end = tier.findIndex((fold, at) => !add(fold, most, () => later(at)));
    if (end === -1) continue;
    const isNone = severity === "info" && !isOne;
    if (isNone) for (const fold of tier) lines.delete(fold);
    left.push(...(isNone ? tier : tier.slice(end)));
  }
  return { lines, left };
}

function mostOf(severity: Severity, isOne: boolean): number {
  return mostLines[severity === "error" ? "errors" : isOne ? "one" : "several"];
}

/** What is not shown, by rule, and the option that shows it. */
function drawHidden(
  shown: readonly Fold[],
  left: readonly Fold[],
  partial: number,
  { paint, width, all }: TextStyle,
): readonly string[] {
  const similar = shown.reduce((sum, fold) => sum + hiddenIn(fold), 0);
  const parts = [
    ...(similar > 0 ? [count(similar, "similar finding")] : []),
    ...severities.flatMap((severity) => {
      const rules = left
        .filter(({ finding }) => finding.severity === severity)
        .flatMap(({ finding, more }) => Array.from({ length: more + 1 }, () => finding));
      return rules.length === 0
        ? []
        : [`${count(rules.length, nouns[severity])} (${countByRule(rules, namedRules)})`];
    }),
    ...(partial > 0 ? [`${count(partial, "skill")} not read whole`] : []),
  ];
  if (parts.length === 0) return [];
  const option = all === undefined ? "--format json" : "--all";
  return wrap(`not shown: ${series(parts)}; ${option} shows them`, width).map(paint.dim);
}

const nouns = { error: "error", warning: "warning", info: "note" } as const satisfies Record<
  Severity,
  string
>;
