import type { Diagnostic, Report, Reporter, Subject } from "../../model/report.ts";
import { Items, jsonPieces } from "../drawing/ascii-json.ts";

/** The report itself as JSON, in ASCII. */
export const json: Reporter = (report) => reportJson(report);

/**
 * A report, including the data of its command, without the source lines of findings, as readers of the report have
 * the files.
 */
export function reportJson(report: Report): string {
  return Array.from(reportPieces(report)).join("");
}

/** As `reportJson`; each skill, and each item of a list in the data, is a piece. */
export function reportPieces(report: Report): Iterable<string> {
  const { subjects } = report;
  const shown = new Items(function* () {
    for (const subject of subjects) yield withoutExcerpts(subject);
  });
  return jsonPieces({ ...report, subjects: shown }, 3);
}

/** A subject without the source lines of its findings. */
export function withoutExcerpts(subject: Subject): Subject {
  return { ...subject, findings: subject.findings.map(({ excerpt: _, ...finding }): Diagnostic => finding) };
}
