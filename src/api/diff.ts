import { type TargetId, targetIds } from "../model/client.ts";
import type { FileChange } from "../model/file-change.ts";
import type { Report, Subject } from "../model/report.ts";
import type { DiffSide, SkillDiff, TokenStage, VerdictChange } from "../results/diff.ts";
import type { TokenCount } from "../model/token-counter.ts";
import { skillRules } from "../rules/lists/skill-rules.ts";
import { loadExactCounter } from "../tokens/exact-counter.ts";
import { assembleReport } from "./assemble-report.ts";
import { now } from "./clock.ts";
import { compareCapabilities } from "./diff/compare-capabilities.ts";
import { compareContents } from "./diff/compare-contents.ts";
import { compareFields } from "./diff/compare-fields.ts";
import { openSides, type OpenedSide, type RefusedSide } from "./diff/diff-side.ts";
import { textChanges } from "./diff/text-changes.ts";
import type { Examination } from "./skill/examine-skill.ts";
import { inspectSkill } from "./inspect/inspect-skill.ts";
import { pairSides } from "./diff/pair-sides.ts";
import type { RootsChoice } from "./install/skill-roots.ts";
import { vocabularyOf } from "./skill/vocabulary-of.ts";

export interface DiffOptions extends RootsChoice {
  /** Skills' directories and trees of them, archives, or names of skills that an agent finds. */
  readonly old: string;
  readonly new: string;
  readonly tokens?: TokenCount;
}

export interface DiffResult {
  /**
   * Its `data` holds `diff` where one skill was held against one, and else `diffs`, `added` and `removed`. Its outcome is 1 where something differs,
   * and 2 where something was refused: then there is no `data`, and the subjects' findings say why.
   */
  readonly report: Report;
  /** Of one skill and another. */
  readonly diff?: SkillDiff;
  /** Of one skill and another too; of several those that share a name. */
  readonly pairs: readonly ComparedPair[];
  /** Of several skills those whose names the other side does not have. */
  readonly added: readonly DiffSide[];
  readonly removed: readonly DiffSide[];
}

interface ComparedPair {
  readonly diff: SkillDiff;
  /** The texts that changed, for a patch; `unshown` are the paths of those that are no text, or too large. */
  readonly changes: readonly FileChange[];
  readonly unshown: readonly string[];
}

/** Tells how one skill differs from another, or several from several. What is compared of a directory is what `skills pack` takes. Throws a SkillsError for what cannot be read. */
export async function diff({
  old,
  new: current,
  tokens = "estimate",
  ...choice
}: DiffOptions): Promise<DiffResult> {
  const started = now();
  const targets: readonly TargetId[] = ["spec"];
  const examination: Examination = {
    targets,
    rules: skillRules,
    vocabulary: vocabularyOf(skillRules),
    ...(tokens === "exact" && { tokens: await loadExactCounter() }),
  };
  const before = await openSides(old, choice, examination);
  const after = await openSides(current, choice, examination);
  const report = assembleReport({
    command: "diff",
    targets,
    subjects: [...before, ...after].map(subjectOf),
    unread: [],
    started,
    maxWarnings: Infinity,
  });
  const [opened, others] = [before.filter(isOpened), after.filter(isOpened)];
  if (opened.length < before.length || others.length < after.length)
    return { report: { ...report, outcome: 2 }, pairs: [], added: [], removed: [] };
  const paired = pairSides(opened, others);
  const single = before.length === 1 && after.length === 1;
  const pairs = paired.pairs.map(([from, to]) =>
    comparePair(from, to, single ? "." : to.examined.skill.name),
  );
  const [added, removed] = [paired.added.map(({ side }) => side), paired.removed.map(({ side }) => side)];
  const outcome = added.length + removed.length === 0 && pairs.every((pair) => pair.diff.same) ? 0 : 1;
  const found = single ? pairs[0]?.diff : undefined;
  const data = found ? { diff: found } : { diffs: pairs.map((pair) => pair.diff), added, removed };
  return { report: { ...report, outcome, data }, ...(found && { diff: found }), pairs, added, removed };
}

function isOpened(side: OpenedSide | RefusedSide): side is OpenedSide {
  return !("refused" in side);
}

function subjectOf(side: OpenedSide | RefusedSide): Subject {
  return isOpened(side)
    ? { ...side.examined.subject, kind: side.side.kind === "archive" ? "archive" : "skill" }
    : side.refused;
}

/** In a patch the files of one of several skills stand in a directory. */
function comparePair(before: OpenedSide, after: OpenedSide, label: string): ComparedPair {
  const found = compare(before, after);
  return { diff: found, ...textChanges(found.files, before.files, after.files, label) };
}

function compare(before: OpenedSide, after: OpenedSide): SkillDiff {
  const files = compareContents(before.files, after.files);
  const [old, current] = [inspectSkill(before.examined.skill), inspectSkill(after.examined.skill)];
  const both = (stage: TokenStage): { readonly old: number; readonly new: number } => ({
    old: old.tokens[stage],
    new: current.tokens[stage],
  });
  return {
    old: before.side,
    new: after.side,
    same: files.length === 0,
    fields: compareFields(before.examined.skill, after.examined.skill),
    files,
    tokens: {
      counter: current.tokens.counter,
      catalogue: both("catalogue"),
      body: both("body"),
      files: both("files"),
    },
    capabilities: compareCapabilities(old.inventory, current.inventory),
    verdicts: compareVerdicts(before, after),
  };
}

function compareVerdicts(
  { examined: before }: OpenedSide,
  { examined: after }: OpenedSide,
): readonly VerdictChange[] {
  return targetIds.flatMap((target): readonly VerdictChange[] => {
    const [old, current] = [before.subject.verdicts[target], after.subject.verdicts[target]];
    if (old === undefined || current === undefined || old === current) return [];
    const { findings } = old === "refuses" ? before.subject : after.subject;
    const reason = findings.find(({ refusedBy }) => refusedBy.includes(target));
    return [{ target, old, new: current, ruleId: reason?.ruleId ?? "", message: reason?.message ?? "" }];
  });
}
