/** How tokens are counted in a run. */
export interface TokenCounter {
  /** "estimate", or the tokenizer for which the count is exact, such as "o200k_base". */
  readonly name: string;
  count(text: string): number;
}
