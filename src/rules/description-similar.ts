import { quote } from "../core/show.ts";
import type { CollectedSkill, CollectionFinding } from "../model/collection.ts";
import { catalogues, defineCollectionRule, findingOn, firstOf, mostRelated } from "./parts/collected.ts";
import { findNeighbours, type Neighbour } from "./parts/similar-texts.ts";
import { namesSkill } from "./parts/skill-mentions.ts";

/** Where descriptions are too close: measured on the pairs of fixtures/collection/pairs.jsonl. */
const close = { cosine: 0.6, containment: 0.9 } as const;

/** The words of a shorter text are in many another one. */
const leastContained = 5;

const expected = "expected words that tell the two apart";

export default defineCollectionRule({
  meta: {
    id: "description-similar",
    category: "clarity",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/optimizing-descriptions",
    summary:
      "Reports descriptions of one directory of skills that have nearly the same words: a TF-IDF cosine of at least 0.6, or at least 0.9 of the weight of the words of one in the other.",
    why: "A model chooses a skill by its description alone; between two that say the same it chooses by chance, or loads both.",
    remedy:
      "Say what each is for that the other is not, or name the other one for what it does better: then the pair is not reported.",
    severity: "info",
    since: "0.1.0",
  },
  over: "descriptions",
  *check({ subject: { skills } }) {
    for (const catalogue of catalogues(skills)) yield* findings(catalogue);
  },
});

/** The skills of one description. */
interface Entry {
  readonly skills: readonly CollectedSkill[];
  readonly first: CollectedSkill;
  /** One skill of each name. */
  readonly byName: ReadonlyMap<string, CollectedSkill>;
  /** The description's. */
  readonly words: ReadonlySet<string>;
}

function* findings(catalogue: readonly CollectedSkill[]): Generator<CollectionFinding> {
  const entries = toEntries(catalogue);
  const isClose = (at: number, neighbour: Neighbour): boolean =>
    isNear(entries[at]!, entries[neighbour.other]!, neighbour);
  const neighbours = findNeighbours(
    entries.map(({ words }) => words),
    { least: close.cosine, most: mostRelated, isClose },
  );
  for (const [at, entry] of entries.entries()) {
    const near = neighbours[at]!.map(({ other }) => entries[other]!);
    const message = near[0] && messageFor(entry, near[0], neighbours[at]![0]!);
    for (const skill of entry.skills) {
      // Of two with the same name name-duplicate speaks.
      const equal = firstOf(entry.byName.values(), ({ name }) => name !== skill.name);
      const others = [...equal, ...near.map(({ first }) => first)];
      const said = equal[0] ? `description is that of ${nameOf(equal[0])} too, ${expected}` : message;
      if (said) yield findingOn(skill, "description", said, others);
    }
  }
}

function toEntries(catalogue: readonly CollectedSkill[]): readonly Entry[] {
  const byText = new Map<string, CollectedSkill[]>();
  for (const skill of catalogue) {
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

function isNear(a: Entry, b: Entry, { cosine, containment }: Neighbour): boolean {
  const contained =
    containment >= close.containment && Math.min(a.words.size, b.words.size) >= leastContained;
  return (cosine >= close.cosine || contained) && a.first.name !== b.first.name && !areToldApart(a, b);
}

/** One names the other, or each has a word of its own name in its text that the other's text lacks. */
function areToldApart(a: Entry, b: Entry): boolean {
  return (
    namesSkill(a.first.description, b.first.name) ||
    namesSkill(b.first.description, a.first.name) ||
    (hasOwnWord(a, b) && hasOwnWord(b, a))
  );
}

function hasOwnWord({ first, words }: Entry, other: Entry): boolean {
  for (const word of descriptionWords(first.name)) if (words.has(word) && !other.words.has(word)) return true;
  return false;
}

function messageFor(entry: Entry, other: Entry, { cosine, containment }: Neighbour): string {
  const name = nameOf(other.first);
  if (cosine >= close.cosine)
    return `description is close to that of ${name} (TF-IDF cosine ${cosine.toFixed(2)}, reported from ${close.cosine} on), ${expected}`;
  const share = `(${containment.toFixed(2)} of their weight, reported from ${close.containment} on)`;
  return entry.words.size <= other.words.size
    ? `nearly all words of the description stand in that of ${name} too ${share}, ${expected}`
    : `the description holds nearly all words of that of ${name} ${share}, ${expected}`;
}

function nameOf({ name, directoryName }: CollectedSkill): string {
  return quote(name === "" ? directoryName : name);
}

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
