import { quote } from "./show.ts";

/**
 * Flags of all regular expressions that authors write: "^" and "$" match at line breaks, and unknown escapes are
 * refused.
 */
export const expressionFlags = "mu";

/** The problem of an invalid regular expression; undefined if it is valid. */
export function objectToExpression(written: string): string | undefined {
  try {
    new RegExp(written, expressionFlags);
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return `${quote(written, 80)} is not a valid JavaScript regular expression`;
  }
}
