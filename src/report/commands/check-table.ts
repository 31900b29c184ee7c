import type { SkillCheck } from "../../results/check.ts";
import { groupBy } from "../../core/group-by.ts";
import type { ReporterContext, Subject } from "../../model/report.ts";
import { count, grouped } from "../../core/sentence.ts";
import { inFigures } from "../../model/token-counter.ts";
import { createPaint, type Paint } from "../drawing/paint.ts";
import { wrap } from "../drawing/text-wrap.ts";
import { tellRefusersInShort } from "../formats/refusers.ts";
import { nameSubject } from "../formats/text-subject.ts";
import { asCounter, drawRow, hasErrors, tellError } from "./check-verdicts.ts";
import { openRefusers } from "./open-refusers.ts";
import { shortNames } from "./short-names.ts";

/** Groups of skills that the same targets refuse, and skills named of each. */
const shown = { groups: 6, names: 6 };

/** Of many skills those that somebody refuses, and what all of them come to. */
export function drawMany(
  subjects: readonly Subject[],
  checked: readonly SkillCheck[],
  context: ReporterContext,
): readonly (readonly string[])[] {
  const paint = createPaint(context.color);
  const { width = Infinity } = context;
  return [
    drawRefused(subjects, width, context.all === true, paint),
    [...packedRow(subjects, checked, width, paint), ...tokensRow(checked, width, paint)],
  ];
}

/** One row for all that the same targets refuse; who is refused for silenced findings alone is counted. */
function drawRefused(
  subjects: readonly Subject[],
  width: number,
  all: boolean,
  paint: Paint,
): readonly string[] {
  const refused = subjects.filter(({ verdicts }) => Object.values(verdicts).includes("refuses"));
  const open = refused.filter((subject) => openRefusers(subject).length > 0);
  const silenced = refused.length - open.length;
  const groups = Array.from(groupBy(open, (subject) => tellRefusersInShort(openRefusers(subject)))).toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const rows = all ? groups : groups.slice(0, shown.groups);
  const name = shortNames(subjects);
  const lines = rows.flatMap(([refusers, members]) => {
    const named = (all ? members : members.slice(0, shown.names)).map(name);
    const text = `${refusers}${members.length > 1 ? ` (${grouped(members.length)})` : ""}: ${named.join(", ")}${named.length < members.length ? ", …" : ""}`;
    return wrap(text, width - 4).map((line, at) => `${at === 0 ? "  " : "    "}${line}`);
  });
  const rest = groups.length - rows.length;
  return [
    ...(open.length > 0
      ? [
          paint.bold(`Not taken by all: ${grouped(open.length)} of ${count(subjects.length, "skill")}`),
          ...lines,
        ]
      : []),
    ...(rest > 0 ? [paint.dim(`  and by ${grouped(rest)} more groups of targets (--all)`)] : []),
    ...(silenced > 0
      ? wrap(
          `${count(silenced, "skill")} ${silenced === 1 ? "is" : "are"} refused for findings alone that are silenced or in the baseline`,
          width,
        ).map(paint.dim)
      : []),
  ];
}

function packedRow(
  subjects: readonly Subject[],
  checked: readonly SkillCheck[],
  width: number,
  paint: Paint,
): readonly string[] {
  const broken = new Set(subjects.filter(hasErrors).map(({ path }) => path));
  const packs = checked.flatMap(({ skill, pack }) => (pack && !broken.has(skill) ? [pack] : []));
  const unpackable = checked.filter(({ skill, pack }) => !pack && !broken.has(skill)).length;
  const reasons = [
    ...(broken.size > 0 ? [`${grouped(broken.size)} with errors`] : []),
    ...(unpackable > 0 ? [`${grouped(unpackable)} that cannot be packed`] : []),
  ];
  const bytes = packs.reduce((total, pack) => total + pack.bytes, 0);
  const but = reasons.length > 0 ? `; not ${reasons.join(" and ")}` : "";
  return packs.length === 0
    ? []
    : drawRow(
        "packed",
        `${count(packs.length, "archive")}, ${count(bytes, "byte")} together${but}`,
        width,
        paint,
      );
}

function tokensRow(checked: readonly SkillCheck[], width: number, paint: Paint): readonly string[] {
  const costs = checked.flatMap(({ skill, tokens }) => (tokens ? [{ skill, ...tokens }] : []));
  const [first] = costs;
  if (!first) return [];
  const largest = costs.reduce((most, each) => (most.body >= each.body ? most : each), first);
  const figures = (amount: number): string => inFigures(amount, asCounter(first.counter));
  const announced = costs.reduce((total, { entry }) => total + entry, 0);
  return drawRow(
    "tokens",
    `${figures(announced)} announced by all together; the largest body ${figures(largest.body)}, of ${nameSubject(largest.skill)} (${tellError(first.counter)})`,
    width,
    paint,
  );
}
