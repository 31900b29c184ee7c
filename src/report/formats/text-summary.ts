import { isChecked, type Report, type Subject, type Summary } from "../../model/report.ts";
import { count, grouped, series } from "../../core/sentence.ts";
import { isRuleOff } from "./refusers.ts";
import { isSystem } from "../../model/target.ts";
import type { Paint } from "../../model/paint.ts";

/** One line: the number of skills, how many each target refuses, the number of findings, and the time. */
export function drawSummary({ subjects, targets, summary, unread }: Report, paint: Paint): string {
  const { checked, suppressed, baselined, partial, seconds } = summary;
  const needed = unread.filter((each) => each.needed).length;
  const counts = [
    ...describeCounts(summary, paint),
    ...(suppressed > 0 ? [`${grouped(suppressed)} suppressed`] : []),
    ...(baselined > 0 ? [`${grouped(baselined)} in the baseline`] : []),
  ];
  const parts = [
    ...describeTargets(subjects, targets),
    counts.length > 0 ? counts.join(", ") : paint.good("nothing to report"),
    ...(needed > 0
      ? [paint.severity.error(`${count(needed, "path")} not read that clients may load skills from`)]
      : []),
    ...(partial > 0 ? [paint.severity.warning(`${grouped(partial)} not read whole`)] : []),
    `${seconds.toFixed(2)} s`,
  ];
  return `${paint.bold(`${series(describeChecked(subjects, checked), "and")} checked`)}: ${parts.join("; ")}`;
}

/** The skills, even if there are none, and what ships skills by a manifest. */
function describeChecked(subjects: readonly Subject[], skills: number): readonly string[] {
  const shipping = (["plugin", "marketplace"] as const).flatMap((wanted) => {
    const number = subjects.filter(({ kind }) => kind === wanted).length;
    return number > 0 ? [count(number, wanted)] : [];
  });
  return [count(skills, "skill"), ...shipping];
}

/** Non-zero counts, such as "2 errors", "1 warning" and "3 notes". */
export function describeCounts({ errors, warnings, infos }: Summary, { severity }: Paint): readonly string[] {
  return [
    ...(errors > 0 ? [severity.error(count(errors, "error"))] : []),
    ...(warnings > 0 ? [severity.warning(count(warnings, "warning"))] : []),
    ...(infos > 0 ? [severity.info(count(infos, "note"))] : []),
  ];
}

/** Empty if no target refuses a skill but some skills have no verdict, as an earlier step refused them. */
function describeTargets(subjects: readonly Subject[], targets: Report["targets"]): readonly string[] {
  const refusals = targets.map((id) => ({
    id,
    number: subjects.filter(({ verdicts }) => verdicts[id] === "refuses").length,
    off: subjects.filter((subject) => isRuleOff(subject, id)).length,
  }));
  const areJudgedBy = (ids: Report["targets"]): boolean =>
    subjects.some(isChecked) &&
    subjects.every((subject) => !isChecked(subject) || ids.every((id) => subject.verdicts[id] !== undefined));
  if (refusals.every(({ number }) => number === 0))
    return areJudgedBy(targets)
      ? [`${subjects.length > 1 ? "all " : ""}accepted by ${targets.join(", ")}`]
      : [];
  if (subjects.length === 1) {
    const refusing = refusals.filter(({ number }) => number > 0);
    return (["refused by", "fails in"] as const).flatMap((verb) => {
      const these = refusing.filter(({ id }) => isSystem(id) === (verb === "fails in"));
      const names = these.map(({ id, off }) => (off > 0 ? `${id} (its rule is off)` : id));
      return names.length > 0 ? [`${verb} ${names.join(", ")}`] : [];
    });
  }
  const others = refusals.flatMap(({ id, number }) => (number === 0 && areJudgedBy([id]) ? [id] : []));
  return [
    refusals
      .filter(({ number }) => number > 0)
      .map(
        ({ id, number, off }, index) =>
          `${grouped(number)} ${isSystem(id) ? (number === 1 ? "fails in" : "fail in") : index === 0 ? "refused by" : "by"} ${id}${off > 0 ? ` (${grouped(off)} by a rule that is off)` : ""}`,
      )
      .join(", "),
    ...(others.length > 0
      ? [`accepted by ${others.length === 1 ? others[0]! : `the other ${grouped(others.length)}`}`]
      : []),
  ];
}
