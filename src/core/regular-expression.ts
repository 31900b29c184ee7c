import { quote } from "./show.ts";

/** Of all regular expressions that authors write: "^" and "$" are those of a line, and what stands for nothing is refused. */
export const expressionFlags = "mu";

/** What keeps a text from being a regular expression; undefined where it is one. */
export function objectToExpression(written: string): string | undefined {
  try {
    new RegExp(written, expressionFlags);
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return `${quote(written, 80)} is no regular expression of JavaScript`;
  }
}
