import type { Diagnostic, Report, Reporter, Subject } from "../../model/report.ts";
import { asciiJson } from "../drawing/ascii-json.ts";

/** The report itself, in ASCII. */
export const json: Reporter = (report) => reportJson(report);

/** A report, and whatever a command adds to it, without the lines that its findings point at: the reader has the files. */
export function reportJson(report: Report): string {
  return asciiJson({ ...report, subjects: report.subjects.map(withoutExcerpts) });
}

function withoutExcerpts(subject: Subject): Subject {
  return { ...subject, findings: subject.findings.map(({ excerpt: _, ...finding }): Diagnostic => finding) };
}
