import type { Place } from "../../core/place.ts";
import { grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import { inFigures, inTokens, type TokenCounter } from "../../model/token-counter.ts";
import { chaptersOf, sectionsOf, type TokenSection } from "../../model/token-sections.ts";
import { defineRule } from "../define.ts";

const most = 5000;

/** Minimum number of bytes per token: the Markdown of real skills has at least 2.6, in any script. */
const densest = 2;

/** An estimate that is this many times the limit is over it even if it is 15% too high. */
const certain = 1.15;

/** Maximum number of sections listed as related locations. */
const shown = 3;

export default defineRule({
  meta: {
    id: "body-tokens",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#progressive-disclosure",
    summary: "Reports a body of about 5,000 tokens or more.",
    why: "The whole body is loaded whenever the skill is used; the specification recommends fewer than 5,000 tokens, and Claude Code keeps no more of a skill when it compacts a conversation.",
    remedy:
      "Move what is not always needed to files under references/, largest sections first, and say when to read each file.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: { document, tokens } }) {
    if (!document || document.text.bytes < densest * most) return [];
    const { file, source, body, frontmatter } = document;
    const total = tokens.count(source.slice(body.range));
    if (total < most) return [];
    const chapters = largest(document, tokens);
    const [first] = chapters;
    const share = first
      ? `; move ${quote(first.title, 30)}, ${Math.round((100 * first.total) / total)}% of it, to references/`
      : "; move details to references/";
    const message = `body is ${inTokens(total, tokens)}, over the recommended ${grouped(most)}${share}`;
    return [
      {
        file,
        ...(frontmatter && { range: frontmatter.closing }),
        message,
        // The body may be shorter, within the error of the estimate.
        ...(tokens.name === "estimate" && total < most * certain && { severity: "info" as const }),
        related: chapters.map((chapter) => toLocation(file, chapter, tokens)),
      },
    ];
  },
});

/** The largest sections of the body. */
function largest(document: SkillDocument, tokens: TokenCounter): readonly TokenSection[] {
  return chaptersOf(sectionsOf(document, tokens))
    .toSorted((a, b) => b.total - a.total)
    .slice(0, shown);
}

function toLocation(file: string, { heading, total }: TokenSection, tokens: TokenCounter): Place {
  return {
    file,
    ...(heading && { range: heading.range }),
    message: `${inFigures(total, tokens.name)} tokens in this section`,
  };
}
