import { copyText } from "../core/bytes.ts";
import type { Range } from "../core/place.ts";
import { SourceText } from "../core/source-text.ts";
import type { Head } from "../model/answer.ts";
import { type CollectedSkill, rootOf } from "../model/collection.ts";
import type { Field, ParseProblemKind } from "../model/frontmatter.ts";
import type { Skill } from "../model/skill.ts";
import type { SkillSource } from "../model/source.ts";

// Apart from the check of a collection, which loads every rule: `validate` needs only this part.

/** The data about a skill that collection rules need. Only the frontmatter stays in memory. */
export interface Collected extends Pick<SkillSource, "directory"> {
  readonly skill: CollectedSkill;
  readonly source: SourceText;
}

/** Problems with which most clients do not load a skill; such skills are not compared. */
const unloadable: ReadonlySet<ParseProblemKind> = new Set<ParseProblemKind>([
  "no-frontmatter",
  "unclosed-frontmatter",
  "yaml-syntax",
  "not-a-mapping",
  "too-large",
]);

/**
 * The data about a skill for collection rules; undefined if it has neither a name nor a description, or is
 * not compared.
 */
export function headOf({
  label,
  name: directoryName,
  document,
}: Pick<Skill, "label" | "name" | "document">): Head | undefined {
  const frontmatter = document?.frontmatter;
  if (!document || !frontmatter || document.problems.some(({ kind }) => unloadable.has(kind)))
    return undefined;
  const source = document.source.headTo(frontmatter.range);
  const name = textOf(frontmatter.fields.get("name"), source);
  const description = textOf(frontmatter.fields.get("description"), source);
  if (!name && !description) return undefined;
  return {
    text: source.text,
    encoding: source.encoding,
    skill: {
      path: label,
      directoryName,
      file: document.file,
      name: name?.text ?? "",
      description: description?.text ?? "",
      ...(name && { nameRange: name.range }),
      ...(description && { descriptionRange: description.range }),
    },
  };
}

/** The data for collection rules, of a skill in a directory if one is given. */
export function collected({ text, encoding, skill }: Head, directory: string | undefined): Collected {
  return {
    skill: { ...skill, root: rootOf(directory ?? skill.path) },
    source: new SourceText(text, encoding),
    ...(directory !== undefined && { directory }),
  };
}

/** A value, as a part of `source` if it is one: a copy would take as much memory as the description again. */
function textOf(
  field: Field | undefined,
  source: SourceText,
): { readonly text: string; readonly range: Range } | undefined {
  if (typeof field?.value !== "string" || field.value.trim() === "") return undefined;
  const text = field.value.trim();
  const at = source.text.indexOf(text);
  return {
    text: at === -1 ? copyText(text) : source.text.slice(at, at + text.length),
    range: { start: field.valueRange.start, end: field.valueRange.end },
  };
}
