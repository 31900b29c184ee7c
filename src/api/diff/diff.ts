import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { type ValidatorId, validatorIds } from "../../model/validator.ts";
import type { FileChange } from "../../model/file-change.ts";
import type { Field, FieldValue } from "../../model/frontmatter.ts";
import type { Report, Subject } from "../../model/report.ts";
import type { Skill } from "../../model/skill.ts";
import type { TokenCount } from "../../model/token-counter.ts";
import type {
  DiffData,
  DiffSide,
  FieldChange,
  SkillDiff,
  TokenStage,
  VerdictChange,
} from "../../model/reports/diff.ts";
import { skillRules } from "../../rules/lists/skill-rules.ts";
import { loadExactCounter } from "../../tokens/exact-counter.ts";
import { timedReport } from "../timed-report.ts";
import { now } from "../clock.ts";
import { factsOf } from "../inspect/inspect-skill.ts";
import type { RootsChoice } from "../roots/skill-roots.ts";
import type { Examination } from "../../lint/examine-skill.ts";
import { vocabularyOf } from "../../lint/vocabulary-of.ts";
import { compareCapabilities } from "../../inventory/compare-capabilities.ts";
import { compareContents, textChanges } from "./compare-contents.ts";
import { type OpenedSide, openSides, type RefusedSide } from "./diff-side.ts";

export interface DiffOptions extends RootsChoice {
  /** Skill directories, directories that contain skills, archives, or names of installed skills. */
  readonly old: string;
  readonly new: string;
  readonly tokens?: TokenCount;
}

export interface DiffResult {
  /**
   * Its `data` contains `diff` for two single skills, otherwise `diffs`, `added` and `removed`. Its outcome is 1 if
   * something differs, and 2 if something was refused: then it has no `data`, and the subjects' findings give the
   * reason.
   */
  readonly report: Report<DiffData, "diff">;
  /** The difference of two single skills. */
  readonly diff?: SkillDiff;
  /** The compared skills: two single ones, or all pairs with the same name. */
  readonly pairs: readonly ComparedPair[];
  /** Skills that exist on one side only. */
  readonly added: readonly DiffSide[];
  readonly removed: readonly DiffSide[];
}

export interface ComparedPair {
  readonly diff: SkillDiff;
  /** The changed texts, for a patch; `unshown` contains the paths of files that are not text or are too large. */
  readonly changes: readonly FileChange[];
  readonly unshown: readonly string[];
}

/**
 * Compares two skills, or two sets of skills. Of a directory, the files that `skills pack` packs are compared. Throws a
 * SkillsError if something cannot be read.
 */
export async function diff({
  old,
  new: current,
  tokens = "estimate",
  ...choice
}: DiffOptions): Promise<DiffResult> {
  const started = now();
  const examination = await planComparison(tokens);
  const before = await openSides(old, choice, examination);
  const after = await openSides(current, choice, examination);
  return compareSides(before, after, started);
}

const targets: readonly ValidatorId[] = ["spec"];

/** What is asked of the skills that are compared. */
export async function planComparison(tokens: TokenCount): Promise<Examination> {
  return {
    targets,
    rules: skillRules,
    vocabulary: vocabularyOf(skillRules),
    ...(tokens === "exact" && { tokens: await loadExactCounter() }),
  };
}

/** Compares the opened skills of both sides. Throws a SkillsError if two on one side share a name. */
export function compareSides(
  before: readonly (OpenedSide | RefusedSide)[],
  after: readonly (OpenedSide | RefusedSide)[],
  started: number,
): DiffResult {
  const report = timedReport({
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
  const data: DiffData = found ? { diff: found } : { diffs: pairs.map((pair) => pair.diff), added, removed };
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

/** In a patch of several skills, each skill has its own directory. */
function comparePair(before: OpenedSide, after: OpenedSide, label: string): ComparedPair {
  const found = compare(before, after);
  return { diff: found, ...textChanges(found.files, before.files, after.files, label) };
}

function compare(before: OpenedSide, after: OpenedSide): SkillDiff {
  const files = compareContents(before.files, after.files);
  const [old, current] = [factsOf(before.examined.skill), factsOf(after.examined.skill)];
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
  return validatorIds.flatMap((target): readonly VerdictChange[] => {
    const [old, current] = [before.subject.verdicts[target], after.subject.verdicts[target]];
    if (old === undefined || current === undefined || old === current) return [];
    const { findings } = old === "refuses" ? before.subject : after.subject;
    const reason = findings.find(({ refusedBy }) => refusedBy.includes(target));
    return [{ target, old, new: current, ruleId: reason?.ruleId ?? "", message: reason?.message ?? "" }];
  });
}

interface PairedSides {
  readonly pairs: readonly (readonly [OpenedSide, OpenedSide])[];
  readonly added: readonly OpenedSide[];
  readonly removed: readonly OpenedSide[];
}

/**
 * Pairs the skills to compare: two single ones whatever their names, otherwise by name in the order of the new ones.
 * Throws a SkillsError if two on one side share a name.
 */
function pairSides(before: readonly OpenedSide[], after: readonly OpenedSide[]): PairedSides {
  const [old, current] = [before[0], after[0]];
  if (old && current && before.length === 1 && after.length === 1)
    return { pairs: [[old, current]], added: [], removed: [] };
  const [byOldName, byNewName] = [byName(before), byName(after)];
  return {
    pairs: Array.from(byNewName, ([name, side]) => [byOldName.get(name), side] as const).filter(
      (pair): pair is readonly [OpenedSide, OpenedSide] => pair[0] !== undefined,
    ),
    added: after.filter((side) => !byOldName.has(nameOf(side))),
    removed: before.filter((side) => !byNewName.has(nameOf(side))),
  };
}

function byName(sides: readonly OpenedSide[]): ReadonlyMap<string, OpenedSide> {
  const named = new Map<string, OpenedSide>();
  for (const side of sides) {
    const name = nameOf(side);
    const first = named.get(name);
    if (first)
      throw new SkillsError(
        "bad-usage",
        `${quote(first.side.path)} and ${quote(side.side.path)} are both named ${quote(name)}`,
        { hint: "compare them one by one" },
      );
    named.set(name, side);
  }
  return named;
}

/** The skill's name, or its directory's if it has none. */
function nameOf({ side, examined }: OpenedSide): string {
  return side.name ?? examined.skill.name;
}

/** Fields and map entries that were added, removed or changed. */
function compareFields(before: Skill, after: Skill): readonly FieldChange[] {
  const [old, current] = [fieldsOf(before), fieldsOf(after)];
  const stays = Array.from(current, ([key, value]): readonly FieldChange[] => {
    const known = old.get(key);
    if (known === undefined) return [{ kind: "added", key, new: value }];
    return JSON.stringify(known) === JSON.stringify(value)
      ? []
      : [{ kind: "changed", key, old: known, new: value }];
  });
  const gone = Array.from(old).filter(([key]) => !current.has(key));
  return [
    ...stays.flat(),
    ...gone.map(([key, value]): FieldChange => ({ kind: "removed", key, old: value })),
  ];
}

function fieldsOf({ document }: Skill): ReadonlyMap<string, FieldValue> {
  const fields = Array.from(document?.frontmatter?.fields.values() ?? []);
  return new Map(fields.flatMap((field) => flatten(field, "")));
}

function flatten({ key, value, children }: Field, above: string): readonly (readonly [string, FieldValue])[] {
  const path = `${above}${key}`;
  const isMap = typeof value !== "string" && !Array.isArray(value) && children.length > 0;
  return isMap ? children.flatMap((child) => flatten(child, `${path}.`)) : [[path, value]];
}
