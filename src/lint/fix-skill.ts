import { planFixes, type FixableSkill, type FixLevel, type FixPlan } from "./fix.ts";
import type { FileChange } from "../model/file-change.ts";
import type { Diagnostic } from "../model/report.ts";
import type { SkillSource } from "../model/source.ts";
import { overlay } from "./overlay.ts";
import type { Examined } from "./examine-skill.ts";
import type { ChosenFix, FixPreview, UnappliedFix } from "../model/chosen-fix.ts";

/** A skill after its fixes, which have not been written to disk yet. */
export interface FixedSkill {
  readonly examined: Examined;
  readonly changes: readonly FileChange[];
  readonly applied: readonly ChosenFix[];
  readonly left: readonly UnappliedFix[];
}

/** Maximum number of rounds, as a fix can enable another one or uncover a finding. */
const mostPasses = 10;

/** Which fixes to apply. */
interface FixChoice {
  readonly level: FixLevel;
  /** Only the fixes of these rules are applied; absent for the fixes of all rules. */
  readonly rules?: readonly string[] | undefined;
  /** Decides about each fix; without it, all are applied. */
  readonly accept?: ((preview: FixPreview) => boolean) | undefined;
  /** Absolute paths of files that a fix of another skill has changed. They are not changed again. */
  readonly taken: ReadonlySet<string>;
}

/**
 * Applies fixes and checks the result, again and again until no fix can be applied. Changes only regular files of a
 * skill that is in a directory.
 */
export function fixSkill(
  source: SkillSource,
  examine: (source: SkillSource) => Examined,
  { level, rules, accept, taken }: FixChoice,
): FixedSkill {
  const applied: ChosenFix[] = [];
  const answers = new Map<string, boolean>();
  let changes: readonly FileChange[] = [];
  let examined = examine(source);
  for (let pass = 1; ; pass++) {
    const fixable = fixableOf(examined, source, taken);
    const eligible = examined.subject.findings.filter(
      ({ suppressed, ruleId }) => !suppressed && (rules?.includes(ruleId) ?? true),
    );
    const accepted = accept
      ? eligible.filter(acceptedBy(accept, answers, { source, examined, fixable, level }))
      : eligible;
    const plan = planFixes(fixable, accepted, level);
    if (plan.applied.length === 0 || pass > mostPasses)
      return { examined, changes, applied, left: plan.unapplied };
    applied.push(...plan.applied);
    changes = withPlan(source, changes, plan, examined);
    examined = examine(overlay(source, changes));
  }
}

interface Previewed {
  readonly source: SkillSource;
  readonly examined: Examined;
  readonly fixable: FixableSkill;
  readonly level: FixLevel;
}

/**
 * Asks about each finding whose fix can be applied. A finding that a later round reports again, for which the position
 * can differ, keeps its answer; `answers` contains those of earlier rounds.
 */
function acceptedBy(
  accept: (preview: FixPreview) => boolean,
  answers: Map<string, boolean>,
  { source, examined, fixable, level }: Previewed,
): (finding: Diagnostic) => boolean {
  const earlier = new Map(answers);
  return (finding) => {
    const key = JSON.stringify([finding.ruleId, finding.file, finding.message]);
    const known = earlier.get(key);
    if (known !== undefined) return known;
    const plan = planFixes(fixable, [finding], level);
    // Findings without a fix are reported as not fixed.
    if (plan.applied.length === 0) return true;
    const answer = accept({ path: source.label, finding, changes: withPlan(source, [], plan, examined) });
    // Of several findings with the same message, a later round applies no fix of one that was declined.
    answers.set(key, answer && (answers.get(key) ?? true));
    return answer;
  };
}

function fixableOf(
  { skill, subject, textOf }: Examined,
  { directory }: SkillSource,
  taken: ReadonlySet<string>,
): FixableSkill {
  const plain =
    directory === undefined
      ? []
      : skill.files.filter(({ path, kind }) => kind === "file" && !taken.has(`${directory}/${path}`));
  const files = new Set(plain.map(({ path }) => path));
  const texts = new Map<string, string>();
  for (const path of editedBy(subject.findings)) {
    const source = files.has(path) ? textOf(path) : undefined;
    if (source?.encoding === "utf-8") texts.set(path, source.text);
  }
  return { paths: new Set(skill.files.map(({ path }) => path)), files, texts };
}

function editedBy(findings: readonly Diagnostic[]): ReadonlySet<string> {
  const operations = findings.flatMap(({ fixes }) => fixes).flatMap((fix) => fix.operations);
  return new Set(operations.flatMap((operation) => (operation.kind === "edit" ? [operation.file] : [])));
}

/** The changes that lead from the files on disk to the planned ones, one per file. */
function withPlan(
  source: SkillSource,
  before: readonly FileChange[],
  { texts, chmods, renames }: FixPlan,
  examined: Examined,
): readonly FileChange[] {
  const changes = new Map(before.map((change) => [change.to, change]));
  const mark = source.mark?.();
  const changeOf = (path: string): FileChange =>
    changes.get(path) ?? {
      directory: source.directory ?? "",
      ...(mark && { mark }),
      label: source.label,
      from: path,
      to: path,
    };
  for (const [path, after] of texts) {
    const change = changeOf(path);
    changes.set(path, {
      ...change,
      text: { before: change.text?.before ?? examined.textOf(path)?.text ?? "", after },
    });
  }
  for (const { file, executable } of chmods) {
    const change = changeOf(file);
    const was =
      change.executable?.before ??
      examined.skill.files.some(({ path, executable: is }) => path === file && is);
    changes.set(file, { ...change, executable: { before: was, after: executable } });
  }
  for (const { from, to } of renames) {
    const change = changeOf(from);
    changes.delete(from);
    changes.set(to, { ...change, to });
  }
  return Array.from(changes.values()).filter(changesAnything);
}

/** Whether a change still has an effect: a later fix may have reverted it. */
function changesAnything({ from, to, text, executable }: FileChange): boolean {
  return (
    from !== to ||
    (text !== undefined && text.before !== text.after) ||
    (executable !== undefined && executable.before !== executable.after)
  );
}
