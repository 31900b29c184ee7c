import { count, grouped } from "../core/sentence.ts";
import { defineRule } from "./define.ts";
import { placeAt, stringField } from "./parts/fields.ts";

/** Of both texts together, in Claude Code's listing since 2.1.105. */
const most = 1536;

export default defineRule({
  meta: {
    id: "description-listing",
    category: "portability",
    origin: "client:claude-code",
    source: "https://code.claude.com/docs/en/skills#frontmatter-reference",
    summary: "Reports `description` and `when_to_use` that are longer together than Claude Code lists.",
    why: "Claude Code cuts the two at 1,536 characters, so that the end of `when_to_use` is never seen.",
    remedy: "Shorten either field, and put the first use case first.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const description = stringField(skill, "description");
    const when = stringField(skill, "when_to_use");
    if (!description || !when || !skill.document) return [];
    const kept = most - description.value.trim().length;
    const length = when.value.trim().length;
    // A description as long as that is description-length's to say.
    if (kept <= 0 || length <= kept) return [];
    const range = placeAt(skill.document, when, kept, when.value.length - kept);
    return [
      {
        file: skill.document.file,
        range,
        message: `description and when_to_use have ${count(most - kept + length, "character")} together, of which Claude Code shows ${grouped(most)}`,
      },
    ];
  },
});
