import { count, grouped } from "../../core/sentence.ts";
import { defineRule } from "../define.ts";
import { placeAt, stringField } from "../parts/fields.ts";

/** Maximum length of both fields together in Claude Code's catalog since 2.1.105, in characters. */
const most = 1536;

export default defineRule({
  meta: {
    id: "description-listing",
    category: "portability",
    origin: "client:claude-code",
    source: "https://code.claude.com/docs/en/skills#frontmatter-reference",
    summary:
      "Reports `description` and `when_to_use` that together exceed the limit of Claude Code's catalog.",
    why: "Claude Code shows only the first 1,536 characters of both fields together, so the model never sees the end of `when_to_use`.",
    remedy: "Shorten either field, and put the first use case first.",
    severity: "info",
    only: true,
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const description = stringField(skill, "description");
    const when = stringField(skill, "when_to_use");
    if (!description || !when || !skill.document) return [];
    const room = most - description.value.trim().length;
    const length = when.value.trim().length;
    // A description that is too long by itself is reported by description-length.
    if (room <= 0 || length <= room) return [];
    const range = placeAt(skill.document, when, room, when.value.length - room);
    return [
      {
        file: skill.document.file,
        range,
        message: `description and when_to_use total ${count(most - room + length, "character")}; Claude Code shows only the first ${grouped(most)}`,
      },
    ];
  },
});
