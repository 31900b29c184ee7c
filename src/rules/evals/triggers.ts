import { quote } from "../../core/show.ts";
import { unicodePattern } from "../../core/unicode-pattern.ts";
import type { Finding } from "../../model/rule.ts";
import type { Skill } from "../../model/skill.ts";
import { defineRule } from "../define.ts";
import { promptFields } from "../parts/fields.ts";
import { type TriggerSet, triggerSetsOf, triggerWord } from "./parts/trigger-set.ts";

/**
 * Minimum number of positive and of negative queries; the guide: "about 20 queries: 8-10 that should trigger
 * and 8-10 that shouldn't". One query fewer makes no difference.
 */
const fewest = 7;

export default defineRule({
  meta: {
    id: "evals-triggers",
    category: "evals",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/optimizing-descriptions#designing-trigger-eval-queries",
    summary:
      "Reports too few positive or negative trigger queries, and negative queries that share no words with the description or a positive query.",
    why: "The result of a few queries depends on chance, and a negative query about an unrelated topic tests nothing, unlike one that almost matches.",
    remedy:
      "Write eight to ten queries of each kind; let the negative ones share words with the description.",
    severity: "info",
    words: [triggerWord],
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const sets = triggerSetsOf(skill);
    const [first] = sets;
    return first ? [...tooFew(first, sets), ...farOff(skill, sets)] : [];
  },
});

/** Counts the training and validation sets together; a query in two files counts once. */
function tooFew({ file }: TriggerSet, sets: readonly TriggerSet[]): readonly Finding[] {
  const labels = Array.from(
    new Map(
      sets.flatMap(({ queries }) => queries.map(({ key, shouldTrigger }) => [key, shouldTrigger] as const)),
    ).values(),
  );
  const positive = labels.filter(Boolean).length;
  const negative = labels.length - positive;
  if (positive >= fewest && negative >= fewest) return [];
  return [
    {
      file: file.path,
      message: `${positive} positive and ${negative} negative queries; write 8 to 10 of each`,
    },
  ];
}

function farOff(skill: Skill, sets: readonly TriggerSet[]): readonly Finding[] {
  const queries = sets.flatMap(({ file, queries: each }) =>
    each.map((query) => ({ ...query, file: file.path })),
  );
  const positive = queries.filter(({ shouldTrigger }) => shouldTrigger).map(({ node }) => node.value);
  const near = stemsOf([...promptFields(skill).map(({ value }) => value), ...positive]);
  const far = queries.filter(
    ({ shouldTrigger, node }) => !shouldTrigger && shareNothing(stemsOf([node.value]), near),
  );
  return far.map(({ file, node }) => ({
    file,
    range: node.range,
    message: `negative query ${quote(node.value, 20)} shares no words with the description or positive queries; reword it`,
  }));
}

/** Words that any two English sentences may share; words shorter than `shortest` are always left out. */
const common =
  " about after again all also and any are ask but can could did does doing don each else even ever every few find for from get give goes got had has have help here hey him his how into its just know let like look make many may maybe more most much must need new not now off one only our out over own please put really run same see she should show some still such take tell than that the their them then there these they thing this those through too try two use using very want was way were what when where which while who why will with work would write yes yet you your ";

/** Number of letters that are compared, so that "extraction" and "extracting" match. */
const stemLength = 5;

const shortest = 3;

const word = unicodePattern(String.raw`[\p{L}\p{M}\p{N}]+`, "gu");

const unspaced = unicodePattern(String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]`);

/** The first letters of each word; in scripts without spaces between words, each pair of characters. */
interface Stems {
  readonly spaced: Set<string>;
  readonly unspaced: Set<string>;
}

function stemsOf(texts: readonly string[]): Stems {
  const stems: Stems = { spaced: new Set(), unspaced: new Set() };
  for (const text of texts) for (const [found] of text.matchAll(word())) add(stems, found);
  return stems;
}

/** "PR" and "CI" name a topic, unlike "it" and "on". */
const abbreviation = /^[A-Z][A-Z\d]$/;

function add(stems: Stems, written: string): void {
  const found = written.toLowerCase();
  if (unspaced().test(found))
    for (let at = 0; at + 1 < found.length; at++) stems.unspaced.add(found.slice(at, at + 2));
  else if ((found.length >= shortest && !common.includes(` ${found} `)) || abbreviation.test(written))
    stems.spaced.add(found.slice(0, stemLength));
}

/** Whether two texts share no words; false if they are in different scripts, such as English and Chinese. */
function shareNothing(a: Stems, b: Stems): boolean {
  if (a.spaced.size + a.unspaced.size === 0) return false;
  return apart(a.spaced, b.spaced) && apart(a.unspaced, b.unspaced);
}

function apart(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === 0 || (b.size > 0 && !Array.from(a).some((stem) => b.has(stem)));
}
