import { grouped } from "../core/sentence.ts";

/** How tokens are counted in a run. */
export interface TokenCounter {
  /** "estimate", or the tokenizer for which counts are exact, such as "o200k_base". */
  readonly name: string;
  count(text: string): number;
}

/** For simulations whose traces are dropped, as only traces have the tokens of each step. */
export const uncounted: TokenCounter = { name: "none", count: () => 0 };

/** A counter that counts each text once: rules and every simulated system count the same instructions. */
export function countOnce({ name, count }: TokenCounter): TokenCounter {
  const known = new Map<string, number>();
  return {
    name,
    count: (text) => {
      let tokens = known.get(text);
      if (tokens === undefined) known.set(text, (tokens = count(text)));
      return tokens;
    },
  };
}

/** Maximum error of an estimate for nine bodies in ten, as measured by bench/tokens.js; see estimate-tokens.ts. */
export const estimateError = "±15%";

/** How tokens are counted; "exact" means exact for the tokenizer o200k_base. */
export type TokenCount = "estimate" | "exact";

/** A count as displayed: "about 5,800 tokens (±15%)", or "5,813 tokens (o200k_base)". */
export function inTokens(amount: number, counter: TokenCounter): string {
  return `${inFigures(amount, counter.name)} tokens (${counter.name === "estimate" ? estimateError : counter.name})`;
}

/** As `inTokens`, if the unit and the error are shown elsewhere: "about 5,800", or "5,813". */
export function inFigures(amount: number, counter: TokenCounter["name"]): string {
  return `${counter === "estimate" && amount > 0 ? "about " : ""}${figure(amount, counter)}`;
}

/** As `inTokens`, for a column whose heading names the counter: "5,800", or "5,813". */
export function figure(amount: number, counter: TokenCounter["name"]): string {
  return grouped(counter === "estimate" ? rounded(amount) : amount);
}

/** Rounds to two significant digits, as further digits would be smaller than the error. */
function rounded(amount: number): number {
  const step = amount < 1000 ? 10 : 100;
  return amount < step ? amount : Math.round(amount / step) * step;
}
