import { once, onceForEach } from "../../core/once.ts";
import { compareText } from "../../core/order.ts";
import type { CatalogEntry } from "../../model/agent.ts";

/**
 * BM25 with the parameters recommended by Robertson and Zaragoza (The Probabilistic Relevance Framework, 2009), and
 * the minimum score for a choice: two shared words if there is one skill, or a single word that only one of two
 * skills has.
 */
const lexicalParameters = { k1: 1.2, b: 0.75, threshold: 0.5 } as const;

interface RankedSkill {
  readonly skill: CatalogEntry;
  /** Rounded to four decimals. */
  readonly score: number;
  /** The words that the prompt and the skill share, normalized. */
  readonly words: readonly string[];
}

/** How well descriptions separate skills for one prompt. This does not predict what a model would choose. */
export interface Ranking {
  /** All skills in the catalog, best first; equal scores are sorted by name, then path, in code units. */
  readonly ranked: readonly RankedSkill[];
  /** The best skill, if its score reaches the threshold. */
  readonly chosen?: RankedSkill;
  /** Lead of the best skill's score over the second's, or over 0. */
  readonly margin: number;
}

/**
 * Compares a prompt with the names and descriptions in the catalog, without hidden skills. The order of the
 * catalog does not matter.
 */
export function rankCatalog(prompt: string, catalog: readonly CatalogEntry[]): Ranking {
  const index = indexOf(catalog);
  const words = Array.from(new Set(toWords(prompt)), (word) => ({ word, weight: weightOf(word, index) }));
  const ranked = index.documents.map((document) => score(document, words, index)).sort(byScore);
  const [first, second] = ranked;
  const margin = round((first?.score ?? 0) - (second?.score ?? 0));
  return { ranked, ...(first && first.score >= lexicalParameters.threshold && { chosen: first }), margin };
}

interface Document {
  readonly skill: CatalogEntry;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

interface Index {
  readonly documents: readonly Document[];
  readonly averageLength: number;
  /** Number of documents that contain each word. */
  readonly spread: () => ReadonlyMap<string, number>;
}

/** Cached, because many prompts are compared with one catalog. */
const indexOf = onceForEach((catalog: readonly CatalogEntry[]): Index => {
  const documents = catalog.filter(({ hidden }) => !hidden).map(toDocument);
  const averageLength = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  return {
    documents,
    averageLength,
    spread: once(() => count(documents.flatMap(({ counts }) => Array.from(counts.keys())))),
  };
});

function toDocument(skill: CatalogEntry): Document {
  const words = toWords(`${skill.name} ${skill.description}`);
  return { skill, counts: count(words), length: words.length };
}

function count(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Rarer words have a greater weight. As in Lucene, it is never negative. */
function weightOf(word: string, { documents, spread }: Index): number {
  const having = spread().get(word) ?? 0;
  return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
}

interface WeighedWord {
  readonly word: string;
  readonly weight: number;
}

function score(
  { skill, counts, length }: Document,
  words: readonly WeighedWord[],
  { averageLength }: Index,
): RankedSkill {
  const { k1, b } = lexicalParameters;
  const shared = words.filter(({ word }) => counts.has(word));
  const total = shared.reduce((sum, { word, weight }) => {
    const frequency = counts.get(word) ?? 0;
    return sum + (weight * frequency * (k1 + 1)) / (frequency + k1 * (1 - b + (b * length) / averageLength));
  }, 0);
  return { skill, score: round(total), words: shared.map(({ word }) => word) };
}

function byScore(a: RankedSkill, b: RankedSkill): number {
  return (
    b.score - a.score || compareText(a.skill.name, b.skill.name) || compareText(a.skill.path, b.skill.path)
  );
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/**
 * Scripts without spaces between words, and Hangul, in which words have endings: every two adjacent characters count
 * as a word.
 */
const dense = String.raw`(?=[\p{L}\p{M}\p{N}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]`;

const runs = new RegExp(
  String.raw`((?:${dense})+)|(?:(?!${dense})[\p{L}\p{N}])(?:(?!${dense})[\p{L}\p{M}\p{N}])*`,
  "gu",
);

/**
 * Only English: in other languages these words may have a meaning, and BM25 gives little weight to words that every
 * description has.
 */
const stopWords: ReadonlySet<string> = new Set(
  (
    "a about all also am an and any are aren as at be been but by can could couldn did didn do does doesn doing don for from had has have he her him his how i " +
    "if in into is isn it its just like me my need of on or our please shall she should so some than that the their them then there these they this those to too " +
    "up us want was wasn we were what when where which who why will with won would wouldn you your"
  ).split(" "),
);

const contracted = /(?<=\p{L})['’](?:d|ll|m|re|s|t|ve)(?![\p{L}\p{N}])/gu;

/**
 * The normalized words of a text, including repeated ones: in NFKC and lower case, letters and digits only, without
 * stop words, contractions, and the s of an English plural or third person.
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
