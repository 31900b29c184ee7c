import type { Reason, RefusalReason, TargetId } from "../../model/client.ts";
import type { Range } from "../../core/place.ts";
import { isRefusedFor, refusalsFor } from "../../model/refusals.ts";
import { type Finding, reasonsOf, type SpokenRefusal } from "../../model/rule.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { Skill } from "../../model/skill.ts";

/**
 * The rule's own findings, and after them one for each of its reasons that a client refuses for and none of them names:
 * there the client reads the same bytes in another way, and its own words say best how.
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

/** Clients call one defect by different names: those of the reasons that some client refuses for, or else the first of all; and a target that refuses by the rule's own knowledge. */
export function refusalsAmong(
  skill: Skill,
  reasons: readonly [RefusalReason, ...RefusalReason[]],
  target?: TargetId,
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
  const clients = Array.from(new Set(refusals.map(({ client }) => client)));
  const read = clients.length === 1 ? "reads this otherwise and says" : "read this otherwise and say";
  return [
    {
      file,
      ...(range && { range }),
      refusals: [{ reason }],
      message: `${series(clients)} ${read} ${quoteWords(first.message)}`,
    },
  ];
}

/** A client's words on one line, as StrictYAML and PyYAML draw the place on several. */
export function quoteWords(message: string): string {
  return quote(message.replace(/\s+/g, " "));
}
