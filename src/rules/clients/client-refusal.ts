import type { UnexplainedRefusals } from "../../model/refusals.ts";
import { series } from "../../core/sentence.ts";
import { titleOf } from "../../model/target.ts";
import { quoteWords } from "../parts/client-findings.ts";
import { isNamed } from "../parts/named-clients.ts";
import { defineRule } from "../define.ts";

export default defineRule<UnexplainedRefusals>({
  meta: {
    id: "client-refusal",
    category: "portability",
    origin: "guidance",
    source: "https://github.com/agentskills/agentskills/tree/main/skills-ref",
    summary: "Reports a client's refusal that no other rule explains.",
    why: "The client does not load the skill, even if the specification allows it.",
    remedy:
      "Read the client's message; if it is not clear enough, simplify the skill until the client accepts it.",
    severity: "warning",
    since: "0.1.0",
  },
  *check({ subject: { skill, refusals, loads }, ...chosen }) {
    const file = skill.document?.file ?? "SKILL.md";
    for (const { validator, refusal } of refusals) {
      const field = skill.document?.frontmatter?.fields.get(refusal.field ?? "");
      yield {
        file,
        ...(field && { range: field.keyRange }),
        refusals: [{ target: validator }],
        message: `${isNamed(validator, chosen) ? validator : "a parser"} refuses the skill: ${quoteWords(refusal.message)}`,
      };
    }
    for (const { clients, reason, kind, help } of loads) {
      const who = series(clients.map(titleOf), "and");
      const field = skill.document?.frontmatter?.fields.get(fieldIn(reason));
      yield {
        file,
        ...(field && { range: field.keyRange }),
        ...((kind === "dropped" || kind === "inside") && { refusals: clients.map((target) => ({ target })) }),
        ...((kind === "by-choice" || kind === "inside") && { severity: "info" as const }),
        message:
          kind === "unknown"
            ? `it is not known whether ${who} loads the skill: ${reason}`
            : kind === "by-choice"
              ? `hidden as asked in ${who}: ${reason}`
              : `${who} ${clients.length === 1 ? "does" : "do"} not load the skill: ${reason}${help === undefined ? "" : `; use \`${help}\``}`,
      };
    }
  },
});

/** The field that a reason begins with, or names in backticks. */
function fieldIn(reason: string): string {
  return /`([\w-]{1,64})`/.exec(reason)?.[1] ?? /^[\w-]+/.exec(reason)?.[0] ?? "";
}
