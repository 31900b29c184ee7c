import { refusesUnknownFields } from "../../model/target.ts";
import { defineRule } from "../define.ts";

/** Fields that, according to the documentation, apply only with `context: fork`. */
const keys = ["agent", "background"] as const;

export default defineRule({
  meta: {
    id: "claude-code-fork",
    category: "portability",
    origin: "client:claude-code",
    source: "https://code.claude.com/docs/en/skills#run-skills-in-a-subagent",
    summary: "Reports `agent` or `background` without `context: fork`.",
    why: "Claude Code reads these fields only for a skill that runs in a subagent; without `context: fork`, the skill runs in the conversation.",
    remedy: "Add `context: fork`, or remove the field.",
    severity: "warning",
    only: true,
    since: "0.1.0",
  },
  check({ subject: { document }, targets = [] }) {
    const fields = document?.frontmatter?.fields;
    if (!document || !fields || fields.has("context")) return [];
    const remedy = refusesUnknownFields(targets) ? "remove" : "add `context: fork` or remove";
    return keys.flatMap((key) => {
      const field = fields.get(key);
      return field
        ? [
            {
              file: document.file,
              range: field.keyRange,
              message: `Claude Code ignores \`${key}\` without \`context: fork\`; ${remedy} \`${key}\``,
            },
          ]
        : [];
    });
  },
});
