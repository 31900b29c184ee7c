import type { CatalogEntry } from "../../model/agent.ts";
import { quote } from "../../core/show.ts";
import type { Ranking } from "../models/rank-catalog.ts";

/** How prompts are held against names and descriptions. */
export type Rank = (prompt: string, catalog: readonly CatalogEntry[]) => Ranking;

/** How far the best must be ahead of the second, as a share of its own score, and how many words it must share, to be told apart by them. */
const separabilityBounds = { lead: 0.2, words: 2 } as const;

/** What words alone tell of a prompt. It is the separability of descriptions, and says nothing of what a model would choose. */
export type Separated =
  | { readonly kind: "one"; readonly name: string; readonly reason: string }
  | { readonly kind: "none" | "close"; readonly reason: string };

export function separate(prompt: string, catalog: readonly CatalogEntry[], rank: Rank): Separated {
  const {
    ranked: [, second],
    chosen,
    margin,
  } = rank(prompt, catalog);
  if (!chosen) return { kind: "none", reason: "by words alone, no skill matches the prompt" };
  const {
    skill: { name },
    score,
    words,
  } = chosen;
  const nearest = `by words alone, the best match is ${quote(name, 80)}`;
  const lead =
    second && second.score > 0
      ? `${Math.round((100 * margin) / score)} % ahead of ${quote(second.skill.name, 80)}`
      : "with no other match";
  if (words.length < separabilityBounds.words)
    return { kind: "close", reason: `${nearest}, but only one word matches: ${quote(words.join(" "), 80)}` };
  if (margin < separabilityBounds.lead * score)
    return {
      kind: "close",
      reason: `${nearest}, but only ${lead} (minimum ${separabilityBounds.lead * 100} %)`,
    };
  return { kind: "one", name, reason: `${nearest}, ${lead}` };
}

/** Something that must hold of the measure before anything that it measures is told. */
export interface Control {
  readonly name: string;
  readonly holds: boolean;
}

/** No description has these words, in whatever language: none of them is one. */
const nonsense = "qzxvk wjfpb zzxqj vkkqz";

/** A skill's own description must lead to it, and words that nobody uses to none. */
export function controlsOf(
  names: readonly string[],
  catalog: readonly CatalogEntry[],
  rank: Rank,
): readonly Control[] {
  const own = names.map((name) => {
    const entry = catalog.find((known) => known.name === name);
    const found = entry && separate(entry.description, catalog, rank);
    return {
      name: `the description of ${quote(name, 80)} must match ${quote(name, 80)} best`,
      holds: found?.kind === "one" && found.name === name,
    };
  });
  return [
    ...own,
    {
      name: "made-up words must match no skill",
      holds: separate(nonsense, catalog, rank).kind === "none",
    },
  ];
}

/** Whether a prompt that should, or should not, choose a skill does so by its words; undefined where words do not tell. */
export function isSeparated(
  found: Separated,
  skill: string,
  should: boolean,
  catalog: readonly CatalogEntry[],
): boolean | undefined {
  if (found.kind !== "one") return found.kind === "none" && !should ? true : undefined;
  if (found.name !== skill) return !should;
  // Among one, a skill is the nearest to all that shares a word with it: that a near miss does is what it was written for.
  const others = catalog.some(({ name, hidden }) => name !== skill && !hidden);
  return should ? true : others ? false : undefined;
}
