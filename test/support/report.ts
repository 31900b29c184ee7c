import { validatorIds, type ValidatorId } from "../../src/model/validator.ts";
import {
  type Diagnostic,
  isCounted,
  type Report,
  type ReporterContext,
  type Subject,
} from "../../src/model/report.ts";
import { fingerprinted } from "../../src/model/fingerprints.ts";
import type { SourceText } from "../../src/core/source-text.ts";
import { excerptOf } from "../../src/lint/run-rules.ts";
import { plainPaint } from "../../src/model/paint.ts";

/** A diagnostic at the first occurrence of `at` in `source`; for the whole file if it is not given. */
export function diagnosticAt(
  source: SourceText,
  at: string | undefined,
  parts: Partial<Diagnostic> = {},
): Diagnostic {
  const offset = at === undefined ? -1 : source.text.indexOf(at);
  const range = at === undefined ? undefined : source.range(offset, offset + at.length);
  const excerpt = range && excerptOf(range.start, source);
  return {
    ruleId: "name-format",
    category: "spec",
    origin: "spec",
    severity: "error",
    message: "name is not lower-case words joined by single hyphens",
    file: "SKILL.md",
    ...(range && { start: range.start, end: range.end }),
    refusedBy: ["spec"],
    related: [],
    fixes: [],
    helpUrl: "https://github.com/acme/skillwright/blob/main/src/rules/README.md#name-format",
    ...(excerpt && { excerpt }),
    ...parts,
  };
}

/** A skill whose verdicts follow from its findings. */
export function subjectOf(
  path: string,
  findings: readonly Diagnostic[],
  parts: Partial<Subject> = {},
): Subject {
  const verdict = (id: ValidatorId) =>
    findings.some(({ refusedBy }) => refusedBy.includes(id)) ? "refuses" : "accepts";
  return {
    kind: "skill",
    path,
    verdicts: Object.fromEntries(validatorIds.map((id) => [id, verdict(id)])),
    findings,
    partial: [],
    ...parts,
  };
}

/** A report whose summary follows from its subjects. */
export function reportOf(subjects: readonly Subject[], parts: Partial<Report> = {}): Report {
  const findings = subjects.flatMap((subject) => subject.findings);
  const count = (severity: Diagnostic["severity"]) =>
    findings.filter((finding) => isCounted(finding) && finding.severity === severity).length;
  const [suppressed, baselined] = [
    findings.filter((finding) => finding.suppressed),
    findings.filter((finding) => !finding.suppressed && finding.baselined),
  ].map(({ length }) => length);
  const errors = count("error");
  return {
    schemaVersion: 1,
    tool: { name: "skillwright", version: "0.0.0" },
    command: "validate",
    outcome: errors > 0 ? 1 : 0,
    targets: ["spec"],
    subjects: fingerprinted(subjects),
    unread: [],
    summary: {
      checked: subjects.length,
      errors,
      warnings: count("warning"),
      infos: count("info"),
      suppressed: suppressed!,
      baselined: baselined!,
      partial: subjects.filter(({ partial }) => partial.length > 0).length,
      seconds: 0.1234,
    },
    ...parts,
  };
}

/** What a reporter is given for text without color. */
export function contextOf(parts: Partial<ReporterContext> = {}): ReporterContext {
  return { paint: plainPaint, quiet: false, ...parts };
}

/** A report as JSON has it: without the lines that its findings point at. */
export function withoutExcerpts(report: Report): Report {
  const subjects = report.subjects.map((subject) => ({
    ...subject,
    findings: subject.findings.map(({ excerpt: _, ...finding }) => finding),
  }));
  return { ...report, subjects };
}
