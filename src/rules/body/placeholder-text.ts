import type { Finding } from "../../model/rule.ts";
import type { Body } from "../../model/body.ts";
import { quote } from "../../core/show.ts";
import type { Skill, SkillDocument } from "../../model/skill.ts";
import { defineRule } from "../define.ts";
import { placeIn, stringField } from "../parts/fields.ts";
import { headingOver } from "../parts/outline.ts";
import { proseOf, skillText, withoutCode } from "../parts/prose.ts";

const words = [
  "[todo",
  "todo:",
  "description: todo",
  "lorem ipsum",
  "replace with a description",
  "replace with description",
  "fixme",
  "tbd",
  "tba",
  "to be ",
  "coming soon",
  "[insert ",
  "here]",
] as const;

const toBe =
  "TBD|TBA|to be (?:added|completed|decided|defined|determined|filled in|provided|written)|coming soon";

/**
 * Placeholders in common templates: `[TODO: …]` in init_skill.py and init_skill.cjs, and "Replace with description of
 * the skill" in Anthropic's template.
 */
const inDescription =
  /\[?\b(?:TODO|FIXME)\b(?:: ?[^\]\n]{0,60}\]?)|^TODO$|\[(?:insert|your) [^\]\n]{1,60}\]|\bReplace with (?:a )?description\b|\bLorem ipsum\b/i;
const inBody =
  /\[(?:TODO|FIXME)\b[^\]\n]{0,80}\]?|^[ \t]{0,8}(?:[-*+] |\d{1,3}\. |> ?|#{1,6} )?(?:\*\*)?(?:TODO|FIXME)(?:\*\*)?: ?.{0,60}|\bReplace with (?:a )?description of the skill\b|\bLorem ipsum dolor\b/gm;

/** A line that says no more than that the text is still to come; a list may have it as a state. */
const toCome = new RegExp(
  String.raw`^[ \t]{0,3}[*_([]{0,3}(?:${toBe})(?: later)?[*_)\].\u2026]{0,5}[ \t]*$|[*_]{1,2}\(?(?:${toBe})\)?[*_]{1,2}\.?[ \t]*$|^[ \t]{0,3}(?:TBD|TBA): ?.{0,60}`,
  "gim",
);

/** What to write in place of the brackets. A link has an address after them, or elsewhere. */
const toInsert = /\[(?:insert [^\]\n]{1,60}|(?:[^\]\n]{1,40} )?here)\](?![([:])/gi;

export default defineRule({
  meta: {
    id: "placeholder-text",
    category: "clarity",
    origin: "client:gemini-cli",
    source:
      "https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/skills/builtin/skill-creator/scripts/validate_skill.cjs",
    summary:
      "Reports placeholder text left over from a template or a draft, such as `[TODO: …]`, `TBD` and `[Insert API key]`.",
    why: "An agent takes the placeholder for an instruction, or does the task that it describes.",
    remedy: "Replace the placeholder with the actual text, or delete it.",
    severity: "warning",
    words,
    since: "0.1.0",
  },
  reportLimit: { max: 2, per: "file" },
  check({ subject: skill }) {
    const text = skillText(skill);
    return skill.document && text && text.hasAny(words) ? findings(skill, skill.document) : [];
  },
});

function* findings(skill: Skill, document: SkillDocument): Generator<Finding> {
  const { file, source, body } = document;
  const description = stringField(skill, "description");
  const found = description && inDescription.exec(description.value)?.[0];
  if (description && found)
    yield {
      file,
      range: placeIn(document, description, inDescription),
      ...refusalsOf(found),
      message: `unfilled placeholder ${quote(found.trim(), 60)}; replace or delete it`,
    };
  const { text, start } = withoutCode(proseOf(source, body));
  for (const { 0: left, index } of text.matchAll(inBody)) {
    if (isChecked(text, index)) continue;
    const from = start + index + left.length - left.trimStart().length;
    const isNote = /^\s*(?:> ?)?(?:\*\*)?(?:TODO|FIXME)\b/.test(left);
    yield {
      file,
      range: source.range(from, start + index + left.trimEnd().length),
      ...refusalsOf(left),
      ...(isNote
        ? {
            severity: "info",
            message: `open task ${quote(left.trim(), 60)}, which is no instruction; finish or delete it`,
          }
        : { message: unfilled(left) }),
    };
  }
  for (const { 0: left, index } of [...text.matchAll(toCome), ...insertions(text, document.body, start)]) {
    if (isChecked(text, index)) continue;
    const from = start + index + left.length - left.trimStart().length;
    yield {
      file,
      range: source.range(from, start + index + left.trimEnd().length),
      message: unfilled(left),
    };
  }
}

function unfilled(left: string): string {
  return `unfilled placeholder ${quote(left.trim(), 60)}; replace or delete it`;
}

/** Maximum number of brackets that are examined. */
const weighed = 20;

/** A text with more brackets than this is a template, which the agent fills in. */
const mostBrackets = 2;

/** The brackets to be filled in by the author: neither a link nor in a template for the agent. */
function insertions(text: string, body: Body, start: number): readonly RegExpExecArray[] {
  const found = Array.from(text.matchAll(toInsert)).slice(0, weighed);
  if (found.length === 0) return [];
  const lower = text.toLowerCase();
  return found.filter(({ 0: brackets, index }) => {
    const line = text.slice(text.lastIndexOf("\n", index) + 1, index);
    if (/^[ \t]*[>|]/.test(line) || lower.includes(`${brackets.toLowerCase()}:`)) return false;
    const heading = headingOver(body, start + index);
    const from = heading ? heading.range.start.offset - start : Math.max(0, index - 2_000);
    const before = text.slice(Math.max(from, index - 2_000), index);
    const near = before + text.slice(index, index + 400).split(/\n#/, 1)[0]!;
    return (
      !/\b(?:templates?|formats?|structure|outputs?|replies|reply|messages?|e-?mails?|prompts?)\b/i.test(
        before,
      ) && Array.from(near.matchAll(/\[[^\W\d_][^\]\n]{2,60}\](?![([:])/g)).length <= mostBrackets
    );
  });
}

/** Whether a placeholder is what a checklist looks for. */
function isChecked(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 120), index);
  return /^\s*[-*+] \[[ x]\]|\b(?:any|contains?|left|no|remaining|remove|replace|without)\b[^.\n]{0,60}$/i.test(
    before.slice(before.lastIndexOf("\n") + 1),
  );
}

/** Only the packager of Gemini CLI refuses a skill with `TODO:`. */
function refusalsOf(left: string): Pick<Finding, "refusals"> {
  return left.includes("TODO:") ? { refusals: [{ reason: "placeholder-text" }] } : {};
}
