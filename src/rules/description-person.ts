import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";
import { placeIn, stringField } from "./parts/fields.ts";

/** The two openers that the guidance names, with their like; an imperative or a third person is neither. */
const opener =
  /^\s*(?:I(?: can|'ll| will| help|'m|’m|’ll| am| provide| analy[sz]e| create| generate)|We(?: can| will| help| provide|'ll|’ll)|You (?:can|could|may) (?:use|ask|call|run)|(?:Let|Ask) me|My (?:job|role|purpose))\b/i;

export default defineRule({
  meta: {
    id: "description-person",
    category: "clarity",
    origin: "guidance",
    source:
      "https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#writing-effective-descriptions",
    summary: 'Reports a `description` that opens with "I can …" or "You can use this …".',
    why: 'Clients print the description into the system prompt, where neither "I" nor "you" is the skill.',
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
        message: `description opens with ${quote(found)}, expected what the skill does or when to use it`,
      },
    ];
  },
});
