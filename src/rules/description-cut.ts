import { quote } from "../core/show.ts";
import type { SkillDocument } from "../model/skill.ts";
import { defineRule } from "./define.ts";
import { isEnglish } from "./parts/english.ts";
import { placeAt, stringField } from "./parts/fields.ts";

/** In characters: programs do not truncate shorter descriptions. */
const shortest = 60;

/** Words and characters that no sentence ends with. */
const dangling =
  /\b(?:a|an|and|as|at|by|for|from|if|in|including|into|of|or|such|than|that|the|their|to|via|when|whether|which|with|your)$|[,(/&–—-]$/i;
/** The longest of these words and the character before it. */
const longestDangling = "including".length + 1;
/** An ellipsis after a word; "and more…" is a complete ending. */
const dots = /(?<!\b(?:etc|more|others|so on))(?<=[\p{L}\p{N}] ?)(?:\.\.\.|…)$/u;

export default defineRule({
  meta: {
    id: "description-cut",
    category: "clarity",
    origin: "guidance",
    source: "https://github.com/mukul975/Anthropic-Cybersecurity-Skills/pull/139",
    summary: "Reports a `description` that ends in the middle of a word or sentence.",
    why: "A generator or a length limit often cuts off the part that says when to use the skill.",
    remedy: "Finish the sentence.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = stringField(skill, "description");
    const { document } = skill;
    if (!field || !document) return [];
    const text = field.value.trimEnd();
    if (text.length < shortest || /[.!?:;)"'\]]$/.test(text.replace(/(?:\.\.\.|…)$/, "")) || !isEnglish(text))
      return [];
    if (
      !(/[.…]$/.test(text) && dots.test(text)) &&
      !dangling.test(text.slice(-longestDangling)) &&
      !isHalfWord(text, document)
    )
      return [];
    const end = text.slice(text.lastIndexOf(" ", text.length - 12) + 1);
    const last = lastWordAt(text);
    return [
      {
        file: document.file,
        range: placeAt(document, field, last, text.length - last),
        message: `description breaks off after ${quote(end)}; finish the sentence`,
      },
    ];
  },
});

/** Whether the last word is the start of a longer word in the body and does not occur there itself. */
function isHalfWord(text: string, { source, body }: SkillDocument): boolean {
  const word = /(?<![\p{L}\p{N}_'’./-])[a-z]{3,20}$/u.exec(text)?.[0];
  if (!word) return false;
  const rest = `${text.slice(0, -word.length)} ${source.slice(body.range)}`.toLowerCase();
  // Most words occur there, and a plain search costs less than compiling a pattern.
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
