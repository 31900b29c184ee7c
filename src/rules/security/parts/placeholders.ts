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
