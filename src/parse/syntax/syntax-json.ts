import type { SyntaxFault } from "../../model/syntax.ts";
import type { TextFile } from "../../model/text-file.ts";

/** Files whose readers allow comments and trailing commas. */
const withComments =
  /(?:^|\/)(?:(?:ts|js)config[\w.-]*\.json|\.eslintrc\.json|devcontainer\.json|\.?(?:babelrc|swcrc)\.json|(?:turbo|deno|biome|wrangler|api-extractor|language-configuration)\.json)$|(?:^|\/)\.(?:vscode|devcontainer)\//i;

/** What JSON.parse stops at first. */
export function jsonFault(file: TextFile): SyntaxFault | undefined {
  if (isJson(file.bytes) || file.bytes.trim() === "") return undefined;
  const allowed = withComments.test(file.path)
    ? ["duplicate-key", "comment", "trailing-comma"]
    : ["duplicate-key"];
  const [first] = file.json.problems
    .filter(({ kind }) => !allowed.includes(kind))
    .toSorted((a, b) => a.range.start.offset - b.range.start.offset);
  if (!first) return undefined;
  const {
    message,
    range: { start, end },
  } = first;
  return { message, line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
}

/** Bytes beyond ASCII stand in strings, where one character each does as well. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The first line that is no JSON; blank lines are passed over, as most readers do. */
export function jsonLinesFault({ source }: TextFile): SyntaxFault | undefined {
  for (let line = 1; line <= source.lineCount; line++) {
    const text = source.line(line).replace(/^\ufeff/, "");
    if (text.trim() !== "" && !isJson(text))
      return {
        message: "this line is no JSON, expected one value on each line",
        line,
        column: 1,
        endColumn: text.length + 1,
      };
  }
  return undefined;
}
