import type { Diagnostic } from "../../model/report.ts";
import type { RuleMeta, Severity } from "../../model/rule.ts";

export const levels = { error: "error", warning: "warning", info: "note" } as const satisfies Record<
  Severity,
  string
>;

/** What a rule says of itself; `level` is what it is where no chosen target refuses the skill. */
export function toDescriptor(
  { id, category, origin, source, summary, why, remedy, severity, danger, off, fixable, since }: RuleMeta,
  helpUri: string,
): object {
  return {
    id,
    name: toPascal(id),
    shortDescription: { text: summary },
    fullDescription: { text: why },
    help: { text: `${why} ${remedy}`, markdown: `${why}\n\n**Remedy:** ${remedy}\n\n[${id}](${helpUri})` },
    helpUri,
    defaultConfiguration: { level: danger ? "error" : levels[severity], ...(off && { enabled: false }) },
    properties: {
      category,
      origin,
      source,
      since,
      ...(fixable && { fixable }),
      tags: ["agent-skills", category],
    },
  };
}

/** For what no rule was handed to the reporter. */
export function toBareDescriptor({ ruleId, helpUrl }: Diagnostic): object {
  return { id: ruleId, name: toPascal(ruleId), helpUri: helpUrl };
}

function toPascal(id: string): string {
  return id.replace(/(?:^|-)([a-z0-9])/g, (_, first: string) => first.toUpperCase());
}
