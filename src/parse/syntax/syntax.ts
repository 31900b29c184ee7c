import { show } from "../../core/show.ts";
import type { SourceText } from "../../core/source-text.ts";
import type { Script } from "../../model/script.ts";
import type { Unread } from "../../model/source.ts";
import type {
  SkillSyntax,
  SyntaxFault,
  SyntaxInput,
  SyntaxLanguage,
  SyntaxProblem,
  SyntaxVerdict,
  SyntaxVerdicts,
} from "../../model/syntax.ts";
import type { TextFile } from "../../model/text-file.ts";
import { tomlFault } from "./toml.ts";

interface SyntaxFile extends SyntaxInput {
  readonly file: TextFile;
}

/** Files that are always parsed, as this costs almost nothing. */
const quick: ReadonlyMap<string, (file: TextFile) => SyntaxFault | undefined> = new Map([
  ["json", jsonFault],
  ["jsonl", jsonLinesFault],
  ["toml", tomlFault],
]);

/** Templates and files that are broken on purpose, which are not expected to be valid. */
const notMeantToParse =
  /(?:^|\/)(?:templates?|assets|examples?|samples?|fixtures?|test-fixtures|testdata|tests?|__fixtures__)\/|\.(?:tmpl|tpl|template|example|sample)\b/i;

/** The files that need a slow parser or a program, which are only checked on request. */
export function syntaxFiles(texts: readonly TextFile[], scripts: readonly Script[]): readonly SyntaxFile[] {
  const known = new Map(scripts.map((script) => [script.file, script]));
  return texts.flatMap((file) => {
    const language = languageOf(file, known.get(file));
    return language && !notMeantToParse.test(file.path) ? [{ file, language, bytes: file.bytes }] : [];
  });
}

function languageOf({ path }: TextFile, script: Script | undefined): SyntaxLanguage | undefined {
  if (script?.language === "python")
    return /2(?:\.\d+)?$/.test(script.shebang?.interpreter ?? "") ? undefined : "Python";
  if (script?.language === "shell") return shellOf(script, path);
  if (script?.language === "javascript") return extensionOf(path) === "jsx" ? undefined : "JavaScript";
  return /^ya?ml$/.test(extensionOf(path)) ? "YAML" : undefined;
}

function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1).toLowerCase();
}

/** Neither bash nor sh supports the extensions of zsh and ksh. */
function shellOf({ shebang }: Script, path: string): SyntaxLanguage | undefined {
  const name = shebang?.interpreter ?? (/\.(?:zsh|ksh)$/i.test(path) ? "zsh" : "bash");
  if (name === "bash") return "bash";
  return name === "sh" || name === "dash" ? "sh" : undefined;
}

/** The syntax errors in a skill's files: from the fast parsers here, and from slower ones if they were requested. */
export function readSyntax(
  texts: readonly TextFile[],
  scripts: () => readonly Script[],
  verdicts?: SyntaxVerdicts,
): SkillSyntax {
  const problems: SyntaxProblem[] = [];
  const unparsed: Unread[] = [];
  const take = (file: TextFile, verdict: SyntaxVerdict | undefined): void => {
    if (verdict && "unparsed" in verdict) unparsed.push({ path: file.path, reason: verdict.unparsed });
    else if (verdict?.fault && !isPlaceholder(file, verdict.fault))
      problems.push(toProblem(file, verdict.fault));
  };
  for (const file of texts) {
    const parse = quick.get(extensionOf(file.path));
    const fault = parse && !notMeantToParse.test(file.path) ? parse(file) : undefined;
    if (fault) take(file, { fault });
  }
  if (!verdicts) return { problems, unparsed };
  for (const { file, ...input } of syntaxFiles(texts, scripts())) take(file, verdicts(input));
  for (const script of scripts())
    if (!languageOf(script.file, script))
      unparsed.push({ path: script.file.path, reason: `no parser for ${nameOf(script)}` });
  return { problems, unparsed };
}

/** The name of a language as users know it, such as "zsh" or "typescript". */
function nameOf({ language, shebang, file: { path } }: Script): string {
  return show(
    language === "shell" || language === "python" || language === "other"
      ? (shebang?.interpreter ?? extensionOf(path))
      : language,
  );
}

/** Placeholders on the line of the error. */
const placeholder = /\{\{|\{%|<%|<[A-Za-z][\w -]*>|\.\.\.|…|\[YOUR/;

function isPlaceholder({ path, source }: TextFile, { line }: SyntaxFault): boolean {
  const written = source.line(line);
  return placeholder.test(written) || (written.includes("${") && quick.has(extensionOf(path)));
}

function toProblem(
  { path, source }: TextFile,
  { message, line, column, endLine = line, endColumn = column }: SyntaxFault,
): SyntaxProblem {
  const start = offsetAt(source, line, column);
  const end = Math.max(
    offsetAt(source, endLine, endColumn),
    Math.min(start + 1, source.lineStart(line) + source.line(line).length),
  );
  return { file: path, message, range: source.range(start, Math.max(start, end)) };
}

/** The offset of a position, limited to the line, whatever column a parser reports. */
function offsetAt(source: SourceText, line: number, column: number): number {
  return source.lineStart(line) + Math.min(Math.max(column, 1) - 1, source.line(line).length);
}

/** Files whose readers accept comments and trailing commas. */
const withComments =
  /(?:^|\/)(?:(?:ts|js)config[\w.-]*\.json|\.eslintrc\.json|devcontainer\.json|\.?(?:babelrc|swcrc)\.json|(?:turbo|deno|biome|wrangler|api-extractor|language-configuration)\.json)$|(?:^|\/)\.(?:vscode|devcontainer)\//i;

/** The first problem for which JSON.parse would fail. */
function jsonFault(file: TextFile): SyntaxFault | undefined {
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

/**
 * Whether a text is valid JSON. Non-ASCII bytes occur only in strings, where one character per byte is also valid.
 */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The first line that is not JSON; empty lines are skipped, as most readers do. */
function jsonLinesFault({ source }: TextFile): SyntaxFault | undefined {
  for (let line = 1; line <= source.lineCount; line++) {
    const text = source.line(line).replace(/^\ufeff/, "");
    if (text.trim() !== "" && !isJson(text))
      return {
        message: "line is not JSON; write one value per line",
        line,
        column: 1,
        endColumn: text.length + 1,
      };
  }
  return undefined;
}
