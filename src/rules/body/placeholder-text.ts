import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { Skill, SkillDocument } from "../../model/skill.ts";
import { defineRule } from "../define.ts";
import { placeIn, stringField } from "../parts/fields.ts";
import { proseOf, skillText, withoutCode } from "../parts/prose.ts";

const words = [
  "[todo",
  "todo:",
  "description: todo",
  "lorem ipsum",
  "replace with a description",
  "replace with description",
] as const;

/**
 * Placeholders in common templates: `[TODO: …]` in init_skill.py and init_skill.cjs, and "Replace with description of
 * the skill" in Anthropic's template.
 */
const inDescription =
  /\[?\bTODO\b(?:: ?[^\]\n]{0,60}\]?)|^TODO$|\bReplace with (?:a )?description\b|\bLorem ipsum\b/i;
const inBody =
  /\[TODO\b[^\]\n]{0,80}\]?|^[ \t]{0,8}(?:[-*+] |\d{1,3}\. |> ?|#{1,6} )?(?:\*\*)?TODO(?:\*\*)?: ?.{0,60}|\bReplace with (?:a )?description of the skill\b|\bLorem ipsum dolor\b/gm;

export default defineRule({
  meta: {
    id: "placeholder-text",
    category: "clarity",
    origin: "client:gemini-cli",
    source:
      "https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/skills/builtin/skill-creator/scripts/validate_skill.cjs",
    summary: "Reports placeholder text left over from a template, such as `[TODO: …]`.",
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
    const isNote = /^\s*(?:\*\*)?TODO\b/.test(left);
    yield {
      file,
      range: source.range(from, start + index + left.trimEnd().length),
      ...refusalsOf(left),
      ...(isNote
        ? {
            severity: "info",
            message: `open task ${quote(left.trim(), 60)}, which is no instruction; finish or delete it`,
          }
        : { message: `unfilled placeholder ${quote(left.trim(), 60)}; replace or delete it` }),
    };
  }
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
