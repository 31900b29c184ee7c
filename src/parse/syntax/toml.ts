import { parse, TomlError } from "smol-toml";
import { show } from "../../core/show.ts";
import type { SyntaxFault } from "../../model/syntax.ts";
import type { TextFile } from "../../model/text-file.ts";

export function tomlFault({ source }: TextFile): SyntaxFault | undefined {
  const read = readToml(source.text.replace(/^\ufeff/, ""));
  return "fault" in read ? read.fault : undefined;
}

/** The value, or the first syntax error. */
export function readToml(
  text: string,
): { readonly value: Readonly<Record<string, unknown>> } | { readonly fault: SyntaxFault } {
  try {
    return { value: parse(text) };
  } catch (error) {
    if (error instanceof TomlError)
      return {
        fault: {
          message: `invalid TOML: ${reasonIn(error.message)}`,
          line: error.line,
          column: error.column,
        },
      };
    // The parser recurses, so values that are nested too deeply cause a RangeError.
    if (error instanceof RangeError)
      return { fault: { message: "TOML is nested too deep", line: 1, column: 1 } };
    throw error;
  }
}

/** The reason in a message such as "Invalid TOML document: unfinished array", which is followed by an excerpt. */
function reasonIn(message: string): string {
  const line = message.split("\n", 1)[0]!.replace(/^[^:]*: /, "");
  return show(line.replace(/\binvalid value\b/, "not a TOML value"));
}
