import { createContext, runInContext } from "node:vm";
import { expressionFlags } from "../../core/regular-expression.ts";

/** Some patterns would run for years on a short text; reasonable ones never take this long on a session. */
const milliseconds = 1000;

/** Sessions with a pattern that was too slow: they cannot be measured, however many patterns follow. */
const slowSessions = new WeakSet<object>();

/** As `matches`, for one of the patterns about a session; after one that is too slow, no other is tried. */
export function matchesOf(session: object, written: string, text: string): boolean | "too-slow" {
  if (slowSessions.has(session)) return "too-slow";
  const found = matches(written, text);
  if (found === "too-slow") slowSessions.add(session);
  return found;
}

/** Whether a pattern matches anywhere in a text; "too-slow" after a timeout. */
export function matches(written: string, text: string, flags = expressionFlags): boolean | "too-slow" {
  const context = createContext({ pattern: new RegExp(written, flags), text });
  try {
    return runInContext("pattern.test(text)", context, { timeout: milliseconds }) === true;
  } catch (error) {
    if (
      typeof error === "object" &&
      error !== null &&
      "code" in error &&
      error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
    )
      return "too-slow";
    throw error;
  }
}
