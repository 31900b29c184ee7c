import type { Reason, RefusalReason, ValidatorId } from "../../model/validator.ts";
import type { Range } from "../../core/place.ts";
import { isRefusedFor, refusalsFor } from "../../model/refusals.ts";
import { type Finding, reasonsOf, type SpokenRefusal } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { Skill } from "../../model/skill.ts";

/**
 * The findings of the rule, and one for each of `reasons` for which a client refuses the skill and that no finding of
 * the rule has. In these cases the client parses the same bytes differently, and its message explains the problem
 * best.
 */
export function withClientFindings(
  skill: Skill,
  reasons: readonly RefusalReason[],
  own: readonly Finding[],
  range?: Range,
): readonly Finding[] {
  if (!isRefusedFor(skill, reasons)) return own;
  const named = new Set<Reason>(own.flatMap(reasonsOf));
  const file = skill.document?.file ?? "SKILL.md";
  return [
    ...own,
    ...reasons
      .filter((reason) => !named.has(reason))
      .flatMap((reason) => clientFinding(skill, reason, file, range)),
  ];
}

/**
 * Clients refuse one defect for different reasons. Returns those of `reasons` for which a client refuses the
 * skill, or the first of them if no client does. `target` is added to each: a target that refuses the skill
 * without a model that shows it.
 */
export function refusalsAmong(
  skill: Skill,
  reasons: readonly [RefusalReason, ...RefusalReason[]],
  target?: ValidatorId,
): readonly SpokenRefusal[] {
  const [reason = reasons[0], ...others] = reasons.filter((each) => isRefusedFor(skill, [each]));
  return [reason, ...others].map((each) => ({ ...(target && { target }), reason: each }));
}

function clientFinding(
  skill: Skill,
  reason: RefusalReason,
  file: string,
  range: Range | undefined,
): readonly Finding[] {
  const refusals = refusalsFor(skill, reason);
  const [first] = refusals;
  if (!first) return [];
  const place = range ?? firstLine(skill);
  return [
    {
      file,
      ...(place && { range: place }),
      refusals: [{ reason }],
      message: `some parsers read this differently and report ${quoteWords(first.message)}`,
    },
  ];
}

/** The line above the frontmatter: parsers count lines differently. */
function firstLine({ document }: Skill): Range | undefined {
  return document?.frontmatter && document.source.range(0, document.source.line(1).length);
}

/** A client's message in quotes on one line, as StrictYAML and PyYAML put the position on separate lines. */
export function quoteWords(message: string): string {
  return quote(message.replace(/\s+/g, " "));
}
