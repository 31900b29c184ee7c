import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";
import { placeIn, stringField } from "../parts/fields.ts";

/** The two openings that the guidance mentions, and similar ones. The imperative and the third person are fine. */
const opener =
  /^\s*(?:I(?: can|'ll| will| help|'m|’m|’ll| am| provide| analy[sz]e| create| generate)|We(?: can| will| help| provide|'ll|’ll)|You (?:can|could|may) (?:use|ask|call|run)|(?:Let|Ask) me|My (?:job|role|purpose))\b/i;

export default defineRule({
  meta: {
    id: "description-person",
    category: "clarity",
    origin: "guidance",
    source:
      "https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#writing-effective-descriptions",
    summary: 'Reports a `description` that starts with "I can …" or "You can use this …".',
    why: 'Clients put the description into the system prompt, where neither "I" nor "you" refers to the skill.',
    remedy:
      "Say what the skill does (`Extracts tables from PDF files`) or when to use it (`Use this skill when …`).",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = stringField(skill, "description");
    const found = field && opener.exec(field.value)?.[0].trim();
    if (!field || !found || !skill.document) return [];
    return [
      {
        file: skill.document.file,
        range: placeIn(skill.document, field, opener),
        message: `description starts with ${quote(found)}; say what the skill does or when to use it`,
      },
    ];
  },
});
