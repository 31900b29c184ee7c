import { quote } from "../../core/show.ts";
import { takenNames } from "../../model/taken-names.ts";
import { defineRule } from "../define.ts";
import { stringField } from "../parts/fields.ts";

/** Elsewhere, it may not be meant for Claude Code. */
const inRoot = /(?:^|\/)\.claude\/skills\/[^/]+$/;

export default defineRule({
  meta: {
    id: "name-taken",
    category: "portability",
    origin: "client:claude-code",
    source: "https://code.claude.com/docs/en/skills",
    summary: "Reports a skill with the name of a command of Claude Code, or of a skill that comes with it.",
    why: "In Claude Code, the skill replaces the command or skill of its name, in the list and when a user calls it; other versions may do the opposite.",
    remedy: "Give the skill and its directory a more specific name, with `skills rename`.",
    severity: "warning",
    only: true,
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const { name, document, context, label } = skill;
    // A client puts the name of a plugin before those of its skills.
    if (!document || context.plugin !== undefined) return [];
    const field = stringField(skill, "name");
    return takenNames.flatMap(({ title, version, commands, skills }) => {
      const kind = commands.includes(name) ? "command" : skills.includes(name) ? "skill" : undefined;
      if (kind === undefined) return [];
      return [
        {
          file: document.file,
          ...(field?.value.trim() === name && { range: field.valueRange }),
          ...(!inRoot.test(label) && { severity: "info" as const }),
          message: `the skill replaces ${kind === "command" ? `the command "/${name}"` : `the skill ${quote(name)}`} of ${title} ${version}; choose a more specific name`,
        },
      ];
    });
  },
});
