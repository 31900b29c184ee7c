import type { Finding } from "../model/rule.ts";
import { series } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import type { SkillDocument } from "../model/skill.ts";
import type { Field } from "../model/frontmatter.ts";
import { defineRule } from "./define.ts";
import { hasOtherFields, isMap, isString } from "./parts/fields.ts";

/** The values that the documentation lists. */
const allowed: ReadonlyMap<string, readonly string[]> = new Map([
  ["context", ["fork"]],
  ["effort", ["low", "medium", "high", "xhigh", "max"]],
  ["shell", ["bash", "powershell"]],
]);

/** Fields that take a text or a list of texts. */
const lists = ["arguments", "disallowed-tools", "paths"] as const;

/** A deployment may be called anything, so only other makers' models are known to be none. */
const foreignModel = /^(?:gpt-|o[1-9](?:-|$)|gemini-|grok-)/i;

export default defineRule({
  meta: {
    id: "claude-code-value",
    category: "portability",
    origin: "client:claude-code",
    source: "https://code.claude.com/docs/en/skills#frontmatter-reference",
    summary:
      "Reports a value of `context`, `effort`, `shell`, `model`, `paths`, `arguments` or `disallowed-tools` that Claude Code does not know.",
    why: "Claude Code is the client that reads these fields; it passes over a value that it does not know without a word.",
    remedy: "Write one of the values that its documentation lists, or delete the field.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    return document?.frontmatter && hasOtherFields(document.frontmatter)
      ? findings(document, document.frontmatter.fields)
      : [];
  },
});

function* findings({ file }: SkillDocument, fields: ReadonlyMap<string, Field>): Generator<Finding> {
  for (const [key, values] of allowed) {
    const field = fields.get(key);
    if (field && !(isString(field) && values.includes(field.value.trim())))
      yield {
        file,
        range: place(field),
        message: `${key} ${shown(field)}, expected ${series(values, "or")}`,
      };
  }
  for (const key of lists) {
    const field = fields.get(key);
    if (field && (isMap(field) || isEmpty(field)))
      yield {
        file,
        range: place(field),
        message: `${key} ${shown(field)}, expected a text or a list of texts`,
      };
  }
  const model = fields.get("model");
  if (!model || (isString(model) && !isEmpty(model) && !foreignModel.test(model.value))) return;
  yield {
    file,
    range: place(model),
    message: `model ${shown(model)}, expected a model of Claude or inherit`,
  };
}

function place({ style, keyRange, valueRange }: Field): Field["keyRange"] {
  return style === "empty" || style === "block" ? keyRange : valueRange;
}

function isEmpty(field: Field): boolean {
  return (
    field.style === "empty" || (isString(field) ? field.value.trim() === "" : field.children.length === 0)
  );
}

function shown(field: Field): string {
  if (isEmpty(field)) return "has no value";
  return isString(field) ? `is ${quote(field.value, 40)}` : isMap(field) ? "is a map" : "is a list";
}
