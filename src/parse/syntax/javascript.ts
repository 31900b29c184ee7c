import { parse } from "acorn";
import { show } from "../../core/show.ts";
import type { SyntaxFault, SyntaxVerdict } from "../../model/syntax.ts";

/**
 * The first syntax error of a text that is neither a valid module nor a valid script; of the two errors, the one
 * further down.
 */
export function javaScriptVerdict(text: string): SyntaxVerdict {
  try {
    const asModule = faultAs("module", text);
    const asScript = asModule && faultAs("script", text);
    if (!asModule || !asScript) return {};
    return {
      fault:
        asModule.line > asScript.line ||
        (asModule.line === asScript.line && asModule.column >= asScript.column)
          ? asModule
          : asScript,
    };
  } catch (error) {
    if (error instanceof RangeError) return { unparsed: "nested too deep" };
    throw error;
  }
}

function faultAs(sourceType: "module" | "script", text: string): SyntaxFault | undefined {
  try {
    parse(text.replace(/^\ufeff/, " "), {
      ecmaVersion: "latest",
      sourceType,
      allowHashBang: true,
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
    });
    return undefined;
  } catch (error) {
    // This is acorn's message when it recurses too deeply, a limit of the parser, not of the language.
    if (error instanceof SyntaxError && error.message.startsWith("Not enough stack space"))
      throw new RangeError(error.message, { cause: error });
    if (error instanceof SyntaxError && "loc" in error) return toFault(error.message, error.loc);
    throw error;
  }
}

/** Converts a message such as "Unexpected token (3:7)" and its location, whose columns start at 0. */
function toFault(message: string, place: unknown): SyntaxFault {
  const { line, column } = isPlace(place) ? place : { line: 1, column: 0 };
  const reason = message.replace(/ \(\d+:\d+\)$/, "");
  return {
    message: `invalid JavaScript: ${show(reason.charAt(0).toLowerCase() + reason.slice(1))}`,
    line,
    column: column + 1,
  };
}

function isPlace(value: unknown): value is { readonly line: number; readonly column: number } {
  return typeof value === "object" && value !== null && "line" in value && "column" in value;
}
