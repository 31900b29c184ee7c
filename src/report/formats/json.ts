import type { Diagnostic, Report, Reporter, Subject } from "../../model/report.ts";
import { asciiJson } from "../drawing/ascii-json.ts";

/** The report itself as JSON, in ASCII. */
export const json: Reporter = (report) => reportJson(report);

/**
 * A report, including the data of its command, without the source lines of findings, as readers of the report have
 * the files.
 */
export function reportJson(report: Report): string {
  return asciiJson({ ...report, subjects: report.subjects.map(withoutExcerpts) });
}

function withoutExcerpts(subject: Subject): Subject {
  return { ...subject, findings: subject.findings.map(({ excerpt: _, ...finding }): Diagnostic => finding) };
}
