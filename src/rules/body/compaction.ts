import type { Heading } from "../../model/body.ts";
import { grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { Skill } from "../../model/skill.ts";
import { defineRule } from "../define.ts";

/** Number of tokens of each skill that Claude Code adds again after compaction. */
const retained = 5000;

export default defineRule({
  meta: {
    id: "body-compaction",
    category: "portability",
    origin: "client:claude-code",
    source: "https://code.claude.com/docs/en/skills#skill-content-lifecycle",
    summary: "Reports the heading at which Claude Code truncates the body when it compacts a conversation.",
    why: "After compaction, Claude Code keeps only the first 5,000 tokens of a skill; the agent continues without the rest and does not notice.",
    remedy:
      "Put essential instructions before that heading, or move what follows to files under references/.",
    severity: "info",
    off: true,
    only: true,
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const { document } = skill;
    // A text never has more tokens than characters.
    if (!document || document.source.text.length < retained) return [];
    const heading = firstLost(skill);
    if (!heading) return [];
    return [
      {
        file: document.file,
        range: heading.range,
        message: `section ${quote(heading.text, 40)} starts after ${grouped(retained)} tokens; Claude Code drops it on compaction`,
      },
    ];
  },
});

/** The first heading after the retained tokens. */
function firstLost({ document, tokens }: Skill): Heading | undefined {
  if (!document) return undefined;
  const { source, body } = document;
  let from = body.range.start.offset;
  let sum = 0;
  for (const heading of body.headings) {
    const to = heading.range.start.offset;
    sum += tokens.count(source.text.slice(from, to));
    from = to;
    if (sum > retained) return heading;
  }
  return undefined;
}
