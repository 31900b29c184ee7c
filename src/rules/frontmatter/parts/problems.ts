import type { Range } from "../../../core/place.ts";
import type { RefusalReason, ValidatorId } from "../../../model/validator.ts";
import type { Finding, Fix, SpokenRefusal } from "../../../model/rule.ts";
import type { Skill, SkillDocument } from "../../../model/skill.ts";
import type { ParseProblem, ParseProblemKind } from "../../../model/frontmatter.ts";
import { refusalsAmong } from "../../parts/client-findings.ts";

/**
 * Findings for the parser's problems of the given kind, with the parser's messages and fixes. `reasons` are the reasons
 * for which clients refuse a skill with such a problem.
 */
export function problemFindings(
  skill: Skill,
  kind: ParseProblemKind,
  reasons: readonly [RefusalReason, ...RefusalReason[]],
  target?: ValidatorId,
): readonly Finding[] {
  const { document } = skill;
  if (!document || document.problems.length === 0) return [];
  return document.problems
    .filter((problem) => problem.kind === kind)
    .map((problem) => problemFinding(document, problem, refusalsAmong(skill, reasons, target)));
}

/**
 * Whether the YAML is invalid, which frontmatter-yaml reports. A client may then stop anywhere before or after the
 * error.
 */
export function hasBrokenYaml({ document }: Skill): boolean {
  return document?.problems.some(({ kind }) => kind === "yaml-syntax") ?? false;
}

/**
 * Whether the problem is a closing fence of two dashes. Clients read the body up to the next fence as YAML, so
 * that it also explains what they say about the YAML; frontmatter-fence reports it.
 */
export function isTooShort({ source }: SkillDocument, { kind, range }: ParseProblem): boolean {
  return kind === "loose-fence" && source.slice(range) === "--";
}

export function problemFinding(
  { file }: SkillDocument,
  { message, range, remedy }: ParseProblem,
  refusals: readonly SpokenRefusal[],
): Finding {
  const fixes: readonly Fix[] = remedy
    ? [
        {
          title: remedy.title,
          safe: remedy.safe === true,
          operations: remedy.edits.map((edit) => ({ kind: "edit", file, ...edit })),
        },
      ]
    : [];
  return { file, range, message, refusals, fixes };
}

/** The white space with a tab between a key and its value on one line, the first in the frontmatter. */
export function separatingTab({ source, frontmatter }: SkillDocument): Range | undefined {
  for (const { keyRange, valueRange } of frontmatter?.fields.values() ?? []) {
    const [start, end] = [keyRange.end.offset + 1, valueRange.start.offset];
    const between = source.text.slice(start, end);
    if (between.includes("\t") && /^[ \t]+$/.test(between)) return source.range(start, end);
  }
  return undefined;
}
