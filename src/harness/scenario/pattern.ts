import { createContext, runInContext } from "node:vm";
import { quote } from "../../core/show.ts";

/** "^" and "$" are those of a line, and what stands for nothing is refused. */
const flags = "mu";

/** Some patterns take years over a short text; no honest one takes this long over what a session says. */
const milliseconds = 1000;

/** What keeps a text from being a pattern; undefined where it is one. */
export function objectToPattern(written: string): string | undefined {
  try {
    new RegExp(written, flags);
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return `${quote(written, 80)} is no regular expression of JavaScript`;
  }
}

/** Whether a pattern matches somewhere in a text; "too-slow" where that takes too long to tell. */
export function matches(written: string, text: string, having = flags): boolean | "too-slow" {
  const context = createContext({ pattern: new RegExp(written, having), text });
  try {
    return runInContext("pattern.test(text)", context, { timeout: milliseconds }) === true;
  } catch (error) {
    if (typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return "too-slow";
    throw error;
  }
}
