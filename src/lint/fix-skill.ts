import { SkillsError } from "../core/errors.ts";
import { decodeText } from "../parse/decode.ts";
import { holdSource } from "../model/held-source.ts";
import { planFixes, type FixableSkill, type FixLevel, type FixPlan } from "./fix.ts";
import type { FileChange } from "../model/file-change.ts";
import type { Diagnostic } from "../model/report.ts";
import type { SkillSource } from "../model/source.ts";
import { overlay } from "./overlay.ts";
import type { ChosenFix, FixPreview, UnappliedFix } from "../model/chosen-fix.ts";

/** What was found in a skill after its fixes, which have not been written to disk yet. */
export interface Fixed<Found> extends Fixes {
  readonly found: Found;
}

/** The fixes of a skill. */
export interface Fixes {
  readonly changes: readonly FileChange[];
  readonly applied: readonly ChosenFix[];
  readonly left: readonly UnappliedFix[];
}

/** The findings of a skill, of which suppressed ones are marked. */
interface WithFindings {
  readonly findings: readonly Diagnostic[];
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
 * skill that is in a directory. `first` is what was found in the skill as it is, and `source` holds what was read
 * then: the edits are made in the same texts.
 */
export function fixSkill<Found extends WithFindings>(
  source: SkillSource,
  first: Found,
  examine: (source: SkillSource) => Found,
  { level, rules, accept, taken }: FixChoice,
): Fixed<Found> {
  const applied: ChosenFix[] = [];
  const answers = new Map<string, boolean>();
  let changes: readonly FileChange[] = [];
  let found = first;
  let fixed = source;
  for (let pass = 1; ; pass++) {
    const fixable = fixableOf(found, fixed, taken);
    const eligible = found.findings.filter(
      ({ suppressed, ruleId }) => !suppressed && (rules?.includes(ruleId) ?? true),
    );
    const accepted = accept
      ? eligible.filter(acceptedBy(accept, answers, { source, fixable, level }))
      : eligible;
    const plan = planFixes(fixable, accepted, level);
    if (plan.applied.length === 0 || pass > mostPasses)
      return { found, changes, applied, left: plan.unapplied };
    applied.push(...plan.applied);
    changes = withPlan(source, changes, plan, fixable);
    fixed = holdSource(overlay(source, changes));
    found = examine(fixed);
  }
}

interface Previewed {
  readonly source: SkillSource;
  readonly fixable: Listed;
  readonly level: FixLevel;
}

/**
 * Asks about each finding whose fix can be applied. A finding that a later round reports again, for which the position
 * can differ, keeps its answer; `answers` contains those of earlier rounds.
 */
function acceptedBy(
  accept: (preview: FixPreview) => boolean,
  answers: Map<string, boolean>,
  { source, fixable, level }: Previewed,
): (finding: Diagnostic) => boolean {
  const earlier = new Map(answers);
  return (finding) => {
    const key = JSON.stringify([finding.ruleId, finding.file, finding.message]);
    const known = earlier.get(key);
    if (known !== undefined) return known;
    const plan = planFixes(fixable, [finding], level);
    // Findings without a fix are reported as not fixed.
    if (plan.applied.length === 0) return true;
    const answer = accept({ path: source.label, finding, changes: withPlan(source, [], plan, fixable) });
    // Of several findings with the same message, a later round applies no fix of one that was declined.
    answers.set(key, answer && (answers.get(key) ?? true));
    return answer;
  };
}

/** A skill that fixes can change, with the modes of its files. */
interface Listed extends FixableSkill {
  readonly executable: ReadonlySet<string>;
}

/** What fixes can change in a skill; `taken` are absolute paths that they must not change. */
export function fixableOf(
  { findings }: WithFindings,
  source: SkillSource,
  taken: ReadonlySet<string>,
): Listed {
  const { directory } = source;
  const { entries } = source.list();
  const plain =
    directory === undefined
      ? []
      : entries.filter(({ path, kind }) => kind === "file" && !taken.has(`${directory}/${path}`));
  const files = new Set(plain.map(({ path }) => path));
  const texts = new Map<string, string>();
  for (const path of editedBy(findings)) {
    const text = files.has(path) ? utf8In(source, path) : undefined;
    if (text !== undefined) texts.set(path, text);
  }
  return {
    paths: new Set(entries.map(({ path }) => path)),
    files,
    texts,
    executable: new Set(entries.flatMap(({ path, executable }) => (executable ? [path] : []))),
  };
}

/** The text of a file; undefined if it cannot be read or is not UTF-8. */
function utf8In(source: SkillSource, path: string): string | undefined {
  try {
    const { encoding, text } = decodeText(source.read(path)).source;
    return encoding === "utf-8" ? text : undefined;
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return undefined;
  }
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
  fixable: Listed,
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
      text: { before: change.text?.before ?? fixable.texts.get(path) ?? "", after },
    });
  }
  for (const { file, executable } of chmods) {
    const change = changeOf(file);
    const was = change.executable?.before ?? fixable.executable.has(file);
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
