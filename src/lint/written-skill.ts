import type { SourceText } from "../core/source-text.ts";
import type { Field } from "../model/frontmatter.ts";
import type { WrittenSkill } from "../model/loader.ts";
import { readSkillFields } from "../parse/skill-md.ts";

/**
 * The skill as its author meant it: an unquoted value is all text to the end of its line, although YAML ends it at
 * " #", and the case of keys does not matter.
 */
export function writtenSkill(source: SourceText): WrittenSkill {
  const found = readSkillFields(source);
  const fields = Array.from(found.fields.values());
  const textOf = (key: string): string | undefined => {
    const field =
      fields.find((each) => each.key === key) ?? fields.find((each) => each.key.toLowerCase() === key);
    return field && writtenText(field, source.text);
  };
  const [name, description] = [textOf("name"), textOf("description")];
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    body: source.text.slice(found.bodyStart),
    hasMetadata: fields.some(({ key }) => key !== "name" && key !== "description"),
  };
}

function writtenText({ value, style, valueRange: { start, end } }: Field, text: string): string | undefined {
  if (style === "empty") return undefined;
  const whole = text.slice(start.offset, end.offset);
  if (typeof value !== "string") return whole;
  if (style !== "plain" || whole.includes("\n")) return value;
  const rest = /[^\r\n]*/.exec(text.slice(end.offset))?.[0] ?? "";
  return (whole + rest).trim();
}
