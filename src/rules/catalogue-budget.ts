import type { CollectedSkill, CollectionFinding } from "../model/collection.ts";
import { count, grouped } from "../core/sentence.ts";
import { catalogues, defineCollectionRule, findingOn } from "./parts/collected.ts";

/** In characters: Claude Code's for a context of 200,000 tokens (1 %, four characters to a token), and Codex's where it does not know the context. */
const budget = 8_000;

/** Characters of a line beside the name and the description: the dash, the colon, the blanks, the end of the line. */
const separators = 5;

export default defineCollectionRule({
  meta: {
    id: "catalogue-budget",
    category: "portability",
    origin: "client:codex",
    source: "openai/codex codex-rs/core-skills/src/render.rs@0899b7c",
    summary:
      "Reports the longest description of a directory of skills whose names and descriptions have more than 8,000 characters together.",
    why: "A client lists no more of all installed skills than its budget: Codex shortens the long descriptions alike, Claude Code leaves those of the skills out that are used least.",
    remedy:
      "Shorten the longest descriptions, put what tells each skill from the others first, or have users install what they need; clients give more room where the context is larger.",
    severity: "info",
    off: true,
    since: "0.1.0",
  },
  over: "whole",
  check: ({ subject: { skills } }) => catalogues(skills).flatMap(findings),
});

function findings(catalogue: readonly CollectedSkill[]): readonly CollectionFinding[] {
  const names = catalogue.reduce((sum, { name }) => sum + name.length + separators, 0);
  const lengths = catalogue.map(({ description }) => description.length);
  const total = lengths.reduce((sum, length) => sum + length, names);
  const [longest, ...others] = [...catalogue].sort((a, b) => b.description.length - a.description.length);
  if (!longest || total <= budget) return [];
  const kept = sharedLength(lengths, budget - names);
  const cut = lengths.filter((length) => length > kept).length;
  const lost =
    kept > 0
      ? `${count(cut, "description")} would be cut to ${count(kept, "character")}`
      : "no description would be left";
  return [
    findingOn(
      longest,
      "description",
      `names and descriptions of the ${count(catalogue.length, "skill")} here have ${count(total, "character")} together: where a client lists ${grouped(budget)}, ${lost}`,
      others,
    ),
  ];
}

/** The greatest length for which all texts, cut to it, fit into the room. */
function sharedLength(lengths: readonly number[], room: number): number {
  let left = room;
  for (const [at, length] of lengths.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (lengths.length - at));
    if (length > share) return Math.max(0, share);
    left -= length;
  }
  return Infinity;
}
