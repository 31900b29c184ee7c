import type { Diagnostic, Subject } from "../../model/report.ts";

/** Skills of which the findings of one rule are shown, where a report is too long to be read: more of them teach nobody more. */
const shownSkills = 10;

/** The subjects with what is shown of their findings, and the findings that are not. An error is always shown, as each is to be mended. */
export function capByRule(subjects: readonly Subject[]): {
  readonly shown: readonly Subject[];
  readonly hidden: readonly Diagnostic[];
} {
  const skills = new Map<string, number>();
  const divided = subjects.map((subject) => ({ subject, ...divide(subject, skills) }));
  return {
    shown: divided.map(({ subject, kept, over }) =>
      over.length === 0 ? subject : { ...subject, findings: kept },
    ),
    hidden: divided.flatMap(({ over }) => over),
  };
}

/** `skills` counts by rule those that have shown some of it. */
function divide(
  { findings }: Subject,
  skills: Map<string, number>,
): { readonly kept: readonly Diagnostic[]; readonly over: readonly Diagnostic[] } {
  const [kept, over]: [Diagnostic[], Diagnostic[]] = [[], []];
  const here = new Set<string>();
  for (const finding of findings) {
    const { ruleId, severity } = finding;
    const isOver = severity !== "error" && (skills.get(ruleId) ?? 0) >= shownSkills;
    (isOver ? over : kept).push(finding);
    if (!isOver && severity !== "error") here.add(ruleId);
  }
  for (const ruleId of here) skills.set(ruleId, (skills.get(ruleId) ?? 0) + 1);
  return { kept, over };
}
