import type { Finding } from "../../../model/rule.ts";
import { quote } from "../../../core/show.ts";
import type { SkillDocument } from "../../../model/skill.ts";
import { defineRule } from "../../define.ts";
import { placeIn, promptFields, type StringField } from "../../parts/fields.ts";
import { frameTag } from "./prompt-frame.ts";

/** Text that a model may interpret as a tag or the start of a comment. */
export const tagLike = /<(?:\/?[A-Za-z][^<>]*>|!--)/;

export default defineRule({
  meta: {
    id: "prompt-markup",
    category: "security",
    origin: "client:claude-api",
    source: "https://platform.claude.com/docs/en/agents-and-tools/agent-skills/overview",
    summary: "Reports text in `name` or `description` that looks like a tag.",
    why: "Codex, opencode and others print both fields unescaped into the system prompt, VS Code deletes the tag, and Claude's API refuses the skill.",
    remedy: "Write it without angle brackets: `Span of T` for `Span<T>`, NAME for `<name>`.",
    severity: "warning",
    since: "0.1.0",
  },
  // Tags that have a meaning in the prompt are reported by prompt-frame.
  check: ({ subject: skill }) =>
    promptFields(skill)
      .filter(({ value }) => tagLike.test(value) && !frameTag.test(value))
      .map((field) => finding(skill.document!, field)),
});

function finding(document: SkillDocument, field: StringField): Finding {
  const found = tagLike.exec(field.value)?.[0] ?? "";
  return {
    file: document.file,
    range: placeIn(document, field, tagLike),
    refusals: [{ reason: "angle-brackets" }],
    message: `${field.key} contains ${quote(found, 60)}, which looks like a tag; write it without angle brackets`,
  };
}
