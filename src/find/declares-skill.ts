import { SkillsError } from "../core/errors.ts";
import { decodeUtf8Loosely } from "../core/utf8.ts";
import { readFileHead } from "../read/open-file.ts";

/** In bytes: more than a frontmatter has before its name or description. */
const mostOfHead = 4096;

/** Whether a file begins with a frontmatter that has a name or a description; undefined if it cannot be read. */
export function declaresSkill(absolute: string, label: string): boolean | undefined {
  return headOf(absolute, label)?.some((line) => /^(?:name|description):/i.test(line));
}

/** Whether a file begins with a frontmatter that has a name, or that is not simple; undefined if it cannot be read. */
export function namesSkill(absolute: string, label: string): boolean | undefined {
  return headOf(absolute, label)?.some((line) => /^["']?name["']?[ \t]*:|^[?&{]/i.test(line));
}

/** A name that is still to be filled in, such as `{{NAME}}`, `__SKILL_NAME__` or `<name>`. */
const unfilled = /^name[ \t]*:[ \t]*["']?(?:\{\{[^{}]*\}\}|<%?=?[^<>]*>|__\w+__|\[[\w -]+\])["']?[ \t]*$/i;

/** Whether a file begins with a frontmatter whose name is still to be filled in. */
export function hasUnfilledName(absolute: string, label: string): boolean {
  return headOf(absolute, label)?.some((line) => unfilled.test(line)) ?? false;
}

/** The lines of the frontmatter at the beginning of a file; none if it has none, undefined if it cannot be read. */
function headOf(absolute: string, label: string): readonly string[] | undefined {
  try {
    const text = decodeUtf8Loosely(readFileHead(absolute, label, mostOfHead));
    const [fence, ...lines] = text.replace(/^\uFEFF/, "").split(/\r?\n/);
    if (fence?.trimEnd() !== "---") return [];
    const end = lines.findIndex((line) => line.trimEnd() === "---");
    return lines.slice(0, end === -1 ? undefined : end);
  } catch (error) {
    if (error instanceof SkillsError) return undefined;
    throw error;
  }
}
