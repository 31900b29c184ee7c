import type { Fix } from "../../../model/rule.ts";
import type { SkillDocument } from "../../../model/skill.ts";
import type { Field } from "../../../model/frontmatter.ts";

/**
 * A fix that removes the lines of an empty field. There is no fix if the lines contain anything else, such as a
 * comment.
 */
export function removalOf(
  { file, source }: SkillDocument,
  { keyRange, valueRange }: Field,
  title: string,
): readonly Fix[] {
  const start = source.lineStart(keyRange.start.line);
  const end = source.lineStart(valueRange.end.line + 1);
  const before = source.text.slice(start, keyRange.start.offset);
  const within = source.text.slice(keyRange.end.offset, valueRange.end.offset);
  const after = source.text.slice(valueRange.end.offset, end);
  if (before.trim() !== "" || after.trim() !== "" || within.includes("#")) return [];
  return [
    { title, safe: true, operations: [{ kind: "edit", file, range: source.range(start, end), text: "" }] },
  ];
}
