/** Words that stand in any description: English grammar, and what descriptions of skills say whatever they are about. */
const common: ReadonlySet<string> = new Set(
  [
    "a about after all also an and any are as at be been before being both but by can could did do does doing done don during each either else every for from get has have having how i if in into is it its itself just let like may me more most must my need needs no nor not of off on once one only onto or other our out over own per so some such than that the their them then there these they this those through to too under until up upon us via was we were what when whenever where whether which while who will with within without would yet you your",
    "agent agents ai ask asked asking asks assist claude codex description e.g eg etc guide help helps including invoke invoked involve involves involving load mention mentions please provide provides request requested requests say says skill skills task tasks trigger triggered triggers use used user users uses using want wants work working works",
  ].flatMap((line) => line.split(" ").map(stem)),
);

const script = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]`;
/** Runs of letters and digits; of scripts without blanks between words, runs apart from the rest. */
const runs = new RegExp(`${script}+|(?:(?!${script})[\\p{L}\\p{N}\\p{M}])+`, "gu");
const unspaced = new RegExp(`^${script}`, "u");

/** Latin letters without marks of their own, and the punctuation around them: what most descriptions are made of. */
const latin = /^[\x00-\x7f\u00c0-\u017f\u2010-\u2027\u2190-\u2193]*$/;
const latinRuns = /[a-z0-9\u00df-\u00f6\u00f8-\u017f]+/g;

/** The words that tell what a description is about, each once: in small letters, plurals as singulars; Chinese, Japanese and Thai in pairs of characters. */
export function descriptionWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  const isLatin = latin.test(text);
  const lower = isLatin ? text.toLowerCase() : text.normalize("NFKC").toLowerCase();
  for (const run of lower.match(isLatin ? latinRuns : runs) ?? []) {
    if (!isLatin && unspaced.test(run)) for (const pair of pairsOf(run)) words.add(pair);
    else {
      const word = run.endsWith("s") ? stem(run) : run;
      if (!common.has(word)) words.add(word);
    }
  }
  return words;
}

/** English plurals alone: the S stemmer of Harman, "How effective is suffixing?" (JASIS 42/1, 1991). */
function stem(word: string): string {
  if (word.length < 4 || !word.endsWith("s")) return word;
  if (word.endsWith("ies")) return /[ae]ies$/.test(word) ? word : `${word.slice(0, -3)}y`;
  if (word.endsWith("es")) return /[aeo]es$/.test(word) ? word : word.slice(0, -1);
  return /[us]s$/.test(word) ? word : word.slice(0, -1);
}

function pairsOf(run: string): readonly string[] {
  const characters = Array.from(run);
  return characters.length === 1
    ? characters
    : characters.slice(1).map((character, at) => characters[at]! + character);
}
