import type { Heading } from "../model/body.ts";
import { grouped } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import type { Skill } from "../model/skill.ts";
import { defineRule } from "./define.ts";

/** What Claude Code attaches again of each skill after it compacts. */
const kept = 5000;

export default defineRule({
  meta: {
    id: "body-compaction",
    category: "portability",
    origin: "client:claude-code",
    source: "https://code.claude.com/docs/en/skills#skill-content-lifecycle",
    summary: "Reports at which heading Claude Code cuts the body when it compacts a conversation.",
    why: "After it has compacted, Claude Code keeps the first 5,000 tokens of a skill; the agent goes on without the rest and does not know it.",
    remedy:
      "Put what must not be forgotten before that heading, or move what follows to files under references/.",
    severity: "info",
    off: true,
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const { document } = skill;
    // No count is higher than the number of characters.
    if (!document || document.source.text.length < kept) return [];
    const heading = firstLost(skill);
    if (!heading) return [];
    return [
      {
        file: document.file,
        range: heading.range,
        message: `more than ${grouped(kept)} tokens stand before ${quote(heading.text, 60)}: when it compacts, Claude Code drops what follows`,
      },
    ];
  },
});

/** The first heading that more tokens stand before than are kept. */
function firstLost({ document, tokens }: Skill): Heading | undefined {
  if (!document) return undefined;
  const { source, body } = document;
  let from = body.range.start.offset;
  let sum = 0;
  for (const heading of body.headings) {
    const to = heading.range.start.offset;
    sum += tokens.count(source.text.slice(from, to));
    from = to;
    if (sum > kept) return heading;
  }
  return undefined;
}
