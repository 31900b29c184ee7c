import {
  countedOnly,
  type Diagnostic,
  type Report,
  type ReporterContext,
  type Subject,
} from "../../model/report.ts";
import type { Severity } from "../../model/rule.ts";
import { count, grouped } from "../../core/sentence.ts";
import { createPaint } from "../drawing/paint.ts";
import { wrap } from "../drawing/text-wrap.ts";
import { placeOf, type TextStyle } from "../formats/text-finding.ts";
import { drawSubject } from "../formats/text-subject.ts";
import { countByRule } from "../formats/worst.ts";
import { foldByRule, type Fold } from "./check-folds.ts";
import { shortNames } from "./short-names.ts";

/** With more findings than this, in one skill or in many, each gets one line; errors are counted by themselves. */
const shownWhole = { one: 60, many: 8 };

/** With more than this, those of many skills that no target minds are only counted. */
const shownSmall = 20;

/** Skills that are named of those that a rule speaks of; of errors more, as each is to be mended. */
const namedSkills = { error: 40, warning: 6, info: 6 } as const satisfies Record<Severity, number>;

const order: readonly Severity[] = ["error", "warning", "info"];

/** Lines that belong together, and how many targets refuse a skill for it. */
interface Block {
  readonly refusers: number;
  readonly lines: readonly string[];
}

/** The findings that count: of one skill all of them, of several the errors of all before the warnings; first what more targets refuse. */
export function drawCheckFindings(
  { subjects }: Report,
  context: ReporterContext,
): readonly (readonly string[])[] {
  const counted = subjects
    .map(countedOnly)
    .map((subject) => (context.quiet ? only(subject, ({ severity }) => severity === "error") : subject));
  const { alone, folds } = context.all ? { alone: counted, folds: [] } : foldByRule(counted);
  const found = [...alone.flatMap(({ findings }) => findings), ...folds.map(({ finding }) => finding)];
  const isOne = subjects.filter(({ kind }) => kind !== "config").length <= 1;
  const style = styleOf(found, isOne ? shownWhole.one : shownWhole.many, context);
  if (isOne) return alone.map((subject) => drawSubject(subject, style));
  const shown =
    found.length > shownSmall && !context.all
      ? alone.map((subject) => only(subject, (finding) => !isSmall(finding)))
      : alone;
  const name = shortNames(subjects);
  const tiers = order.map((severity) =>
    worstOf([
      ...shown.map((subject) =>
        blockOf({ ...only(subject, (finding) => finding.severity === severity), partial: [] }, style),
      ),
      ...folds
        .filter(({ finding }) => finding.severity === severity)
        .map((fold) => ({ refusers: fold.finding.refusedBy.length, lines: drawFold(fold, name, style) })),
    ]),
  );
  const unread = shown.flatMap((subject) => drawSubject({ ...subject, findings: [] }, style));
  const small =
    shown === alone
      ? []
      : found.filter((finding) => isSmall(finding) && !folds.some((fold) => fold.finding === finding));
  // Of many each has few lines, and blank ones between them would make a second page.
  return [
    ...(found.length > shownWhole.many ? tiers.map((tier) => tier.flat()) : tiers.flat()),
    unread,
    drawHidden(folds, small, style),
  ];
}

/** A note that no target refuses a skill for. */
function isSmall({ severity, refusedBy }: Diagnostic): boolean {
  return severity === "info" && refusedBy.length === 0;
}

function styleOf(
  shown: readonly Diagnostic[],
  most: number,
  { color, width = Infinity, all = false }: ReporterContext,
): TextStyle {
  const errors = shown.filter(({ severity }) => severity === "error").length;
  return {
    paint: createPaint(color),
    width,
    detailed: ({ severity }) => (severity === "error" ? errors : shown.length) <= most,
    all,
  };
}

function worstOf(blocks: readonly Block[]): readonly (readonly string[])[] {
  return blocks
    .filter(({ lines }) => lines.length > 0)
    .toSorted((a, b) => b.refusers - a.refusers)
    .map(({ lines }) => lines);
}

function only(subject: Subject, isMeant: (finding: Diagnostic) => boolean): Subject {
  return { ...subject, findings: subject.findings.filter(isMeant) };
}

function blockOf(subject: Subject, style: TextStyle): Block {
  return {
    refusers: Math.max(0, ...subject.findings.map(({ refusedBy }) => refusedBy.length)),
    lines: drawSubject(subject, style),
  };
}

/** The example, and below it the other skills. */
function drawFold(
  { finding, subject, others, hidden }: Fold,
  name: (subject: Subject) => string,
  style: TextStyle,
): readonly string[] {
  const most = namedSkills[finding.severity];
  const also = hidden > others.length ? ` (${count(hidden, "finding")})` : "";
  const text = `and ${grouped(others.length)} more skills${also}: ${others.slice(0, most).map(name).join(", ")}${others.length > most ? ", …" : ""} [${finding.ruleId}]`;
  const indent = " ".repeat(placeOf(finding).length === 0 ? 2 : placeOf(finding).length + 4);
  return [
    ...drawSubject({ ...subject, findings: [finding], partial: [] }, style),
    ...wrap(text, style.width - indent.length).map((line) => indent + style.paint.dim(line)),
  ];
}

function drawHidden(
  folds: readonly Fold[],
  small: readonly Diagnostic[],
  { paint, width }: TextStyle,
): readonly string[] {
  const hidden = folds.reduce((sum, fold) => sum + fold.hidden, 0);
  const parts = [
    ...(hidden > 0
      ? [
          `${count(hidden, "more finding")} of ${folds.length === 1 ? "the rule" : "the rules"} above that ${folds.length === 1 ? "speaks" : "speak"} of many skills`,
        ]
      : []),
    ...(small.length > 0 ? [`notes that no target refuses a skill for: ${countByRule(small)}`] : []),
  ];
  return parts.length === 0
    ? []
    : wrap(`not shown, but with --all: ${parts.join("; ")}`, width).map(paint.dim);
}
