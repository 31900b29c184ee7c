import { count } from "../core/sentence.ts";
import { defineRule } from "./define.ts";
import { stringField } from "./parts/fields.ts";

/** The first is as agent-ecosystem/skill-validator has it; a list of eight is common in good prose, one of twelve is not. */
const quotedAtLeast = 5;
const listedAtLeast = 12;

const quoted = /"[^"]*"|“[^“”]*”|'[^'\s][^']*'/g;

export default defineRule({
  meta: {
    id: "description-keywords",
    category: "clarity",
    origin: "guidance",
    source: "https://github.com/agent-ecosystem/skill-validator/blob/main/structure/frontmatter.go",
    summary: "Reports a `description` that is a list of keywords and hardly anything else.",
    why: "The specification asks what the skill does and when to use it; a bare list of words says neither, and calls the skill for whatever shares a word with it.",
    remedy: "Say in a sentence what the skill does and when to use it, with the words that matter in it.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = stringField(skill, "description");
    if (!field || !skill.document) return [];
    const what = listIn(field.value);
    return what === undefined
      ? []
      : [
          {
            file: skill.document.file,
            range: field.valueRange,
            message: `description is ${what}, expected a sentence that says what the skill does and when to use it`,
          },
        ];
  },
});

function listIn(text: string): string | undefined {
  const phrases = text.match(quoted)?.length ?? 0;
  if (phrases >= quotedAtLeast) {
    const words = text.replaceAll(quoted, " ").match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
    if (words < phrases)
      return `${count(phrases, "quoted phrase")} with ${count(words, "word")} between them`;
  }
  if (/[.!?:。：]/.test(text)) return undefined;
  const items = text
    .split(/[,;|]/)
    .map((item) => item.trim())
    .filter((item) => item !== "");
  return items.length >= listedAtLeast && items.every((item) => item.split(/\s+/).length <= 3)
    ? `a list of ${items.length} terms`
    : undefined;
}
