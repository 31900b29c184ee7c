import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";

/** What an author's own list of what to leave out is called, beside SKILL.md. */
export const ignoreFileName = ".skillignore";

/** Every path is held against every pattern, so a file with more lines is refused. */
const mostLines = 200;
/** As in read/gitignore.ts: `ignore` makes a regular expression of each line. */
const longestLine = 1_000;

/** What the author says of a path, a directory's with "/" behind it: "out", "in", or nothing. */
export type AuthorsWord = (path: string) => "in" | "out" | undefined;

/** Reads patterns as Git does. Throws a SkillsError ("too-large") that calls the file `shown`. */
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
