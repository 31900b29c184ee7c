/** Words and marks of placeholders, which the reader must replace with a value. */
const words =
  /example|your|xxx|\.\.\.|…|placeholder|replace|redacted|changeme|dummy|fake|sample|test|mock|todo|insert|secret|token|\*\*\*|[<>{}$]/i;

/** Parts of the alphabet or of the digits in order, and repetitions of a character. */
const stretches =
  /0123|1234|2345|3456|4567|5678|6789|7890|9876|8765|7654|6543|5432|4321|abcd|bcde|cdef|defg|efgh|fghi|ghij|hijk|ijkl|jklm|klmn|lmno|mnop|nopq|opqr|pqrs|qrst|rstu|stuv|tuvw|uvwx|vwxy|wxyz|qwer|asdf|deadbeef|(.)\1{3}/i;

/** Whether a value is made up, judged by its words, their order or lack of variety. */
export function isPlaceholder(value: string): boolean {
  return words.test(value) || stretches.test(value) || new Set(value).size < 10;
}

/** Words, marks and orders that no random key contains. */
const conclusive =
  /example|placeholder|replace|redacted|changeme|change_me|sample|insert|secret|password|\.\.\.|…|\*\*\*|[<>{}$]|a1b2c3d4|1a2b3c4d/i;

/** Shorter words, which a random key may contain, but hardly as a word of its own. */
const separate = /(?<![A-Za-z0-9])(?:your|xxxx+|dummy|fake|test|mock|todo|token|here)(?![A-Za-z0-9])/i;

/** Words that one in two thousand random keys of 100 characters with hyphens contains, but hardly two. */
const short = /(?<![A-Za-z0-9])(?:my|you|key)(?![A-Za-z0-9])/gi;

/** Digits with a letter after each: so many in a row has one of 100,000 random keys, of 16 digits or of more. */
const alternating = { hexadecimal: /(?:\d[a-z]){10}/i, other: /(?:\d[a-z]){7}/i } as const;

/** What makes a key look made up if there is much of it. */
const suspect = new RegExp(
  `your|x{3,}|dummy|fake|test|mock|todo|token|here|${stretches.source.replace("(.)\\1{3}", "(.)\\1{3,}")}`,
  "gi",
);

/**
 * Whether a key in an issuer's format is made up, judged by all of it: a random one contains "xxx" or "wxyz" once in a
 * thousand times.
 */
export function isMadeUp(key: string): boolean {
  if (conclusive.test(key) || separate.test(key) || (key.match(short)?.length ?? 0) > 1) return true;
  const covered = Array.from(key.matchAll(suspect), ([found]) => found.length).reduce((sum, n) => sum + n, 0);
  const isHexadecimal = /[0-9a-f]{32}/i.test(key);
  if (alternating[isHexadecimal ? "hexadecimal" : "other"].test(key)) return true;
  // With 16 digits, random keys have fewer different ones and more repetitions.
  return isHexadecimal
    ? covered >= key.length / 3.2 || new Set(key).size < 8
    : covered >= Math.max(6, key.length / 5) || new Set(key).size < Math.min(10, 2 + key.length / 4);
}
