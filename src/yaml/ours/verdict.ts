import { quote } from "../../core/show.ts";
import type { SourceText } from "../../core/source-text.ts";
import type { SyntaxFault, SyntaxVerdict } from "../../model/syntax.ts";
import { composeYaml } from "./gate.ts";

/** Error codes for tags and keys that only some programs support; these are not syntax errors. */
const others: ReadonlySet<string> = new Set([
  "NON_STRING_KEY",
  "TAG_RESOLVE_FAILED",
  "BAD_COLLECTION_TYPE",
  "MULTIPLE_DOCS",
]);
const mostDocuments = 100;
/** The library can take seconds for longer texts that are made to be slow. */
const mostUnits = 262_144;

/** The line that starts a document. It cannot occur inside a scalar. */
const nextDocument = /^---(?=[ \t\r\n]|$)/gm;

/** Parses each document of the file. */
export function yamlVerdict(source: SourceText): SyntaxVerdict {
  const { text } = source;
  if (text.length > mostUnits) return { unparsed: `longer than ${mostUnits} characters` };
  const starts = [0, ...Array.from(text.matchAll(nextDocument), ({ index }) => index).filter((at) => at > 0)];
  if (starts.length > mostDocuments) return { unparsed: `more than ${mostDocuments} documents in one file` };
  for (const [at, start] of starts.entries()) {
    const { errors, unclosed, excess } = composeYaml(
      text.slice(start, starts[at + 1]).replaceAll(/\r(?!\n)/g, "\n"),
    );
    if (excess)
      return {
        unparsed: excess.limit === "yamlDepth" ? "nested too deep" : "too many values in one document",
      };
    const first = errors.find(({ code }) => !others.has(code));
    if (first && unclosed !== undefined && unclosed <= first.start)
      return {
        fault: {
          message: `invalid YAML: this ${quote(text.charAt(start + unclosed))} is never closed`,
          ...placeOf(source, start + unclosed),
        },
      };
    if (first)
      return {
        fault: {
          message: `invalid YAML: ${messages[first.code] ?? "this line does not continue the lines above"}`,
          ...placeOf(source, start + first.start),
        },
      };
  }
  return {};
}

const messages: Readonly<Record<string, string>> = {
  BAD_ALIAS: "this alias has no anchor",
  BAD_DQ_ESCAPE: "unknown escape; double the backslash",
  BAD_INDENT: "indentation does not match the surrounding lines",
  BAD_SCALAR_START: "a value cannot start with this character; quote it",
  BLOCK_AS_IMPLICIT_KEY: 'unquoted ": " in a value; quote it',
  BLOCK_IN_FLOW: "block syntax inside brackets",
  MISSING_CHAR: "a quote, bracket, comma or colon is missing",
  MULTILINE_IMPLICIT_KEY: "key has no colon on its line",
  TAB_AS_INDENT: "indentation contains a tab; use spaces",
  UNEXPECTED_TOKEN: "unexpected token",
};

function placeOf(source: SourceText, offset: number): Pick<SyntaxFault, "line" | "column"> {
  const { line, column } = source.positionAt(Math.min(offset, source.text.length));
  return { line, column };
}
