import type { ResolvedReference, Skill } from "../../../model/skill.ts";
import type { TextFile } from "../../../model/text-file.ts";

/** Number of characters before a path that are looked at. */
const before = 120;

/** A command that copies a repository, with its address. */
const clones = /\bgit clone\s[^\n]{0,80}?(?:https?:\/\/|git@|ssh:\/\/)/;

/** The name of a skill in marks, then an arrow or a colon: "`count-words` → `scripts/count.py`". */
const named = /`(\w+(?:-\w+){1,8})`(?:\sskill)?\s?(?:→|⇒|->|=>|›|»|:)\s?[`"'[(]{0,2}$/;

/**
 * What to do about a missing file that most likely belongs to something else, which the text names: the repository that it
 * clones above, if the skill has nothing in the directory, or another skill on the line.
 */
export function ofAnother(
  { reference: { kind, target, range } }: ResolvedReference,
  { source }: TextFile,
  { files, name }: Skill,
): string | undefined {
  const { line, offset } = range.start;
  const start = source.lineStart(line);
  const other = named.exec(source.text.slice(Math.max(start, offset - before), offset))?.[1];
  if (other !== undefined && other !== name) return "check the skill that the line names";
  const path = target.replace(/^\.\//, "");
  const directory = path.slice(0, path.indexOf("/") + 1);
  const isCloned =
    kind === "fence" &&
    directory !== "" &&
    !files.some((file) => file.path.startsWith(directory)) &&
    clones.test(source.text.slice(0, start));
  return isCloned ? "if the cloned repository has it, say so" : undefined;
}
