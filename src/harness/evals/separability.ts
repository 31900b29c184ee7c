import type { CatalogEntry } from "../../model/agent.ts";
import { quote } from "../../core/show.ts";
import type { Ranking } from "../models/rank-catalog.ts";

/** Compares a prompt with names and descriptions. */
export type Rank = (prompt: string, catalog: readonly CatalogEntry[]) => Ranking;

/** Minimum lead of the best match over the second, as a share of its score, and minimum number of shared words. */
const separabilityBounds = { lead: 0.2, words: 2 } as const;

/** How keywords alone separate the skills for a prompt. This does not predict what a model would choose. */
export type Separated =
  | { readonly kind: "one"; readonly name: string; readonly reason: string }
  | { readonly kind: "none" | "close"; readonly reason: string };

export function separate(prompt: string, catalog: readonly CatalogEntry[], rank: Rank): Separated {
  const {
    ranked: [, second],
    chosen,
    margin,
  } = rank(prompt, catalog);
  if (!chosen) return { kind: "none", reason: "no skill matches the prompt by keywords alone" };
  const {
    skill: { name },
    score,
    words,
  } = chosen;
  const nearest = `the best match by keywords alone is ${quote(name, 80)}`;
  const lead =
    second && second.score > 0
      ? `${Math.round((100 * margin) / score)}% ahead of ${quote(second.skill.name, 80)}`
      : "with no other match";
  if (words.length < separabilityBounds.words)
    return { kind: "close", reason: `${nearest}, but only one word matches: ${quote(words.join(" "), 80)}` };
  if (margin < separabilityBounds.lead * score)
    return {
      kind: "close",
      reason: `${nearest}, but only ${lead} (minimum ${separabilityBounds.lead * 100}%)`,
    };
  return { kind: "one", name, reason: `${nearest}, ${lead}` };
}

/** A condition that must hold for the measure to be used. */
export interface Control {
  readonly name: string;
  readonly holds: boolean;
}

/** No description in any language contains these words. */
const nonsense = "qzxvk wjfpb zzxqj vkkqz";

/** A skill's description must match that skill best, and made-up words must match none. */
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

/** Whether keywords alone choose the skill, or another one, as expected; undefined if the result is not clear. */
export function isSeparated(
  found: Separated,
  skill: string,
  should: boolean,
  catalog: readonly CatalogEntry[],
): boolean | undefined {
  if (found.kind !== "one") return found.kind === "none" && !should ? true : undefined;
  if (found.name !== skill) return !should;
  // If there is only one skill, every prompt that shares a word matches it, including the near misses that should not.
  const others = catalog.some(({ name, hidden }) => name !== skill && !hidden);
  return should ? true : others ? false : undefined;
}
