import type { Finding } from "../../model/rule.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import type { Field } from "../../model/frontmatter.ts";
import { defineRule } from "../define.ts";
import { hasOtherFields, isMap, isString } from "../parts/fields.ts";

/** The documented values of each field. */
export const documentedValues: ReadonlyMap<string, readonly string[]> = new Map([
  ["context", ["fork"]],
  ["effort", ["low", "medium", "high", "xhigh", "max"]],
  ["shell", ["bash", "powershell"]],
]);

/** Fields that take a string or a list of strings. */
const lists = ["arguments", "disallowed-tools", "paths"] as const;

/** Other models: a deployment can have any name, so only well-known models of other vendors are reported. */
const otherVendor = /^(?:gpt-|o[1-9](?:-|$)|gemini-|grok-)/i;

export default defineRule({
  meta: {
    id: "claude-code-value",
    category: "portability",
    origin: "client:claude-code",
    source: "https://code.claude.com/docs/en/skills#frontmatter-reference",
    summary:
      "Reports a value of `context`, `effort`, `shell`, `model`, `paths`, `arguments` or `disallowed-tools` that Claude Code does not support.",
    why: "Claude Code reads these fields and ignores an unsupported value without a message.",
    remedy: "Write a value from its documentation, or remove the field.",
    severity: "warning",
    only: true,
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    return document?.frontmatter && hasOtherFields(document.frontmatter)
      ? findings(document, document.frontmatter.fields)
      : [];
  },
});

function* findings({ file }: SkillDocument, fields: ReadonlyMap<string, Field>): Generator<Finding> {
  for (const [key, values] of documentedValues) {
    const field = fields.get(key);
    if (field && !(isString(field) && values.includes(field.value.trim())))
      yield {
        file,
        range: locationOf(field),
        message: `${key} ${shown(field)}; write ${series(
          values.map((value) => `\`${value}\``),
          "or",
        )}`,
      };
  }
  for (const key of lists) {
    const field = fields.get(key);
    if (field && (isMap(field) || isEmpty(field)))
      yield {
        file,
        range: locationOf(field),
        message: `${key} ${shown(field)}; write a string or a list of strings`,
      };
  }
  const model = fields.get("model");
  if (!model || (isString(model) && !isEmpty(model) && !otherVendor.test(model.value))) return;
  yield {
    file,
    range: locationOf(model),
    message: `model ${shown(model)}; write a Claude model or \`inherit\``,
  };
}

function locationOf({ style, keyRange, valueRange }: Field): Field["keyRange"] {
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
