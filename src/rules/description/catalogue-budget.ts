import type { CollectedSkill, CollectionFinding } from "../../model/collection.ts";
import { count, grouped } from "../../core/sentence.ts";
import { catalogs, defineCollectionRule, findingOn } from "../parts/collected.ts";

/**
 * Limits in characters: that of Claude Code for a context of 200,000 tokens (1%, four characters per token), and that
 * of Codex for an unknown context.
 */
const budget = 8_000;

/** Number of characters per catalog entry in addition to name and description: dash, colon, spaces, line ending. */
const separators = 5;

export default defineCollectionRule({
  meta: {
    id: "catalogue-budget",
    category: "portability",
    origin: "client:codex",
    source: "openai/codex codex-rs/core-skills/src/render.rs@0899b7c",
    summary:
      "Reports the longest description in a directory of skills if all names and descriptions together have more than 8,000 characters.",
    why: "Clients limit the catalog of all installed skills: Codex shortens all long descriptions equally, Claude Code omits those of the least used skills.",
    remedy:
      "Shorten the longest descriptions, put what distinguishes each skill first, or let users install only what they need; clients with a larger context allow more.",
    severity: "info",
    off: true,
    since: "0.1.0",
  },
  over: "whole",
  check: ({ subject: { skills } }) => catalogs(skills).flatMap(findings),
});

function findings(catalog: readonly CollectedSkill[]): readonly CollectionFinding[] {
  const names = catalog.reduce((sum, { name }) => sum + name.length + separators, 0);
  const lengths = catalog.map(({ description }) => description.length);
  const total = lengths.reduce((sum, length) => sum + length, names);
  const [longest, ...others] = [...catalog].sort((a, b) => b.description.length - a.description.length);
  if (!longest || total <= budget) return [];
  const fitting = sharedLength(lengths, budget - names);
  const cut = lengths.filter((length) => length > fitting).length;
  const effect =
    fitting > 0
      ? `truncates ${count(cut, "description")} to ${count(fitting, "character")}`
      : "has no room for descriptions";
  return [
    findingOn(
      longest,
      "description",
      `catalog of ${count(catalog.length, "skill")} has ${count(total, "character")}; a client with a limit of ${grouped(budget)} ${effect}`,
      others,
    ),
  ];
}

/** The maximum length to which all texts must be truncated to fit into `room` together. */
function sharedLength(lengths: readonly number[], room: number): number {
  let left = room;
  for (const [at, length] of lengths.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (lengths.length - at));
    if (length > share) return Math.max(0, share);
    left -= length;
  }
  return Infinity;
}
