import { SkillsError } from "../../core/errors.ts";
import { series } from "../../core/sentence.ts";
import { digestText } from "../../manifest/digest.ts";
import type { ShardedScope } from "../../model/blob.ts";
import type { Shard } from "../../model/shard.ts";
import type { SelectedSources } from "./select-sources.ts";

/** The skills of one shard. The first shard also has what was found besides skills. */
export function takeShard(found: SelectedSources, shard: Shard): SelectedSources {
  const { sources, unread } = found;
  const positions = sources.flatMap(({ label }, at) =>
    shardOf(label, shard.of) === shard.index ? [at] : [],
  );
  const mine = positions.map((at) => sources[at]!);
  const isFirst = shard.index === 1;
  const sharded: ShardedScope = {
    shard,
    all: sources,
    positions,
    scope: digestText(JSON.stringify([sources.map(({ label }) => label), unread.map(({ path }) => path)])),
  };
  return {
    ...found,
    sources: mine,
    inScope: mine,
    ...(!isFirst && { loose: [], plugins: [] }),
    sharded,
    // A single shard is the whole run.
    ...(shard.of > 1 && {
      scopeSummary: { skills: sources.length, selected: mine.length, missing: [], shard },
    }),
  };
}

/** The shard of a skill, from 1: the first 32 bits of the path's digest decide. */
function shardOf(path: string, of: number): number {
  return (Number.parseInt(digestText(path).slice(0, 8), 16) % of) + 1;
}

/** Throws a SkillsError for a shard that does not exist. */
export function requireShard({ index, of }: Shard): void {
  if (![index, of].every(Number.isSafeInteger) || index < 1 || index > of)
    throw new SkillsError("bad-usage", `there is no shard ${index}/${of}; use a number from 1 to ${of}`);
}

/** Throws a SkillsError for what a shard cannot be combined with: each phrase whose value is set. */
export function refuseWithShard(others: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(others).filter((name) => others[name]);
  if (given.length > 0)
    throw new SkillsError(
      "bad-usage",
      `a shard or a blob cannot be combined with ${series(given)}; leave out one of them`,
    );
}
