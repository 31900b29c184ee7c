import { defineRule } from "./define.ts";

/** What the documentation says applies with `context: fork` alone. */
const keys = ["agent", "background"] as const;

export default defineRule({
  meta: {
    id: "claude-code-fork",
    category: "portability",
    origin: "client:claude-code",
    source: "https://code.claude.com/docs/en/skills#run-skills-in-a-subagent",
    summary: "Reports `agent` or `background` without `context: fork`.",
    why: "Claude Code reads either only of a skill that runs in a subagent; without `context: fork` the skill runs in the conversation.",
    remedy: "Add `context: fork`, or delete the field.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    const fields = document?.frontmatter?.fields;
    if (!document || !fields || fields.has("context")) return [];
    return keys.flatMap((key) => {
      const field = fields.get(key);
      return field
        ? [
            {
              file: document.file,
              range: field.keyRange,
              message: `${key} stands without context, expected "context: fork", without which Claude Code does not read it`,
            },
          ]
        : [];
    });
  },
});
