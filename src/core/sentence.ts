/** "a", "a and b", "a, b and c". */
export function series(words: readonly string[], conjunction = "and"): string {
  const head = words.slice(0, -1);
  const last = words.at(-1) ?? "";
  return head.length === 0 ? last : `${head.join(", ")} ${conjunction} ${last}`;
}

/** As `series`, with no more than `limit` words: "a, b and 7 more". */
export function seriesAtMost(words: readonly string[], limit: number): string {
  return words.length <= limit + 1
    ? series(words)
    : series([...words.slice(0, limit), `${words.length - limit} more`]);
}

/** "1 line", "1,024 lines", "2 directories". */
export function count(amount: number, noun: string): string {
  return `${grouped(amount)} ${amount === 1 ? noun : plural(noun)}`;
}

function plural(noun: string): string {
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** 1024 as "1,024". */
export function grouped(amount: number): string {
  return amount >= 0 && amount < 1000 ? String(amount) : String(amount).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
