import { quote } from "../../core/show.ts";
import { withClientFindings } from "../parts/client-findings.ts";
import { defineRule } from "../define.ts";
import { placeIn, stringField } from "../parts/fields.ts";
import { tagLike } from "../security/hidden/prompt-markup.ts";

const bracket = /[<>]/;

export default defineRule({
  meta: {
    id: "angle-brackets",
    category: "portability",
    origin: "client:claude-api",
    source:
      "https://github.com/anthropics/skills/blob/9d2f1ae187231d8199c64b5b762e1bdf2244733d/skills/skill-creator/scripts/quick_validate.py",
    summary: "Reports `<` or `>` in `description` outside of a tag.",
    why: "Anthropic's validator rejects every angle bracket in a description, even in an arrow or a comparison.",
    remedy: "Use words: `over 10` for `> 10`, `to` for `->`.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = stringField(skill, "description");
    // Tags are reported by prompt-markup.
    if (field && tagLike.test(field.value)) return [];
    const found = field && bracket.exec(field.value)?.[0];
    if (!field || found === undefined) return withClientFindings(skill, ["angle-brackets"], []);
    const { document } = skill;
    return [
      {
        file: document!.file,
        range: placeIn(document!, field, bracket),
        refusals: [{ reason: "angle-brackets" }],
        message: `description contains ${quote(found)}; use words instead`,
      },
    ];
  },
});
