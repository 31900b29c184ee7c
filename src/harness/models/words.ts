/** Of scripts that put no spaces between words, and of Hangul, whose words have endings: every two neighbours count as a word. */
const dense = String.raw`(?=[\p{L}\p{M}\p{N}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]`;
const runs = new RegExp(
  String.raw`((?:${dense})+)|(?:(?!${dense})[\p{L}\p{N}])(?:(?!${dense})[\p{L}\p{M}\p{N}])*`,
  "gu",
);

/** English only: in another language they may well mean something, and BM25 makes little of what every description has. */
const stopWords: ReadonlySet<string> = new Set(
  (
    "a about all also am an and any are aren as at be been but by can could couldn did didn do does doesn doing don for from had has have he her him his how i " +
    "if in into is isn it its just like me my need of on or our please shall she should so some than that the their them then there these they this those to too " +
    "up us want was wasn we were what when where which who why will with won would wouldn you your"
  ).split(" "),
);

const contracted = /(?<=\p{L})['’](?:d|ll|m|re|s|t|ve)(?![\p{L}\p{N}])/gu;

/**
 * The words of a text as they are compared: in compatibility form (NFKC) and lower case, letters and digits only, an English
 * plural or third person without its s, contractions cut, stop words left out. Each as often as it stands there.
 */
export function toWords(text: string): readonly string[] {
  const plain = text.normalize("NFKC").toLowerCase().replace(contracted, "");
  return Array.from(plain.matchAll(runs)).flatMap(([word, run]) =>
    run === undefined ? plainWord(word) : pairs(run),
  );
}

function plainWord(word: string): readonly string[] {
  return stopWords.has(word) ? [] : [withoutS(word)];
}

/** After Harman's "S" stemmer (How effective is suffixing?, JASIS 42, 1991), for words of ASCII letters. */
function withoutS(word: string): string {
  if (!/^[a-z]{3,}s$/.test(word)) return word;
  if (/[^ea]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return /(?:us|ss)$/.test(word) ? word : word.slice(0, -1);
}

function pairs(run: string): readonly string[] {
  const characters = Array.from(run);
  return characters.length === 1
    ? characters
    : characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
