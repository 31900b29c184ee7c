import { quote } from "../../core/show.ts";
import type { Field } from "../../model/frontmatter.ts";
import { defineRule } from "../define.ts";
import { isString } from "../parts/fields.ts";

export default defineRule({
  meta: {
    id: "frontmatter-hooks",
    category: "security",
    origin: "guidance",
    source: "https://code.claude.com/docs/en/hooks#hooks-in-skills-and-agents",
    summary: "Reports commands that Claude Code runs because of `hooks` in the frontmatter.",
    why: "They run at events of the session, without asking the user and without the model's knowledge.",
    remedy: "Review the commands, and mention them in the description.",
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
          message: `hook runs ${quote(String(value), 100)} without asking the user`,
        }))
      : [];
  },
});

/** The commands in a field at any depth; the parser limits the depth of the recursion. */
function commandsIn(field: Field): readonly Field[] {
  return field.key === "command" && isString(field) ? [field] : field.children.flatMap(commandsIn);
}
