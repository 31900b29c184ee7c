import { unicodePattern } from "../../core/unicode-pattern.ts";
import { quote } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import { defineRule } from "../define.ts";
import { isEnglish } from "./parts/english.ts";
import { placeAt, stringField } from "../parts/fields.ts";

/** Number of characters; programs do not truncate shorter descriptions. */
const shortest = 60;

/** Words and characters that no sentence ends with. */
const dangling =
  /\b(?:a|an|and|as|at|by|for|from|if|in|including|into|of|or|such|than|that|the|their|to|via|when|whether|which|with|your)$|[,(/&–—-]$/i;
/** Maximum length of these words, including the preceding character. */
const longestDangling = "including".length + 1;
/** An ellipsis after a word. "and more…" is a complete ending. */
const dots = unicodePattern(
  String.raw`(?<!\b(?:etc|more|others|so on))(?<=[\p{L}\p{N}] ?)(?:\.\.\.|\u2026)$`,
);

/**
 * Endings that are cut off although a full stop follows, which a generator has added. They include neither
 * prepositions, as "what it is for." is a sentence, nor words in capitals, as in "joined by AND."
 */
const stopped = [
  /[\s,](?:an|and|including|or|the|their|via|whether|your)\.$/,
  /, (?:if|when)\.$/,
  /\b(?:a|an|the) \d{1,3}-(?:hour|layer|level|part|phase|point|stage|step)\.$/,
  /\b[Uu]se (?:this skill )?when(?:ever)? (?:an? |the )?users?(?: (?:is|mentions|says|wants?)| (?:asks?|needs?|wants?) (?:about|for|to))?\.$/,
];
/** Maximum length of these endings, in characters. */
const longestStopped = 60;

export default defineRule({
  meta: {
    id: "description-cut",
    category: "clarity",
    origin: "guidance",
    source: "https://github.com/mukul975/Anthropic-Cybersecurity-Skills/pull/139",
    summary: "Reports a `description` that ends in the middle of a word or sentence.",
    why: "A generator or a length limit often cuts off the part that says when to use the skill.",
    remedy: "Finish the sentence.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = stringField(skill, "description");
    const { document } = skill;
    if (!field || !document) return [];
    const text = field.value.trimEnd();
    if (text.length < shortest || !isCut(text, document) || !isEnglish(text)) return [];
    const end = text.slice(text.lastIndexOf(" ", text.length - 12) + 1);
    const last = lastWordAt(text);
    return [
      {
        file: document.file,
        range: placeAt(document, field, last, text.length - last),
        message: `description ends in mid-sentence after ${quote(end)}; finish the sentence`,
      },
    ];
  },
});

function isCut(text: string, document: SkillDocument): boolean {
  if (/[\p{L}\d]\.$/u.test(text)) {
    const end = text.slice(-longestStopped);
    return stopped.some((pattern) => pattern.test(end));
  }
  if (/[!?:;)"'\].]$/.test(text.replace(/(?:\.\.\.|…)$/, ""))) return false;
  return (
    (/[.…]$/.test(text) && dots().test(text)) ||
    (dangling.test(text.slice(-longestDangling)) && !isDirectory(text.slice(lastWordAt(text)))) ||
    isHalfWord(text, document)
  );
}

/** Whether a word is a path such as "~/.claude/", rather than the first half of "and/or". */
function isDirectory(word: string): boolean {
  return word.endsWith("/") && /[./<~]/.test(word.slice(0, -1));
}

/** Whether the last word is only the start of a word in the body. */
function isHalfWord(text: string, { source, body }: SkillDocument): boolean {
  const word = /(?<![\p{L}\p{N}_'’./-])[a-z]{3,20}$/u.exec(text)?.[0];
  if (!word) return false;
  const rest = `${text.slice(0, -word.length)} ${source.slice(body.range)}`.toLowerCase();
  // A fast path: most words occur in the body, and a plain search costs less than compiling a pattern.
  if (rest.includes(` ${word} `)) return false;
  const inside = new RegExp(`(?<![a-z])${word}(?![a-z])`);
  return (
    !inside.test(rest) &&
    new RegExp(`(?<![a-z])${word}(?!s\\b|ed\\b|ing\\b|es\\b|d\\b|er\\b|ly\\b|al\\b)[a-z]{2}`).test(rest)
  );
}

function lastWordAt(text: string): number {
  let at = text.length;
  while (at > 0 && /\S/.test(text.charAt(at - 1))) at--;
  return at;
}
