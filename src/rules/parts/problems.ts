import type { RefusalReason, TargetId } from "../../model/client.ts";
import type { Finding, Fix, SpokenRefusal } from "../../model/rule.ts";
import type { Skill, SkillDocument } from "../../model/skill.ts";
import type { ParseProblem, ParseProblemKind } from "../../model/frontmatter.ts";
import { refusalsAmong } from "./client-findings.ts";

/** The parser's problems of one kind as findings, in its words and with its cures; `reasons` are the clients' names for such a problem. */
export function problemFindings(
  skill: Skill,
  kind: ParseProblemKind,
  reasons: readonly [RefusalReason, ...RefusalReason[]],
  target?: TargetId,
): readonly Finding[] {
  const { document } = skill;
  if (!document || document.problems.length === 0) return [];
  return document.problems
    .filter((problem) => problem.kind === kind)
    .map((problem) => problemFinding(document, problem, refusalsAmong(skill, reasons, target)));
}

/** Where the YAML is broken a client may stop at anything before or behind that place: frontmatter-yaml speaks for it. */
export function hasBrokenYaml({ document }: Skill): boolean {
  return document?.problems.some(({ kind }) => kind === "yaml-syntax") ?? false;
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
