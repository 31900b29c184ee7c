import type { Diagnostic, Subject } from "./report.ts";

/** Whether a finding counts: nobody has silenced it, and no baseline knows it. */
export function isCounted({ suppressed, baselined }: Diagnostic): boolean {
  return suppressed === undefined && baselined === undefined;
}

/** A subject with the findings that count. */
export function countedOnly(subject: Subject): Subject {
  return subject.findings.every(isCounted)
    ? subject
    : { ...subject, findings: subject.findings.filter(isCounted) };
}
