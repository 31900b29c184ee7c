import type { TokenCounter } from "../model/token-counter.ts";
import { bytePairCounter } from "./byte-pairs.ts";

/**
 * Counts as OpenAI's o200k_base does: exactly, for that tokenizer only. What it takes for special tokens, such as
 * <|endoftext|>, is counted as the text it is. Its table of 200,000 tokens is read only here, and takes a fifth of a second.
 */
export async function loadExactCounter(): Promise<TokenCounter> {
  const { ranks, pattern } = await import("./o200k-table.ts");
  return { name: "o200k_base", count: bytePairCounter(ranks, pattern) };
}
