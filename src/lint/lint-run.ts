import type { FixPreview } from "../model/chosen-fix.ts";
import type { Subject } from "../model/report.ts";
import type { Rule } from "../model/rule.ts";
import type { SkillSource, Unread } from "../model/source.ts";
import type { Target } from "../model/target.ts";
import type { RecordedVersion } from "../targets/newest-clients.ts";
import { suppressionRules } from "../rules/lists/suppression-rules.ts";
import type { BaselineWork, Contents } from "./baseline.ts";
import type { RunRulesOptions } from "./run-rules.ts";
import { copySubject, shareSubject } from "./copy-subject.ts";
import { collect } from "./check-collection.ts";
import { type Examined, examineSkill } from "./examine-skill.ts";
import type { FixLevel } from "./fix.ts";
import { type FixedSkill, fixSkill } from "./fix-skill.ts";
import {
  type Head,
  type SavedHead,
  type SavedSkill,
  releasedFrom,
  type ReleasedSkill,
} from "./saved-skill.ts";
import type { Undecoded } from "../core/undecoded.ts";
import { SubjectHolder } from "./hold-subject.ts";
import type { LoadOptions } from "./load-skill.ts";
import { type PathSettings, rulesToRun, withSettings } from "./rule-settings.ts";
import { markSuppressed } from "./mark-suppressed.ts";
import { commentsIn, type SuppressibleSkill, type SuppressionReader } from "./apply-suppressions.ts";
import { vocabularyOf } from "./vocabulary-of.ts";

/**
 * The settings and state of a whole run of lint. For each skill, `lintSkill` examines it and marks suppressed
 * findings, again after every round of fixes, and then drops the skill's texts. For all skills together,
 * `checkCollection`, `settleFindings` and `reportOf` follow.
 */
export interface LintRun {
  readonly settings: PathSettings;
  readonly rules: readonly Rule[];
  /** The clients whose loading is predicted for a skill with these targets. */
  readonly clientsOf: (targets: readonly Target[]) => readonly RecordedVersion[];
  /** Options for reading skills, including their contexts. */
  readonly reading: LoadOptions;
  readonly suppressionsOf: SuppressionReader;
  readonly fix: FixLevel | "none";
  /** Only the fixes of these rules are applied. */
  readonly fixRules?: readonly string[] | undefined;
  readonly acceptFix?: ((preview: FixPreview) => boolean) | undefined;
  /** Called with each skill as it is before its fixes. */
  readonly noteUnfixed?: ((skill: LintedSkill) => void) | undefined;
  readonly syntax: boolean;
  readonly baseline?: BaselineWork | undefined;
  /** Returns the timer for the rules of a skill, by the skill's label. */
  readonly timerOf?: ((label: string) => RunRulesOptions["timeRule"]) | undefined;
  /**
   * Absolute paths of files that a fix of an earlier skill has changed. The fixes of other skills do not change them.
   */
  readonly takenSoFar: Set<string>;
  /** Holds the subjects that are finished. */
  readonly finished: SubjectHolder;
}

export interface RunOptions
  extends Pick<
    LintRun,
    | "settings"
    | "clientsOf"
    | "suppressionsOf"
    | "fixRules"
    | "acceptFix"
    | "noteUnfixed"
    | "baseline"
    | "timerOf"
  > {
  readonly security?: boolean | undefined;
  readonly syntax?: boolean | undefined;
  readonly fix?: LintRun["fix"] | undefined;
  readonly reading: Omit<LoadOptions, "vocabulary">;
}

/** Determines which rules run and what they search for. */
export function startRun({
  security = false,
  syntax = false,
  fix = "none",
  reading,
  ...run
}: RunOptions): LintRun {
  const rules = rulesToRun(run.settings.widest, security);
  const vocabulary = vocabularyOf([...rules, ...suppressionRules]);
  return {
    ...run,
    rules,
    reading: { ...reading, vocabulary },
    syntax,
    fix,
    takenSoFar: new Set(),
    // A baseline identifies findings by their objects.
    finished: run.baseline ? new SubjectHolder(Infinity) : new SubjectHolder(),
  };
}

/** Reads a skill and runs the selected rules. */
export function examine(run: LintRun, source: SkillSource): Examined {
  const targets: readonly Target[] = run.settings.targetsOf(source);
  return examineSkill(source, {
    ...run.reading,
    rules: run.rules,
    targets,
    clients: run.clientsOf(targets),
    timeRule: run.timerOf?.(source.label),
  });
}

/** The findings with their configured severities. Suppressed ones are marked, so that they are not fixed. */
function suppressFindings(
  run: LintRun,
  { subject, commentsOf }: Pick<ReleasedSkill, "subject" | "commentsOf">,
  source: SkillSource,
): Subject {
  const set = withSettings(subject.findings, run.settings.rulesOf(source));
  const { findings } = markSuppressed(set, run.suppressionsOf(source, commentsOf));
  return { ...subject, findings };
}

function suppressExamined(run: LintRun, examined: Examined, source: SkillSource): Examined {
  const { subject, skill } = examined;
  return {
    ...examined,
    subject: suppressFindings(run, { subject, commentsOf: () => commentsIn(skill) }, source),
  };
}

/** A skill after rules and fixes, without its texts. */
export interface LintedSkill extends Omit<FixedSkill, "examined">, SuppressibleSkill {
  /** The name of its directory. */
  readonly directoryName: string;
  /** The data for collection rules; empty for a skill that does not load. */
  readonly collected: readonly Head[];
  readonly unparsed: readonly Unread[];
  /** Hashes of file contents, which identify findings without a line. */
  readonly contents: Contents;
}

/**
 * Runs all stages for one skill. If the skill was already examined (`examined`), it is neither examined again nor
 * fixed.
 */
export function lintSkill(run: LintRun, source: SkillSource, examined?: Examined): LintedSkill {
  return withoutTexts(
    run,
    source,
    examined ? unfixed(suppressExamined(run, examined, source)) : examineAndFix(run, source),
  );
}

/** As `lintSkill`, for a skill whose findings were saved; it is not fixed. */
export function lintSaved(
  run: LintRun,
  source: SkillSource,
  saved: SavedSkill,
  head: Undecoded<SavedHead> | undefined,
): LintedSkill {
  const skill = releasedFrom(saved, head, source);
  // A head with a digest was read as JSON, and so was the subject.
  const copy = head?.digest === undefined ? copySubject : shareSubject;
  const subject = run.finished.hold(suppressFindings(run, skill, source), copy);
  const contents = run.baseline ? savedContents(subject, saved) : noContents;
  return linted(run, source, { ...skill, subject }, { contents, ...noFixes });
}

function savedContents({ findings }: Subject, saved: SavedSkill): Contents {
  const hashes = new Map(saved.contents);
  const contents: Contents = new Map();
  for (const finding of findings) {
    const hash = finding.start ? undefined : hashes.get(finding.file);
    if (hash !== undefined) contents.set(finding, hash);
  }
  return contents;
}

function examineAndFix(run: LintRun, source: SkillSource): FixedSkill {
  const look = (each: SkillSource): Examined => {
    const examined = suppressExamined(run, examine(run, each), each);
    if (each === source) run.noteUnfixed?.(withoutTexts(run, source, unfixed(examined)));
    return examined;
  };
  if (run.fix === "none") return unfixed(look(source));
  const fixed = fixSkill(source, look, {
    level: run.fix,
    rules: run.fixRules,
    accept: run.acceptFix,
    taken: run.takenSoFar,
  });
  for (const { directory, from } of fixed.changes) run.takenSoFar.add(`${directory}/${from}`);
  return fixed;
}

function unfixed(examined: Examined): FixedSkill {
  return { examined, ...noFixes };
}

/** Shared by all skills: a run may have thousands that are not fixed. */
const noFixes: Omit<FixedSkill, "examined"> = { changes: [], applied: [], left: [] };
const noContents: Contents = new Map();
const nothingUnparsed: readonly Unread[] = [];

/** Keeps only what is needed after the skill's texts have been released. */
function withoutTexts(run: LintRun, source: SkillSource, { examined, ...fixes }: FixedSkill): LintedSkill {
  const { skill, textOf } = examined;
  const subject = run.finished.hold(examined.subject);
  const contents: Contents = run.baseline ? new Map() : noContents;
  run.baseline?.keepContents({ subject, textOf }, contents);
  const released: ReleasedSkill = {
    subject,
    commentsOf: () => commentsIn(skill),
    head: collect(skill, source),
    unparsed: run.syntax ? skill.syntax.unparsed : nothingUnparsed,
    textOf,
  };
  return linted(run, source, released, { contents, ...fixes });
}

/**
 * Lists every property: there is one such object for each skill, and V8 stores properties that a spread adds outside of
 * it, where they take as much memory as a finding.
 */
function linted(
  run: LintRun,
  source: SkillSource,
  { subject, commentsOf, head, unparsed, textOf }: ReleasedSkill,
  { contents, changes, applied, left }: Pick<LintedSkill, "contents" | keyof typeof noFixes>,
): LintedSkill {
  const suppressions = run.suppressionsOf(source, commentsOf);
  return {
    subject,
    directoryName: source.name,
    suppressions,
    rules: run.settings.rulesOf(source),
    inPart: source.alone === true || subject.partial.length > 0,
    contents,
    collected: head ? [head] : [],
    unparsed,
    changes,
    applied,
    left,
    ...(suppressions.comments.length + suppressions.misspelled.length > 0 && { textOf }),
  };
}
