import type { Reference } from "../model/body.ts";
import { isMarkdown } from "../core/paths.ts";
import { grouped } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import type { Skill, SkillDocument } from "../model/skill.ts";
import { inTokens } from "../model/token-counter.ts";
import { defineRule } from "./define.ts";

/** As skill-validator has it for one reference file. */
const most = 10_000;
/** Bytes for a token: the Markdown of real skills has 2.6 and more, in any script. */
const densest = 2;
/** OpenAI's skill-creator asks for search patterns beside a file of more than 10,000 words: such a file is not read whole. */
const searched = /(?<![\w-])(?:grep|rg|ripgrep)(?![\w-])/;

export default defineRule({
  meta: {
    id: "reference-tokens",
    category: "files",
    origin: "guidance",
    source: "https://agentskills.io/specification#references%2F",
    summary: "Reports a Markdown file that SKILL.md refers to, and that has about 10,000 tokens or more.",
    why: "An agent that follows the reference loads the file whole, for the one part of it that it needed.",
    remedy: "Split the file by what it is needed for, or say in SKILL.md what to search it for.",
    severity: "info",
    since: "0.1.0",
  },
  *check({ subject: skill }) {
    const { document, tokens, texts } = skill;
    if (!document) return;
    const references = firstReferences(skill, document.file);
    for (const text of references.size > 0 ? texts : []) {
      const reference = references.get(text.path);
      if (!reference || text.bytes.length < densest * most || searched.test(around(document, reference)))
        continue;
      const count = tokens.count(text.source.text);
      if (count >= most)
        yield {
          file: document.file,
          range: reference.range,
          message: `${quote(text.path)} has ${inTokens(count, tokens)}, expected fewer than ${grouped(most)} in one file`,
        };
    }
  },
});

/** The Markdown files that SKILL.md itself names, each by its first reference. */
function firstReferences({ references }: Skill, file: string): ReadonlyMap<string, Reference> {
  const first = new Map<string, Reference>();
  for (const { outcome, from, reference } of references) {
    if (from !== file || outcome.status !== "found" || outcome.path === file || !isMarkdown(outcome.path))
      continue;
    if (!first.has(outcome.path)) first.set(outcome.path, reference);
  }
  return first;
}

/** In units to either side. */
const nearby = 200;

/** What is said of the reference where it stands. */
function around({ source: { text } }: SkillDocument, { range }: Reference): string {
  return text.slice(Math.max(0, range.start.offset - nearby), range.end.offset + nearby);
}
