import type { Fix } from "../../model/rule.ts";
import type { SkillDocument } from "../../model/skill.ts";
import type { Field } from "../../model/frontmatter.ts";
import { toQuoted } from "../../core/yaml-scalar.ts";
import { trimEnd } from "../../core/trim-end.ts";
import { isString } from "./fields.ts";

/** What YAML takes for a line's end, or takes only as an escape. */
const unquotable = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff]/u;

/**
 * The field's text as one line of YAML in quotes, which reads as the same text; the line end that a block scalar adds is left out.
 * Undefined where it is no text, or has several lines.
 */
export function toOneLine(field: Field): string | undefined {
  if (!isString(field)) return undefined;
  const text = trimEnd(field.value, "\n");
  return text === "" || unquotable.test(text) ? undefined : toQuoted(text);
}

/** Writes a value that stands on several lines behind its key; nothing where a comment, tag or anchor would be lost. The frontmatter must have been read whole. */
export function oneLineFix({ file, source }: SkillDocument, field: Field): readonly Fix[] {
  const { keyRange, valueRange, style } = field;
  const text = toOneLine(field);
  const colon = source.text.indexOf(":", keyRange.end.offset);
  const before = source.text.slice(colon + 1, valueRange.start.offset);
  const written = source.slice(valueRange).trimEnd();
  if (
    text === undefined ||
    style === "alias" ||
    before.trim() !== "" ||
    !/[\r\n]/.test(before + written) ||
    /^[&!]|^[|>][^\r\n]*#/.test(written)
  )
    return [];
  const range = source.range(colon + 1, valueRange.start.offset + written.length);
  return [
    {
      title: `Write the ${field.key} on one line`,
      safe: false,
      operations: [{ kind: "edit", file, range, text: ` ${text}` }],
    },
  ];
}
