import type { Paint } from "../../model/paint.ts";
import { countedOnly, type Reporter, type Subject } from "../../model/report.ts";
import { clean, cleanPath } from "../drawing/width.ts";
import { joinPath } from "./locate.ts";
import { locationOf, severityWords } from "./text-finding.ts";
import { drawSummary } from "./text-summary.ts";
import { asTyped } from "../drawing/as-typed.ts";

/** One line for each finding, "path:line:column: severity: message [rule]", and a summary line. */
export const compact: Reporter = (report, { paint, quiet }) => {
  const subjects = report.subjects.map(countedOnly);
  const findings = subjects.flatMap((subject) => compactFindings(subject, paint, quiet));
  const unread = [
    ...subjects.flatMap(({ path, partial }) =>
      partial.map((file) => ({ ...file, path: joinPath(path, file.path) })),
    ),
    ...report.unread,
  ].map(({ path, reason }) => `${cleanPath(path)}: ${paint.severity.warning("not read")}: ${clean(reason)}`);
  return [...findings, ...unread, drawSummary(report, paint)].map((line) => `${line}\n`).join("");
};

/** A line for each finding of a subject, with `quiet` for each error. */
export function compactFindings(subject: Subject, paint: Paint, quiet = false): readonly string[] {
  return subject.findings
    .filter(({ severity }) => !quiet || severity === "error")
    .map((finding) => {
      const { ruleId, severity, message } = finding;
      return `${locationOf(finding, subject)}: ${paint.severity[severity](severityWords[severity])}: ${asTyped(clean(message), paint.command)} ${paint.dim(`[${ruleId}]`)}`;
    });
}
