import type { Range } from "../../core/place.ts";
import {
  type Finding,
  type Fix,
  type Operation,
  reasonsOf,
  type Rule,
  type RuleMeta,
} from "../../model/rule.ts";
import type { Skill, SkillDocument } from "../../model/skill.ts";
import type { Field } from "../../model/frontmatter.ts";

/**
 * Removes findings of a rule that only follow from another problem. If YAML cannot read a field, the value recovered
 * from its lines is a guess: it is not reported, and only the fix of the YAML problem changes it. The fields are listed
 * so that all rules have one shape: each runs on every skill.
 */
export function withoutFollowUps({ meta, reportLimit, check }: Rule): Rule {
  return {
    meta,
    ...(reportLimit && { reportLimit }),
    check: (context) => {
      const found = check(context);
      // Most rules find nothing in most skills.
      if (Array.isArray(found) && found.length === 0) return found;
      const { document } = context.subject;
      if (!document?.frontmatter || document.problems.length === 0) return found;
      const recovered = Array.from(document.frontmatter.fields.values()).filter(
        (field) => field.recovered !== undefined,
      );
      return recovered.length === 0
        ? found
        : Array.from(found).flatMap((finding) =>
            settled({ skill: context.subject, document, recovered }, meta, finding),
          );
    },
  };
}

interface Recovered {
  readonly skill: Skill;
  readonly document: SkillDocument;
  /** The fields whose value was recovered because YAML could not read it. */
  readonly recovered: readonly Field[];
}

function settled(
  { skill, document, recovered }: Recovered,
  meta: RuleMeta,
  finding: Finding,
): readonly Finding[] {
  if (finding.file !== document.file || isOfParser(document, finding)) return [finding];
  const { range } = finding;
  const guessed = recovered.some((field) => field.recovered === "guess" && range && isWithin(range, field));
  if (guessed && meta.category !== "security" && !meta.danger && !isOfClient(skill, finding)) return [];
  const { fixes = [] } = finding;
  const left = fixes.filter((fix) => !changesRecovered(document, recovered, fix));
  return [left.length === fixes.length ? finding : { ...finding, fixes: left }];
}

/** Whether a finding is about a problem of the parser; such findings share the problem's `Range` object. */
function isOfParser({ problems }: SkillDocument, { range }: Finding): boolean {
  return problems.some((problem) => problem.range === range);
}

/** Whether a client that can read the field refuses the skill for the reason of the finding. */
function isOfClient({ validatorRefusals }: Skill, finding: Finding): boolean {
  const reasons = reasonsOf(finding);
  return validatorRefusals.some(({ refusals }) =>
    refusals.some((refusal) => reasons.includes(refusal.reason)),
  );
}

function isWithin({ start, end }: Range, { keyRange, valueRange }: Field): boolean {
  return start.offset >= keyRange.start.offset && end.offset <= valueRange.end.offset;
}

/** Whether a fix edits a recovered field. A fix of the whole file, such as of its line endings, changes no values. */
function changesRecovered(
  { file, frontmatter }: SkillDocument,
  recovered: readonly Field[],
  { operations }: Fix,
): boolean {
  const isInside = (operation: Operation): operation is Extract<Operation, { kind: "edit" }> =>
    operation.kind === "edit" &&
    operation.file === file &&
    frontmatter !== undefined &&
    operation.range.start.offset >= frontmatter.range.start.offset &&
    operation.range.end.offset <= frontmatter.range.end.offset;
  return operations
    .filter(isInside)
    .some(({ range }) =>
      recovered.some(
        ({ keyRange, valueRange }) =>
          range.start.offset <= valueRange.end.offset && range.end.offset >= keyRange.start.offset,
      ),
    );
}
