import type { UnexplainedRefusals } from "../../model/refusals.ts";
import { series } from "../../core/sentence.ts";
import { titleOf } from "../../model/target.ts";
import { quoteWords } from "../parts/client-findings.ts";
import { isNamed } from "../parts/named-clients.ts";
import { defineRule } from "../define.ts";

export default defineRule<UnexplainedRefusals>({
  meta: {
    id: "target-answer",
    category: "portability",
    origin: "guidance",
    source: "https://github.com/agentskills/agentskills/tree/main/skills-ref",
    summary:
      "Reports a validator that refuses the skill, or a client that does not load it, for a cause that no other rule reports.",
    why: "The program does without the skill, even if the specification allows it.",
    remedy:
      "Change what the program's message names; if it is not clear enough, simplify the skill until the program accepts it.",
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
              : `${who} ${clients.length === 1 ? "does" : "do"} not load the skill: ${reason}${help === undefined ? remedyFor(reason) : `; use \`${help}\``}`,
      };
    }
  },
});

/** What to do, by how a client's reason ends. */
const remedies: readonly (readonly [ending: RegExp, remedy: string])[] = [
  [/ is not a string$/, "; write a string"],
  [/ is not a list$/, "; write a list"],
  [/ is not a mapping of strings$/, "; write strings"],
  [/^metadata has the wrong type$/, "; write a map of strings"],
  [/ has the wrong type$/, "; write a string"],
  [/ has more than [\d,]+ (?:bytes|characters)$/, "; shorten it"],
  [/^name does not match its directory$/, "; rename one of them"],
  [/ is not UTF-8\b/, "; save it as UTF-8"],
];

function remedyFor(reason: string): string {
  return remedies.find(([ending]) => ending.test(reason))?.[1] ?? "";
}

/** The field that a reason begins with, or names in backticks. */
function fieldIn(reason: string): string {
  return /`([\w-]{1,64})`/.exec(reason)?.[1] ?? /^[\w-]+/.exec(reason)?.[0] ?? "";
}
