import { unicodePattern } from "../../core/unicode-pattern.ts";
import { quote } from "../../core/show.ts";
import type { CollectedSkill, CollectionFinding } from "../../model/collection.ts";
import { catalogs, defineCollectionRule, findingOn, firstOf, mostRelated } from "../parts/collected.ts";
import { findNeighbors, type Neighbor } from "./parts/similar-texts.ts";
import { namesSkill } from "./parts/skill-mentions.ts";

/** Similarity thresholds, measured on the pairs in fixtures/collection/pairs.jsonl. */
const close = { cosine: 0.6, containment: 0.9 } as const;

/** Minimum number of words for containment, as many texts contain all the words of a very short one. */
const leastContained = 5;

export default defineCollectionRule({
  meta: {
    id: "description-similar",
    category: "clarity",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/optimizing-descriptions",
    summary:
      "Reports descriptions in one directory of skills that share nearly all their words: a TF-IDF cosine of at least 0.6, or at least 0.9 of the weight of one description's words in the other.",
    why: "A model chooses a skill by its description alone; between two similar ones it chooses by chance, or loads both.",
    remedy:
      "Say what each skill does that the other does not, or name the other skill and what it does better; such a pair is not reported.",
    severity: "info",
    since: "0.1.0",
  },
  over: "descriptions",
  *check({ subject: { skills } }) {
    for (const catalog of catalogs(skills)) yield* findings(catalog);
  },
});

/** Skills with the same description. */
interface Entry {
  readonly skills: readonly CollectedSkill[];
  readonly first: CollectedSkill;
  /** One skill per name. */
  readonly byName: ReadonlyMap<string, CollectedSkill>;
  /** Words of the description. */
  readonly words: ReadonlySet<string>;
}

function* findings(catalog: readonly CollectedSkill[]): Generator<CollectionFinding> {
  const entries = toEntries(catalog);
  const isClose = (at: number, neighbor: Neighbor): boolean =>
    isNear(entries[at]!, entries[neighbor.other]!, neighbor);
  const neighbors = findNeighbors(
    entries.map(({ words }) => words),
    { least: close.cosine, most: mostRelated, isClose },
  );
  for (const [at, entry] of entries.entries()) {
    const near = neighbors[at]!.map(({ other }) => entries[other]!);
    const message = near[0] && messageFor(entry, near[0], neighbors[at]![0]!);
    for (const skill of entry.skills) {
      // Skills with the same name are reported by name-duplicate.
      const equal = firstOf(entry.byName.values(), ({ name }) => name !== skill.name);
      const others = [...equal, ...near.map(({ first }) => first)];
      const problem = equal[0]
        ? `description is the same as that of ${nameOf(equal[0])}${distinguish}`
        : message;
      if (problem) yield findingOn(skill, "description", problem, others);
    }
  }
}

function toEntries(catalog: readonly CollectedSkill[]): readonly Entry[] {
  const byText = new Map<string, CollectedSkill[]>();
  for (const skill of catalog) {
    const known = byText.get(skill.description);
    if (known) known.push(skill);
    else if (skill.description !== "") byText.set(skill.description, [skill]);
  }
  return Array.from(byText, ([description, skills]) => ({
    skills,
    first: skills[0]!,
    byName: new Map(skills.map((skill) => [skill.name, skill])),
    words: descriptionWords(description),
  }));
}

function isNear(a: Entry, b: Entry, { cosine, containment }: Neighbor): boolean {
  const contained =
    containment >= close.containment && Math.min(a.words.size, b.words.size) >= leastContained;
  return (cosine >= close.cosine || contained) && a.first.name !== b.first.name && !areDistinguished(a, b);
}

/**
 * Whether one description mentions the other skill, or each contains a word of its skill's name that the other one
 * lacks.
 */
function areDistinguished(a: Entry, b: Entry): boolean {
  return (
    namesSkill(a.first.description, b.first.name) ||
    namesSkill(b.first.description, a.first.name) ||
    (hasOwnWord(a, b) && hasOwnWord(b, a)) ||
    areVariants(a, b)
  );
}

/**
 * Whether the names differ in one word, such as that of a framework, one description repeats its own ("Nuxt.js"
 * for nuxtjs) and not the other, and the other has another word instead.
 */
function areVariants(a: Entry, b: Entry): boolean {
  const [ours, theirs] = [a, b].map(({ first }) => first.name.toLowerCase().split("-"));
  if (!ours || !theirs || ours.length < 2 || ours.length !== theirs.length) return false;
  const at = ours.findIndex((word, index) => word !== theirs[index]);
  if (at < 0 || ours.some((word, index) => index !== at && word !== theirs[index])) return false;
  return isNamedOnlyIn(ours[at]!, a, b) || isNamedOnlyIn(theirs[at]!, b, a);
}

function isNamedOnlyIn(word: string, entry: Entry, other: Entry): boolean {
  const named = lettersOf(entry).split(word).length - 1;
  if (word.length < 3 || named < 2 || lettersOf(other).includes(word)) return false;
  for (const each of other.words) if (!entry.words.has(each)) return true;
  return false;
}

function lettersOf({ first }: Entry): string {
  return first.description.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function hasOwnWord({ first, words }: Entry, other: Entry): boolean {
  for (const word of descriptionWords(first.name)) if (words.has(word) && !other.words.has(word)) return true;
  return false;
}

const distinguish = "; say what only this skill does";

function messageFor(entry: Entry, other: Entry, { cosine, containment }: Neighbor): string {
  const name = nameOf(other.first);
  if (cosine >= close.cosine)
    return `description is very similar to that of ${name} (similarity ${cosine.toFixed(2)})${distinguish}`;
  const share = `(${containment.toFixed(2)})`;
  return entry.words.size <= other.words.size
    ? `description of ${name} contains almost all the words of this one ${share}${distinguish}`
    : `description contains almost all the words of that of ${name} ${share}${distinguish}`;
}

function nameOf({ name, directoryName }: CollectedSkill): string {
  return quote(name === "" ? directoryName : name);
}

/**
 * Words that do not identify a topic: English function words, and words that are common in descriptions of skills.
 */
const common: ReadonlySet<string> = new Set(
  [
    "a about after all also an and any are as at be been before being both but by can could did do does doing done don during each either else every for from get has have having how i if in into is it its itself just let like may me more most must my need needs no nor not of off on once one only onto or other our out over own per so some such than that the their them then there these they this those through to too under until up upon us via was we were what when whenever where whether which while who will with within without would yet you your",
    "agent agents ai ask asked asking asks assist claude codex description e.g eg etc guide help helps including invoke invoked involve involves involving load mention mentions please provide provides request requested requests say says skill skills task tasks trigger triggered triggers use used user users uses using want wants work working works",
  ].flatMap((line) => line.split(" ").map(stem)),
);

const script = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]`;

/** Runs of letters and digits. Scripts without spaces between words form separate runs. */
const runs = unicodePattern(`${script}+|(?:(?!${script})[\\p{L}\\p{N}\\p{M}])+`, "gu");

const unspaced = unicodePattern(`^${script}`);

/**
 * Latin letters without combining marks, and common punctuation, for a fast path that applies to most descriptions.
 */
const latin = /^[\x00-\x7f\u00c0-\u017f\u2010-\u2027\u2190-\u2193]*$/;

const latinRuns = /[a-z0-9\u00df-\u00f6\u00f8-\u017f]+/g;

/**
 * The distinct words that identify a description's topic: in lower case, plurals as singulars, and Chinese, Japanese
 * and Thai as pairs of characters.
 */
export function descriptionWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  const isLatin = latin.test(text);
  const lower = isLatin ? text.toLowerCase() : text.normalize("NFKC").toLowerCase();
  for (const run of lower.match(isLatin ? latinRuns : runs()) ?? []) {
    if (!isLatin && unspaced().test(run)) for (const pair of pairsOf(run)) words.add(pair);
    else {
      const word = run.endsWith("s") ? stem(run) : run;
      if (!common.has(word)) words.add(word);
    }
  }
  return words;
}

/** Removes English plural endings only: the S stemmer of Harman, "How effective is suffixing?" (JASIS 42/1, 1991). */
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
