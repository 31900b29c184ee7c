import { summarize } from "../../lint/build-report.ts";
import { readBaseline } from "../../lint/baseline-file.ts";
import type { Baseline } from "../../model/baseline.ts";
import { countedOnly, type Diagnostic, type Report, type Subject } from "../../model/report.ts";
import type { SkillSource } from "../../model/source.ts";
import { emptyMemory } from "../../run/memory.ts";
import type { LintOptions } from "../lint/lint-options.ts";
import { type LintRequest, lintUnwritten } from "../lint/lint.ts";
import { selectLinted } from "../lint/select-linted.ts";
import type { SelectedSources } from "../scope/select-sources.ts";
import { committedSources } from "../scope/committed-skill.ts";

/**
 * The errors and warnings of skills, without those that they have in the last commit; all of them where there is none.
 * `paths` are the directories of the skills. Writes nothing. Throws a SkillsError as `lint` does.
 */
export async function newFindings(options: LintOptions): Promise<Report> {
  const settings = { ...options, partOnly: true };
  const selected = await selectLinted(settings);
  const report = grave(await reportOf(selected, settings));
  if (report.subjects.length === 0) return report;
  const earlier = await committedSources(selected.sources, "HEAD");
  if (earlier.length === 0) return report;
  const listed = await asBaseline(earlier, settings);
  const fresh = grave(await reportOf(selected, { ...settings, baseline: { path: "HEAD", listed } }));
  return counted(report, fresh);
}

async function reportOf(selected: SelectedSources, options: LintRequest): Promise<Report> {
  return (await lintUnwritten(options, { ...emptyMemory(), selected: { ...selected } })).report;
}

/** Without the findings that the project's own baseline contains. */
function counted(report: Report, fresh: Report): Report {
  const keyOf = ({ path }: Subject, finding: Diagnostic): string => JSON.stringify([path, finding]);
  const known = new Set(
    report.subjects.flatMap((subject) => subject.findings.map((each) => keyOf(subject, each))),
  );
  return grave({
    ...fresh,
    subjects: fresh.subjects.map((subject) => ({
      ...subject,
      findings: subject.findings.filter((each) => known.has(keyOf(subject, each))),
    })),
  });
}

/** Only what a model has to know: errors and warnings that count, and files that were not read, with their skills. */
function grave(report: Report): Report {
  const counts = ({ severity }: Diagnostic): boolean => severity !== "info";
  const subjects = report.subjects
    .map(countedOnly)
    .map((subject) => ({ ...subject, findings: subject.findings.filter(counts) }))
    .filter(({ findings, partial }) => findings.length > 0 || partial.length > 0);
  const outcome = report.outcome === 2 ? 2 : hasFindings(subjects) ? 1 : 0;
  return { ...report, subjects, outcome, summary: summarize(subjects, report.summary.seconds) };
}

export function hasFindings(subjects: readonly Subject[]): boolean {
  return subjects.some(({ findings }) => findings.length > 0);
}

/** All findings of the skills, as a baseline. */
async function asBaseline(sources: readonly SkillSource[], options: LintRequest): Promise<Baseline> {
  const path = "HEAD";
  const { baseline } = await lintUnwritten(
    { ...options, baseline: { path, write: true, listed: "new" } },
    { ...emptyMemory(), selected: { sources, inScope: sources, unread: [] } },
  );
  return baseline?.written ? readBaseline(baseline.written.text, path) : { skills: [] };
}
