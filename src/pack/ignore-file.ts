import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";

/** The file next to SKILL.md with the author's patterns for files to leave out. */
export const ignoreFileName = ".skillignore";

/** Maximum number of lines, as every path is matched against every pattern. */
const mostLines = 200;
/**
 * Maximum length of a line in characters, as in read/gitignore.ts: `ignore` compiles each line to a regular
 * expression.
 */
const longestLine = 1_000;

/**
 * Whether the author's patterns exclude ("out") or include ("in") a path; undefined if they do not match it. The path
 * of a directory ends in "/".
 */
export type AuthorsWord = (path: string) => "in" | "out" | undefined;

/** Reads patterns as Git does. Throws a SkillsError ("too-large") with the file name `shown`. */
export async function parseIgnoreFile(bytes: Uint8Array, shown: string): Promise<AuthorsWord> {
  const text = new TextDecoder().decode(bytes);
  const lines = text.split("\n", mostLines + 1);
  if (lines.length > mostLines) throw tooLarge(shown, `more than ${mostLines} lines`);
  if (lines.some(({ length }) => length > longestLine))
    throw tooLarge(shown, `a line of more than ${longestLine} characters`);
  const { default: ignore } = await import("ignore");
  const rules = ignore({ ignoreCase: false }).add(text);
  return (path) => {
    const { ignored, unignored } = rules.test(path);
    return ignored ? "out" : unignored ? "in" : undefined;
  };
}

function tooLarge(shown: string, what: string): SkillsError {
  return new SkillsError("too-large", `${quote(shown)} has ${what}`);
}
