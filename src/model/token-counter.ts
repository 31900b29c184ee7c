import { grouped } from "../core/sentence.ts";

/** How tokens are counted in a run. */
export interface TokenCounter {
  /** "estimate", or the tokenizer for which the count is exact, such as "o200k_base". */
  readonly name: string;
  count(text: string): number;
}

/** How far an estimate may be off: measured by bench/tokens.js for nine bodies in ten; see estimate-tokens.ts. */
export const estimateError = "±15%";

/** How a user may ask for them to be counted; "exact" is so for one tokenizer, o200k_base. */
export type TokenCount = "estimate" | "exact";

/** A count as displayed: "about 5,800 tokens (±15%)", or "5,813 tokens (o200k_base)". */
export function inTokens(amount: number, counter: TokenCounter): string {
  return `${inFigures(amount, counter)} tokens (${counter.name === "estimate" ? estimateError : counter.name})`;
}

/** The same, if the unit and the error are shown elsewhere: "about 5,800", or "5,813". */
export function inFigures(amount: number, { name }: TokenCounter): string {
  return `${name === "estimate" ? "about " : ""}${figure(amount, name)}`;
}

/** The same, for a column whose heading names the counter: "5,800", or "5,813". */
export function figure(amount: number, counter: TokenCounter["name"]): string {
  return grouped(counter === "estimate" ? rounded(amount) : amount);
}

/** To two significant digits, because the error is larger than the rest. */
function rounded(amount: number): number {
  const step = amount < 1000 ? 10 : 100;
  return amount < step ? amount : Math.round(amount / step) * step;
}
