import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";
import { stringField } from "../parts/fields.ts";

/** The guidance's examples, and their variants in singular or plural and with "my". */
const generic: ReadonlySet<string> = new Set(
  "agent assistant code common data default demo document documents example file files general generic helper helpers misc my-skill new-skill sample script scripts skill skills stuff task tasks temp test text things tool toolkit tools util utilities utility utils".split(
    " ",
  ),
);

export default defineRule({
  meta: {
    id: "name-generic",
    category: "clarity",
    origin: "guidance",
    source:
      "https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#naming-conventions",
    summary: "Reports a generic `name`, such as `helper`, `utils` or `data`.",
    why: "It is meaningless in a list of names, and another skill is likely to have the same one.",
    remedy: "Name the skill after what it does, such as `processing-pdfs` or `pdf-forms`.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = stringField(skill, "name");
    if (!field || !skill.document || !generic.has(field.value.trim().toLowerCase())) return [];
    return [
      {
        file: skill.document.file,
        range: field.valueRange,
        message: `name ${quote(field.value)} is generic; name the skill after what it does`,
      },
    ];
  },
});
