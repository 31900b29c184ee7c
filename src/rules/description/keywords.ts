import { count } from "../../core/sentence.ts";
import { defineRule } from "../define.ts";
import { stringField } from "../parts/fields.ts";

/**
 * The first limit is that of agent-ecosystem/skill-validator. In good prose, lists of eight terms are common and
 * lists of twelve are not.
 */
const quotedAtLeast = 5;
const listedAtLeast = 12;
/** Of terms with at most two words, as prose has no list of four and nothing else. */
const shortAtLeast = 4;

const quoted = /"[^"]*"|“[^“”]*”|'[^'\s][^']*'/g;

export default defineRule({
  meta: {
    id: "description-keywords",
    category: "clarity",
    origin: "guidance",
    source: "https://github.com/agent-ecosystem/skill-validator/blob/main/structure/frontmatter.go",
    summary: "Reports a `description` that is a list of keywords and little else.",
    why: "The specification asks what the skill does and when to use it; a list of words says neither, and triggers the skill for any request that shares a word with it.",
    remedy:
      "Write a sentence that says what the skill does and when to use it, and contains the words that matter.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = stringField(skill, "description");
    if (!field || !skill.document) return [];
    const keywords = listIn(field.value);
    return keywords === undefined
      ? []
      : [
          {
            file: skill.document.file,
            range: field.valueRange,
            message: `description is a list of keywords (${keywords}); say what the skill does and when to use it`,
          },
        ];
  },
});

function listIn(text: string): string | undefined {
  const phrases = text.match(quoted)?.length ?? 0;
  if (phrases >= quotedAtLeast) {
    const rest = text.replaceAll(quoted, " ");
    const words = rest.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
    if (words < phrases && isSpaced(rest))
      return `${count(phrases, "quoted phrase")}, ${count(words, "other word")}`;
  }
  if (/[.!?:。：]/.test(text)) return undefined;
  const items = text
    .split(/[,;|]/)
    .map((item) => item.trim())
    .filter((item) => item !== "");
  const most = Math.max(0, ...items.map((item) => item.split(/\s+/).length));
  const isList = most <= 2 ? items.length >= shortAtLeast : most <= 3 && items.length >= listedAtLeast;
  return isList && isSpaced(text) ? `${items.length} terms` : undefined;
}

/** Whether words are separated by spaces, so that they can be counted. */
function isSpaced(text: string): boolean {
  return !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(text);
}
