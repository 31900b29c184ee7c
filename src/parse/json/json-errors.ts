import { printParseErrorCode, type ParseErrorCode } from "jsonc-parser";
import { quote, show } from "../../core/show.ts";

interface Fault {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

const shown = 30;

/** What to say of the parser's error over the token from `start` to `end`, and where. */
export function faultOf(code: ParseErrorCode, text: string, start: number, end: number): Fault {
  const name = printParseErrorCode(code);
  const token = text.slice(start, end);
  const inString =
    name === "InvalidUnicode" || name === "InvalidEscapeCharacter" || name === "InvalidCharacter";
  return inString ? faultInString(token, start) : { message: messages[name](token), start, end };
}

type Name = Exclude<
  ReturnType<typeof printParseErrorCode>,
  "InvalidUnicode" | "InvalidEscapeCharacter" | "InvalidCharacter"
>;

const messages = {
  InvalidSymbol: (token) =>
    `${quote(token, shown)} is no JSON, expected a string in double quotes, a number, true, false or null`,
  InvalidNumberFormat: (token) => `${quote(token, shown)} is no number of JSON`,
  UnexpectedEndOfNumber: (token) => `the number ${quote(token, shown)} ends where a digit was expected`,
  PropertyNameExpected: (token) => `${stands(token)} where a key in double quotes was expected`,
  ValueExpected: (token) => `${stands(token)} where a value was expected`,
  ColonExpected: (token) => `${stands(token)} where a colon was expected`,
  CommaExpected: (token) => `${stands(token)} where a comma was expected`,
  CloseBraceExpected: () => 'the file ends where "}" was expected',
  CloseBracketExpected: () => 'the file ends where "]" was expected',
  EndOfFileExpected: (token) => `${stands(token)} behind the value, where the file was expected to end`,
  InvalidCommentToken: () => "a comment stands in JSON, which knows none",
  UnexpectedEndOfComment: () => 'the comment is not closed, expected "*/"',
  UnexpectedEndOfString: () => "the string is not closed on its line, expected a double quotation mark",
  "<unknown ParseErrorCode>": (token) => `${stands(token)} where JSON was expected`,
} as const satisfies Record<Name, (token: string) => string>;

function stands(token: string): string {
  if (token === "") return "the file ends";
  return `${token.startsWith('"') ? show(token, shown) : quote(token, shown)} stands`;
}

/** The escapes that JSON knows come first, so that a backslash found alone begins none of them. */
const escape = /\\u[\da-f]{4}|\\["\\/bfnrt]|\\u[\da-f]{0,3}|\\.|[\0-\x1f]/gi;
const known = /^\\(?:u[\da-f]{4}|["\\/bfnrt])$/i;

/** The parser tells the whole string; the fault is a few characters of it. */
function faultInString(token: string, start: number): Fault {
  for (const { 0: found, index } of token.matchAll(escape)) {
    if (known.test(found)) continue;
    const message = found.startsWith("\\")
      ? `${quote(found)} is no escape of JSON, whose backslash is written "\\\\"`
      : `the string holds ${quote(found)} as it is, expected an escape`;
    return { message, start: start + index, end: start + index + found.length };
  }
  return { message: "the string has an escape that JSON does not know", start, end: start + token.length };
}
