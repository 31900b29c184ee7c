import { unicodePattern } from "../../core/unicode-pattern.ts";

/** Words that any two English sentences may share; shorter ones are left out in any case. */
const common =
  " about after again all also and any are ask but can could did does doing don each else even ever every few find for from get give goes got had has have help here hey him his how into its just know let like look make many may maybe more most much must need new not now off one only our out over own please put really run same see she should show some still such take tell than that the their them then there these they thing this those through too try two use using very want was way were what when where which while who why will with work would write yes yet you your ";

/** A long word stands for others of its kin: "extract" for "extraction" and "extracting". */
const stemLength = 5;
const shortest = 3;

const word = unicodePattern(String.raw`[\p{L}\p{M}\p{N}]+`, "gu");
const unspaced = unicodePattern(String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]`);

/** What a text is about: the first letters of its words, and every two characters where words are not spaced. */
interface Stems {
  readonly spaced: Set<string>;
  readonly unspaced: Set<string>;
}

export function stemsOf(texts: readonly string[]): Stems {
  const stems: Stems = { spaced: new Set(), unspaced: new Set() };
  for (const text of texts) for (const [found] of text.toLowerCase().matchAll(word())) add(stems, found);
  return stems;
}

function add(stems: Stems, found: string): void {
  if (unspaced().test(found))
    for (let at = 0; at + 1 < found.length; at++) stems.unspaced.add(found.slice(at, at + 2));
  else if (found.length >= shortest && !common.includes(` ${found} `))
    stems.spaced.add(found.slice(0, stemLength));
}

/** Whether two texts could have a word in common and have none; an English description and a Chinese query could have none. */
export function shareNothing(a: Stems, b: Stems): boolean {
  if (a.spaced.size + a.unspaced.size === 0) return false;
  return apart(a.spaced, b.spaced) && apart(a.unspaced, b.unspaced);
}

function apart(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === 0 || (b.size > 0 && !Array.from(a).some((stem) => b.has(stem)));
}
