import { count, grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { CheckResult, SmokeLimits } from "../../model/smoke.ts";
import { inFigures } from "../../model/token-counter.ts";
import { fail, pass } from "./check-result.ts";
import type { SmokeCosts } from "./subject.ts";

/**
 * The specification's recommendation for a body (agentskills.io/specification#progressive-disclosure);
 * exceeding it is a warning.
 */
const advisedBody = 5000;

export function budget({ counter, entry, body, files }: SmokeCosts, limits: SmokeLimits): CheckResult {
  const figures = (tokens: number): string => inFigures(tokens, counter);
  const biggest = files.reduce<SmokeCosts["files"][number] | undefined>(
    (most, file) => (most && most.tokens >= file.tokens ? most : file),
    undefined,
  );
  const over = (what: string, tokens: number, limit = Infinity): readonly string[] =>
    tokens > limit ? [`${what} has ${figures(tokens)} tokens (maximum ${grouped(limit)})`] : [];
  const broken = [
    ...over("the catalog entry", entry, limits.entry),
    ...over("the body", body, limits.body),
    ...(biggest ? over(quote(biggest.path), biggest.tokens, limits.file) : []),
  ];
  const warnings = limits.body === undefined ? over("the body", body, advisedBody) : [];
  if (broken.length > 0) return fail(broken.join("; "), warnings);
  const all = files.reduce((sum, { tokens }) => sum + tokens, 0);
  return pass(
    `tokens: ${figures(entry)} announced, ${figures(body)} in the body, ${figures(all)} in ${count(files.length, "file")} it refers to`,
    warnings,
  );
}
