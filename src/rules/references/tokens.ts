import type { Reference } from "../../model/body.ts";
import { isMarkdown } from "../../core/paths.ts";
import { grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { Skill, SkillDocument } from "../../model/skill.ts";
import { inTokens } from "../../model/token-counter.ts";
import { defineRule } from "../define.ts";

/** skill-validator's limit for one reference file. */
const most = 10_000;
/** Minimum number of bytes per token: the Markdown of real skills has 2.6 or more, in any script. */
const densest = 2;
/**
 * Matches search commands. OpenAI's skill-creator requires search patterns for a file of more than 10,000 words; with
 * search patterns, a file is not read as a whole.
 */
const searched = /(?<![\w-])(?:grep|rg|ripgrep)(?![\w-])/;

export default defineRule({
  meta: {
    id: "reference-tokens",
    category: "files",
    origin: "guidance",
    source: "https://agentskills.io/specification#references%2F",
    summary: "Reports a Markdown file referenced from SKILL.md that has about 10,000 tokens or more.",
    why: "An agent that follows the reference loads the whole file, even if it needs only one part.",
    remedy: "Split the file by topic, or give search patterns for it in SKILL.md.",
    severity: "info",
    since: "0.1.0",
  },
  *check({ subject: skill }) {
    const { document, tokens, texts } = skill;
    if (!document) return;
    const references = firstReferences(skill, document.file);
    for (const text of references.size > 0 ? texts : []) {
      const reference = references.get(text.path);
      if (
        !reference ||
        text.bytes.length < densest * most ||
        searched.test(surroundingText(document, reference))
      )
        continue;
      const count = tokens.count(text.source.text);
      if (count >= most)
        yield {
          file: document.file,
          range: reference.range,
          message: `${quote(text.path)} has ${inTokens(count, tokens)}; split it to stay below ${grouped(most)}`,
        };
    }
  },
});

/** The Markdown files that SKILL.md refers to, each with its first reference. */
function firstReferences({ references }: Skill, file: string): ReadonlyMap<string, Reference> {
  const first = new Map<string, Reference>();
  for (const { resolution, from, reference } of references) {
    if (
      from !== file ||
      resolution.status !== "found" ||
      resolution.path === file ||
      !isMarkdown(resolution.path)
    )
      continue;
    if (!first.has(resolution.path)) first.set(resolution.path, reference);
  }
  return first;
}

/** Number of UTF-16 units on either side of the reference. */
const nearby = 200;

/** The text around the reference. */
function surroundingText({ source: { text } }: SkillDocument, { range }: Reference): string {
  return text.slice(Math.max(0, range.start.offset - nearby), range.end.offset + nearby);
}
