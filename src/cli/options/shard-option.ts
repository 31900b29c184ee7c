import type { Command } from "commander";
import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import type { Shard } from "../../model/shard.ts";

export const shardNotes = `Shards:
  --shard 2/5 checks the second of five parts of the skills, chosen by a hash of
  each path, and reports what these skills have by themselves. --format blob
  writes what "skills merge-reports" needs to print the report of all parts, in
  which skills are compared and baselines and suppressions are applied. A part
  without a skill is clean.
`;

/** Adds --shard to a command whose reports can be merged. */
export function addShardOption(command: Command): Command {
  return command.option(
    "--shard <i/n>",
    "check only the i-th of n parts of the skills; merge their blobs with skills merge-reports",
    parseShard,
  );
}

/** A typing mistake must not make thousands of parts. */
const most = 10_000;

function parseShard(word: string): Shard {
  const [, index, of] = /^(\d{1,5})\/(\d{1,5})$/.exec(word) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (of === undefined || shard.index < 1 || shard.index > shard.of || shard.of > most)
    throw new SkillsError("bad-usage", `--shard ${quote(word)} is not a part i/n, such as 1/4`);
  return shard;
}
