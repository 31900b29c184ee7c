import type { Finding } from "../../../model/rule.ts";
import { quote } from "../../../core/show.ts";
import type { SkillDocument } from "../../../model/skill.ts";
import { defineRule } from "../../define.ts";
import { placeIn, promptFields, type StringField } from "../../parts/fields.ts";

/**
 * A tag that clients put around a skill in the prompt (agentskills/agentskills
 * skills-ref/src/skills_ref/prompt.py, and the end tags of its fields), or that marks a speaker in the
 * transcripts that models are trained on.
 */
export const frameTag =
  /<(?:\/(?:available_skills?|skills?|name|description|location)|\/?(?:system(?:[-_](?:reminder|prompt|message))?|assistant|user|human|function_calls|function_results|tool_(?:use|call|result)s?|antml:[a-z_]+))(?:\s[^<>]*)?>/i;

export default defineRule({
  meta: {
    id: "prompt-frame",
    category: "security",
    origin: "guidance",
    source: "https://owasp.org/www-project-agentic-skills-top-10/",
    summary:
      "Reports a tag in `name` or `description` that ends the skill's entry in the system prompt or imitates another speaker.",
    why: "Codex, opencode and others print both fields unescaped into the system prompt of every session. There, `</skill>` ends the entry, and a model may obey text after `<system>`.",
    remedy: "Remove the tag. Do not use an untrusted skill before you know why it has one.",
    severity: "warning",
    danger: true,
    since: "0.1.0",
  },
  check: ({ subject: skill }) =>
    promptFields(skill)
      .filter(({ value }) => frameTag.test(value))
      .map((field) => finding(skill.document!, field)),
});

function finding(document: SkillDocument, field: StringField): Finding {
  const found = frameTag.exec(field.value)?.[0] ?? "";
  return {
    file: document.file,
    range: placeIn(document, field, frameTag),
    refusals: [{ reason: "angle-brackets" }],
    message: `${field.key} contains ${quote(found, 60)}, a tag that has a meaning in system prompts; remove it`,
  };
}
