import type { TargetId } from "../core/client.ts";
import { targetIds } from "../core/client.ts";
import type { FileChange } from "../core/file-change.ts";
import type { Report } from "../core/report.ts";
import type { SkillDiff, TokenStage, VerdictChange } from "../core/skill-diff.ts";
import type { TokenCount } from "../core/token-counter.ts";
import { skillRules } from "../rules/index.ts";
import { loadExactCounter } from "../tokens/o200k.ts";
import { assembleReport } from "./assemble-report.ts";
import { compareCapabilities } from "./compare-capabilities.ts";
import { compareContents } from "./compare-contents.ts";
import { compareFields } from "./compare-fields.ts";
import { openSide, type OpenedSide } from "./diff-side.ts";
import { textChanges } from "./text-changes.ts";
import type { Examination } from "./examine-skill.ts";
import { inspectSkill } from "./inspect-skill.ts";
import type { RootsChoice } from "./skill-roots.ts";
import { vocabularyOf } from "./vocabulary-of.ts";

export interface DiffOptions extends RootsChoice {
  /** Skills' directories, archives of one skill, or names of skills that an agent finds. */
  readonly old: string;
  readonly new: string;
  readonly tokens?: TokenCount;
}

export interface DiffResult {
  /**
   * Its `data` holds `diff`. Its outcome is 1 where the two differ, and 2 where one was refused: then there is no `diff`, and the subject's findings say why.
   */
  readonly report: Report;
  readonly diff?: SkillDiff;
  /** The texts that changed, for a patch; `unshown` are the paths of those that are no text, or too large. */
  readonly changes: readonly FileChange[];
  readonly unshown: readonly string[];
}

/** Tells how one skill differs from another. What is compared of a directory is what `skills pack` takes. Throws a SkillsError for what cannot be read. */
export async function diff({ old, new: current, tokens = "estimate", ...choice }: DiffOptions): Promise<DiffResult> {
  const started = performance.now();
  const targets: readonly TargetId[] = ["spec"];
  const examination: Examination = { targets, rules: skillRules, vocabulary: vocabularyOf(skillRules), ...(tokens === "exact" && { tokens: await loadExactCounter() }) };
  const before = await openSide(old, choice, examination);
  const after = await openSide(current, choice, examination);
  const subjects = [before, after].map((side) => ("refused" in side ? side.refused : { ...side.examined.subject, kind: side.side.kind === "archive" ? ("archive" as const) : ("skill" as const) }));
  const report = assembleReport({ command: "diff", targets, subjects, unread: [], started, maxWarnings: Infinity });
  if ("refused" in before || "refused" in after) return { report: { ...report, outcome: 2 }, changes: [], unshown: [] };
  const found = compare(before, after);
  return { report: { ...report, outcome: found.same ? 0 : 1, data: { diff: found } }, diff: found, ...textChanges(found.files, before.files, after.files) };
}

function compare(before: OpenedSide, after: OpenedSide): SkillDiff {
  const files = compareContents(before.files, after.files);
  const [old, current] = [inspectSkill(before.examined.skill), inspectSkill(after.examined.skill)];
  const both = (stage: TokenStage): { readonly old: number; readonly new: number } => ({ old: old.tokens[stage], new: current.tokens[stage] });
  return {
    old: before.side,
    new: after.side,
    same: files.length === 0,
    fields: compareFields(before.examined.skill, after.examined.skill),
    files,
    tokens: { counter: current.tokens.counter, catalogue: both("catalogue"), body: both("body"), files: both("files") },
    capabilities: compareCapabilities(old.inventory, current.inventory),
    verdicts: compareVerdicts(before, after),
  };
}

function compareVerdicts({ examined: before }: OpenedSide, { examined: after }: OpenedSide): readonly VerdictChange[] {
  return targetIds.flatMap((target): readonly VerdictChange[] => {
    const [old, current] = [before.subject.verdicts[target], after.subject.verdicts[target]];
    if (old === undefined || current === undefined || old === current) return [];
    const { findings } = old === "refuses" ? before.subject : after.subject;
    const reason = findings.find(({ refusedBy }) => refusedBy.includes(target));
    return [{ target, old, new: current, ruleId: reason?.ruleId ?? "", message: reason?.message ?? "" }];
  });
}
