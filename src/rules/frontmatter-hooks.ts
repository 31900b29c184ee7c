import { quote } from "../core/show.ts";
import type { Field } from "../model/frontmatter.ts";
import { defineRule } from "./define.ts";
import { isString } from "./parts/fields.ts";

export default defineRule({
  meta: {
    id: "frontmatter-hooks",
    category: "security",
    origin: "guidance",
    source: "https://code.claude.com/docs/en/hooks#hooks-in-skills-and-agents",
    summary: "Reports the commands that `hooks` in the frontmatter has Claude Code run.",
    why: "They run at events of the session, without a question and without the model's knowledge.",
    remedy: "Look into the commands, and tell the user of them in the description.",
    severity: "info",
    off: true,
    since: "0.1.0",
  },
  check: ({ subject: { document } }) => {
    const hooks = document?.frontmatter?.fields.get("hooks");
    return document && hooks
      ? commandsIn(hooks).map(({ value, valueRange }) => ({
          file: document.file,
          range: valueRange,
          message: `a hook runs ${quote(String(value), 100)} without asking`,
        }))
      : [];
  },
});

/** The parser's limit of depth holds here too. */
function commandsIn(field: Field): readonly Field[] {
  return field.key === "command" && isString(field) ? [field] : field.children.flatMap(commandsIn);
}
