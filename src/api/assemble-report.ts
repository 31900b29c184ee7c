import type { Outcome, Report, Subject, Summary } from "../core/report.ts";
import type { Severity } from "../core/rule.ts";
import { version } from "../generated/version.ts";

interface Parts extends Pick<Report, "command" | "targets" | "subjects" | "unread"> {
  /** What `performance.now()` said when the work began. */
  readonly started: number;
  /** More warnings than this are an outcome of 1. */
  readonly maxWarnings: number;
}

/** Counts what was found and puts it into the envelope. */
export function assembleReport({ command, targets, subjects, unread, started, maxWarnings }: Parts): Report {
  const summary = summarise(subjects, (performance.now() - started) / 1000);
  return { schemaVersion: 1, tool: { name: "skills", version }, command, outcome: outcomeOf(summary, maxWarnings), targets, subjects, unread, summary };
}

function summarise(subjects: readonly Subject[], seconds: number): Summary {
  const count = (severity: Severity): number => subjects.reduce((sum, { findings }) => sum + findings.filter((finding) => finding.severity === severity).length, 0);
  return {
    checked: subjects.length,
    errors: count("error"),
    warnings: count("warning"),
    infos: count("info"),
    suppressed: 0,
    baselined: 0,
    partial: subjects.filter(({ partial }) => partial.length > 0).length,
    seconds,
  };
}

function outcomeOf({ errors, warnings }: Summary, maxWarnings: number): Outcome {
  return errors > 0 || warnings > maxWarnings ? 1 : 0;
}
