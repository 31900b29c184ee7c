import type { SourceText } from "../core/source-text.ts";
import { documentName } from "../model/document-name.ts";
import type { Field } from "../model/frontmatter.ts";
import type { WrittenSkill } from "../model/loader.ts";
import type { SkillDocument } from "../model/skill.ts";
import { decodeText } from "../parse/decode.ts";
import { parseSkillMd } from "../parse/skill-md.ts";

/**
 * The skill as its author meant it: an unquoted value is all text to the end of its line, although YAML ends it at
 * " #", and the case of keys does not matter.
 */
export function writtenSkill({ source, frontmatter, body }: SkillDocument): WrittenSkill {
  const fields = Array.from(frontmatter?.fields.values() ?? []);
  const textOf = (key: string): string | undefined => {
    const field =
      fields.find((each) => each.key === key) ?? fields.find((each) => each.key.toLowerCase() === key);
    return field && writtenText(field, source);
  };
  const [name, description] = [textOf("name"), textOf("description")];
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    body: source.slice(body.range),
    hasMetadata: fields.some(({ key }) => key !== "name" && key !== "description"),
  };
}

/** As `writtenSkill`, for the bytes of a SKILL.md. */
export function readWritten(bytes: Uint8Array): WrittenSkill {
  const { source, facts } = decodeText(bytes);
  return writtenSkill(parseSkillMd(documentName, source, facts));
}

function writtenText({ value, style, valueRange }: Field, source: SourceText): string | undefined {
  if (style === "empty") return undefined;
  const whole = source.slice(valueRange);
  if (typeof value !== "string") return whole;
  if (style !== "plain" || whole.includes("\n")) return value;
  const rest = /[^\r\n]*/.exec(source.text.slice(source.span(valueRange).end))?.[0] ?? "";
  return (whole + rest).trim();
}
