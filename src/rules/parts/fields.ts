import type { Range } from "../../core/place.ts";
import type { Skill, SkillDocument } from "../../model/skill.ts";
import {
  type Field,
  type FieldValue,
  type Frontmatter,
  type ParseProblemKind,
  specKeys,
} from "../../model/frontmatter.ts";

export type StringField = Field & { readonly value: string };

/** Whether the frontmatter has a field that the specification does not define. */
export function hasOtherFields({ fields }: Frontmatter): boolean {
  for (const key of fields.keys()) if (!specKeys.includes(key)) return true;
  return false;
}

/** The field, if it is present and a string; other rules report the other cases. */
export function stringField(skill: Skill, key: string): StringField | undefined {
  const field = skill.document?.frontmatter?.fields.get(key);
  return field && isString(field) ? field : undefined;
}

/** The fields that every client puts into the system prompt. */
export function promptFields(skill: Skill): readonly StringField[] {
  const name = stringField(skill, "name");
  const description = stringField(skill, "description");
  return name && description
    ? [name, description]
    : [...(name ? [name] : []), ...(description ? [description] : [])];
}

export function isString(field: Field): field is StringField {
  return typeof field.value === "string";
}

export function isList(value: FieldValue): value is readonly FieldValue[] {
  return Array.isArray(value);
}

export function isMap({ value }: Field): boolean {
  return typeof value !== "string" && !isList(value);
}

/** Problems because of which fields may be missing from the result, so that no field can be reported as missing. */
const unread: ReadonlySet<ParseProblemKind> = new Set<ParseProblemKind>([
  "no-frontmatter",
  "unclosed-frontmatter",
  "yaml-syntax",
  "yaml-feature",
  "not-a-mapping",
  "control-character",
  "too-large",
]);

/** The frontmatter, if all of its fields were parsed. */
export function completeFrontmatter(
  skill: Skill,
): { readonly document: SkillDocument; readonly frontmatter: Frontmatter } | undefined {
  const { document } = skill;
  if (!document?.frontmatter || document.problems.some(({ kind }) => unread.has(kind))) return undefined;
  return { document, frontmatter: document.frontmatter };
}

/** The range of the opening fence's line, to report a missing field. */
export function openingFence({ source }: SkillDocument, { range }: Frontmatter): Range {
  const line = Math.max(1, range.start.line - 1);
  const start = source.lineStart(line);
  return source.range(start, start + source.line(line).length);
}

/**
 * The range of the pattern's first match in the value; the whole value if an escape or a folded line hides the match.
 */
export function placeIn(document: SkillDocument, field: StringField, pattern: RegExp): Range {
  const found = pattern.exec(field.value);
  const { source } = document;
  const { start, end } = field.valueRange;
  const written = source.text.slice(start.offset, end.offset);
  if (found && isVerbatim(written, field.value))
    return placeAt(document, field, found.index, found[0].length);
  // The first line of a block scalar is its indicator, such as ">-", which is not part of the value.
  const skipped = field.style === "block" ? Math.max(0, written.search(/[\r\n]/)) : 0;
  const stretch = pattern.exec(written.slice(skipped));
  if (!stretch) return field.valueRange;
  const from = start.offset + skipped + stretch.index;
  return source.range(from, from + stretch[0].length);
}

/** A range in the value, or the whole value if the source does not contain it verbatim. */
export function placeAt(
  { source }: SkillDocument,
  { value, valueRange }: StringField,
  offset: number,
  length = 1,
): Range {
  const { start, end } = valueRange;
  const written = source.text.slice(start.offset, end.offset);
  if (!isVerbatim(written, value)) return valueRange;
  const from = start.offset + written.indexOf(value) + offset;
  return source.range(from, from + length);
}

/** Whether the source is the value itself, with or without quotes around it. */
function isVerbatim(written: string, value: string): boolean {
  return written === value || (written.length === value.length + 2 && written.startsWith(value, 1));
}

/** The number of code points: the specification's unit of length. */
export function characters(text: string): number {
  return text.length - (text.match(pairs)?.length ?? 0);
}

/** Two UTF-16 units that are one code point. */
const pairs = /[\ud800-\udbff][\udc00-\udfff]/g;
