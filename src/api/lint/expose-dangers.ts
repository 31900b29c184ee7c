import { SkillsError } from "../../core/errors.ts";
import { groupBy } from "../../core/group-by.ts";
import { joinLabel } from "../../core/paths.ts";
import { outcomeOf } from "../../lint/build-report.ts";
import { loadSkill } from "../../lint/load-skill.ts";
import { compareDiagnostics } from "../../lint/run-rules.ts";
import { vocabularyOf } from "../../lint/vocabulary-of.ts";
import { documentName } from "../../model/document-name.ts";
import { fingerprinted } from "../../model/fingerprints.ts";
import { openMemory } from "../../model/memory-source.ts";
import {
  type Diagnostic,
  isChecked,
  isCounted,
  type Report,
  type SettingsFile,
  type Subject,
  type Summary,
} from "../../model/report.ts";
import { isOwnId } from "../../model/own-rule.ts";
import { severities } from "../../model/rule.ts";
import { findSuppressions } from "../../parse/suppressions.ts";
import { namedPlace } from "../../read/file-place.ts";
import { toNativePath } from "../../read/label.ts";
import { realDirectory } from "../../read/there.ts";
import { ruleMetas } from "../../rules/lists/lint-rules.ts";
import { suppressionRules } from "../../rules/lists/suppression-rules.ts";
import type { CountingSettings, EarlierSettings } from "../settings/counting-settings.ts";

/** A run whose settings may have come with the change that it checks. */
interface ChangedRun {
  readonly cwd: string;
  readonly earlier: EarlierSettings;
  readonly maxWarnings?: number | undefined;
  /** Checks the same skills under other settings, without comments in the skills. */
  under(settings: CountingSettings): Promise<Report>;
}

/**
 * Adds the dangers, the findings of security rules, and the errors of rules of one's own, that count under the settings before a change but that the
 * change hides: by a rule that it turns off, a suppression or baseline that it adds, or a skill that it ignores.
 */
export async function exposeDangers<Found extends Report>(report: Found, run: ChangedRun): Promise<Found> {
  const { files, unknown } = run.earlier;
  const mayHide =
    files.some(({ changed }) => changed ?? true) ||
    report.subjects.some(({ findings }) => findings.some(isCommented));
  const hidden = mayHide ? await hiddenFindings(report, run) : [];
  const commented = hidden.flatMap(({ subject, findings }) =>
    findings.flatMap(({ current }) =>
      current && isCommented(current)
        ? [{ path: joinLabel(subject.path, current.file), ...(unknown === undefined && { changed: true }) }]
        : [],
    ),
  );
  const settings = uniquePaths([...files, ...commented]);
  if (hidden.length === 0) return settings.length > 0 ? { ...report, settings } : report;
  const reason = unknown === undefined ? "hidden only by this change" : "hidden by settings that may be new";
  const subjects = fingerprinted(withHidden(report.subjects, hidden, reason));
  const summary = countHidden(report.summary, hidden);
  const outcome = report.outcome === 2 ? 2 : outcomeOf(summary, run.maxWarnings ?? Infinity);
  return { ...report, outcome, subjects, summary, settings };
}

const [dangers, guarded] = [
  ruleMetas.filter(({ danger }) => danger),
  ruleMetas.filter(({ danger, category }) => danger || category === "security"),
].map((metas): ReadonlySet<string> => new Set(metas.map(({ id }) => id))) as [
  ReadonlySet<string>,
  ReadonlySet<string>,
];

/** Whether a comment in the skill suppresses a finding that settings of a change must not hide. */
function isCommented({ ruleId, suppressed }: Diagnostic): boolean {
  return suppressed?.by === "comment" && (guarded.has(ruleId) || isOwnId(ruleId));
}

/** An error of a rule of one's own counts as well: it is what the team does not want to be merged. */
function isGuarded({ ruleId, severity }: Diagnostic): boolean {
  return guarded.has(ruleId) || (isOwnId(ruleId) && severity === "error");
}

interface HiddenFinding {
  /** As it counts under the earlier settings. */
  readonly before: Diagnostic;
  /** As it is in the report, where it does not count or less; absent if its rule or its skill is left out. */
  readonly current?: Diagnostic;
}

interface HiddenInSkill {
  /** From the run under the earlier settings. */
  readonly subject: Subject;
  /** Whether the report has no such skill. */
  readonly isLeftOut: boolean;
  readonly findings: readonly HiddenFinding[];
}

async function hiddenFindings(report: Report, run: ChangedRun): Promise<readonly HiddenInSkill[]> {
  const { subjects } = await run.under(run.earlier.settings).catch(noSkill);
  const reported = new Map(report.subjects.map((subject) => [subject.path, subject]));
  const hidden: HiddenInSkill[] = [];
  for (const subject of subjects) {
    const found = reported.get(subject.path);
    const places = groupBy(found?.findings ?? [], placeOf);
    const candidates = subject.findings.flatMap((before): readonly HiddenFinding[] => {
      if (!isGuarded(before) || !isCounted(before)) return [];
      const alike = places.get(placeOf(before)) ?? [];
      if (alike.some((each) => isCounted(each) && !isMilder(each, before))) return [];
      const [current] = alike;
      return [{ before, ...(current && { current }) }];
    });
    if (candidates.length === 0) continue;
    const isSuppressed = await earlierComments(subject, candidates, run);
    const findings = candidates.filter(({ before }) => !isSuppressed(before));
    if (findings.length > 0) hidden.push({ subject, isLeftOut: found === undefined, findings });
  }
  return hidden;
}

/** If the earlier settings ignored every skill, they hide all of them. */
function noSkill(error: unknown): Pick<Report, "subjects"> {
  if (error instanceof SkillsError && error.code === "not-a-skill") return { subjects: [] };
  throw error;
}

function placeOf({ ruleId, file, start, message }: Diagnostic): string {
  return JSON.stringify([ruleId, file, start?.offset ?? message]);
}

function isMilder(one: Diagnostic, other: Diagnostic): boolean {
  return severities.indexOf(one.severity) > severities.indexOf(other.severity);
}

/**
 * Whether comments in a skill before the change suppress a finding: one for the whole file, or one for a line with the
 * same text. Comments cannot suppress dangers.
 */
async function earlierComments(
  { path, name = path }: Subject,
  candidates: readonly HiddenFinding[],
  { cwd, earlier }: ChangedRun,
): Promise<(finding: Diagnostic) => boolean> {
  const wanted = candidates.flatMap(({ before: { ruleId, file } }) =>
    dangers.has(ruleId) || file === "" ? [] : [file],
  );
  if (wanted.length === 0 || path === "-") return () => false;
  const directory = realDirectory(namedPlace(path, cwd).absolute);
  const places = new Map([documentName, ...wanted].map((file) => [toNativePath(directory, file), file]));
  const contents = await earlier.read(Array.from(places.keys()));
  const files = Object.fromEntries(Array.from(contents, ([place, bytes]) => [places.get(place)!, bytes]));
  const covered = coveredLines(name, files);
  return ({ ruleId, file, excerpt }) =>
    !dangers.has(ruleId) &&
    (covered.has(keyOf(file, ruleId)) ||
      (excerpt !== undefined && covered.has(keyOf(file, ruleId, excerpt.line))));
}

/** What the comments in these files cover: whole files, and lines by their text. */
function coveredLines(name: string, files: Readonly<Record<string, Uint8Array>>): ReadonlySet<string> {
  const vocabulary = vocabularyOf(suppressionRules);
  const { skill, textOf } = loadSkill(openMemory(name, files), [], { vocabulary });
  const keys = new Set<string>();
  for (const { file, rules, reason, lines } of findSuppressions(skill))
    for (const { id } of reason === "" ? [] : rules) {
      if (!lines) keys.add(keyOf(file, id));
      const text = textOf(file);
      for (let line = lines?.first ?? 1; text && line <= (lines?.last ?? 0) && line <= text.lineCount; line++)
        keys.add(keyOf(file, id, text.line(line)));
    }
  return keys;
}

function keyOf(file: string, rule: string, line?: string): string {
  return JSON.stringify([file, rule, line?.trim()]);
}

function uniquePaths(files: readonly SettingsFile[]): readonly SettingsFile[] {
  return Array.from(new Map(files.map((file) => [file.path, file])).values());
}

/** The skills of the report with the hidden findings, and the skills that were left out, before config files. */
function withHidden(
  subjects: readonly Subject[],
  hidden: readonly HiddenInSkill[],
  reason: string,
): readonly Subject[] {
  const byPath = new Map(hidden.map((each) => [each.subject.path, each]));
  const shown = (findings: readonly HiddenFinding[]): readonly Diagnostic[] =>
    findings.map(({ before }) => ({ ...before, message: `${before.message} (${reason})` }));
  const all = subjects.map((subject) => {
    const { findings = [] } = byPath.get(subject.path) ?? {};
    const replaced = new Set(findings.map(({ current }) => current));
    return findings.length === 0
      ? subject
      : {
          ...subject,
          findings: [...subject.findings.filter((each) => !replaced.has(each)), ...shown(findings)].sort(
            compareDiagnostics,
          ),
        };
  });
  const leftOut = hidden.flatMap(({ subject, isLeftOut, findings }) =>
    isLeftOut ? [{ ...subject, findings: shown(findings) }] : [],
  );
  return [...all.filter(isChecked), ...leftOut, ...all.filter((each) => !isChecked(each))];
}

const counted = { error: "errors", warning: "warnings", info: "infos" } as const;

function countHidden(summary: Summary, hidden: readonly HiddenInSkill[]): Summary {
  const counts = {
    ...summary,
    checked: summary.checked + hidden.filter(({ isLeftOut }) => isLeftOut).length,
  };
  for (const { before, current } of hidden.flatMap(({ findings }) => findings)) {
    counts[counted[before.severity]]++;
    if (!current) continue;
    if (isCounted(current)) counts[counted[current.severity]]--;
    if (current.suppressed) counts.suppressed--;
    if (current.baselined) counts.baselined--;
  }
  return withoutCommented(counts, hidden);
}

/** Comments no longer suppress these findings of security rules. */
function withoutCommented(
  { suppressedSecurity, ...summary }: Summary,
  hidden: readonly HiddenInSkill[],
): Summary {
  const left = (suppressedSecurity ?? []).flatMap((place) => {
    const exposed = hidden
      .filter(({ subject }) => subject.path === place.path)
      .flatMap(({ findings }) => findings)
      .filter(
        ({ current }) =>
          current && isCommented(current) && current.ruleId === place.ruleId && current.file === place.file,
      );
    const findings = place.findings - exposed.length;
    return findings > 0 ? [{ ...place, findings }] : [];
  });
  return left.length > 0 ? { ...summary, suppressedSecurity: left } : summary;
}
