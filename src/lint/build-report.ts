import { limitByFile } from "./limit-findings.ts";
import {
  isChecked,
  isCounted,
  type Outcome,
  type Report,
  type Subject,
  type Summary,
} from "../model/report.ts";
import { fingerprinted } from "../model/fingerprints.ts";
import type { ReportingCommand } from "../model/reports/command-report.ts";
import { sha256 } from "../core/sha256.ts";
import { type Target, targets as allTargets, titleOf } from "../model/target.ts";
import { version } from "../generated/version.ts";

export interface ReportParts<Command extends ReportingCommand = ReportingCommand>
  extends Pick<Report, "targets" | "subjects" | "unread"> {
  readonly command: Command;
  readonly seconds: number;
  /** Maximum number of warnings; with more, the outcome is 1. */
  readonly maxWarnings: number;
  /** Leaves out findings that are not counted, either. */
  readonly limited?: (subject: Subject) => Subject;
  /** The rules that ran and their settings, besides the targets; absent if none did. */
  readonly ruleSet?: object;
}

/** Builds a report with counts. The counts include all findings, while the list of findings is limited. */
export function buildReport<Command extends ReportingCommand>({
  command,
  targets,
  subjects: all,
  unread,
  seconds,
  maxWarnings,
  limited = (subject) => subject,
  ruleSet,
}: ReportParts<Command>): Report<never, Command> {
  const subjects = fingerprinted(all).map(limited);
  const summary = summarize(subjects, seconds);
  return {
    schemaVersion: 1,
    tool: { name: "skillwright", version },
    command,
    outcome: unread.some(({ needed }) => needed) ? 2 : outcomeOf(summary, maxWarnings),
    targets,
    subjects: subjects.map(limitByFile),
    unread,
    summary,
    ...(ruleSet && { ruleSet: `sha256:${sha256(JSON.stringify([version, targets, ruleSet]))}` }),
    ...programsIn(targets, subjects),
  };
}

/** The names of all targets and clients that the report mentions by id. */
function programsIn(targets: readonly Target[], subjects: readonly Subject[]): Pick<Report, "programs"> {
  const ids = new Set<string>(targets);
  for (const { verdicts, loads = {}, targets: own = [], findings } of subjects) {
    for (const id of [...Object.keys(verdicts), ...Object.keys(loads), ...own]) ids.add(id);
    for (const { refusedBy } of findings) for (const id of refusedBy) ids.add(id);
  }
  const named = allTargets.filter((id) => ids.has(id));
  return named.length === 0 ? {} : { programs: Object.fromEntries(named.map((id) => [id, titleOf(id)])) };
}

export function summarize(subjects: readonly Subject[], seconds: number): Summary {
  const counts = { error: 0, warning: 0, info: 0, suppressed: 0, baselined: 0 };
  for (const { findings } of subjects)
    for (const finding of findings) {
      if (isCounted(finding)) counts[finding.severity]++;
      if (finding.suppressed) counts.suppressed++;
      if (finding.baselined) counts.baselined++;
    }
  return {
    checked: subjects.filter(isChecked).length,
    errors: counts.error,
    warnings: counts.warning,
    infos: counts.info,
    suppressed: counts.suppressed,
    baselined: counts.baselined,
    partial: subjects.filter(({ partial }) => partial.length > 0).length,
    seconds,
  };
}

export function outcomeOf({ errors, warnings }: Summary, maxWarnings: number): Outcome {
  return errors > 0 || warnings > maxWarnings ? 1 : 0;
}
