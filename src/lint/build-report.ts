import { limitByFile } from "./limit-findings.ts";
import {
  type Diagnostic,
  isCounted,
  type Outcome,
  type Report,
  type Subject,
  type Summary,
} from "../model/report.ts";
import type { Severity } from "../model/rule.ts";
import type { ReportingCommand } from "../results/command-report.ts";
import { version } from "../generated/version.ts";

export interface ReportParts extends Pick<Report, "targets" | "subjects" | "unread"> {
  readonly command: ReportingCommand;
  readonly seconds: number;
  /** Maximum number of warnings; with more, the outcome is 1. */
  readonly maxWarnings: number;
}

/** Builds a report with counts. The counts include all findings, while the list of findings is limited. */
export function buildReport({
  command,
  targets,
  subjects,
  unread,
  seconds,
  maxWarnings,
}: ReportParts): Report<never> {
  const summary = summarize(subjects, seconds);
  return {
    schemaVersion: 1,
    tool: { name: "skills", version },
    command,
    outcome: outcomeOf(summary, maxWarnings),
    targets,
    subjects: subjects.map(limitByFile),
    unread,
    summary,
  };
}

export function summarize(subjects: readonly Subject[], seconds: number): Summary {
  const countAll = (isMeant: (finding: Diagnostic) => boolean): number =>
    subjects.reduce((sum, { findings }) => sum + findings.filter(isMeant).length, 0);
  const count = (severity: Severity): number =>
    countAll((finding) => finding.severity === severity && isCounted(finding));
  return {
    checked: subjects.filter(({ kind }) => kind !== "config").length,
    errors: count("error"),
    warnings: count("warning"),
    infos: count("info"),
    suppressed: countAll(({ suppressed }) => suppressed !== undefined),
    baselined: countAll(({ baselined }) => baselined !== undefined),
    partial: subjects.filter(({ partial }) => partial.length > 0).length,
    seconds,
  };
}

function outcomeOf({ errors, warnings }: Summary, maxWarnings: number): Outcome {
  return errors > 0 || warnings > maxWarnings ? 1 : 0;
}
