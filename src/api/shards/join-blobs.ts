import { SkillsError } from "../../core/errors.ts";
import { seriesAtMost } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { version } from "../../generated/version.ts";
import type { Blob, BlobAnswer, BlobRun, TypedWords } from "../../model/blob.ts";
import type { Shard } from "../../model/shard.ts";

/** A blob, and its file as shown to the user. */
export interface NamedBlob {
  readonly blob: Blob;
  readonly file: string;
}

/** All shards of a run. */
export interface Joined extends Pick<Blob, "command" | "controls" | "seconds"> {
  readonly run: BlobRun;
  readonly typed?: TypedWords;
  /** In the order of the skills in scope. */
  readonly answers: readonly BlobAnswer[];
}

/** The names of shards that a message lists. */
const mostNamed = 5;

/**
 * Joins the shards of a run. Throws a SkillsError that names a shard that is missing, is there twice, or is of another
 * version, question, set of skills or number of shards.
 */
export function joinBlobs(blobs: readonly NamedBlob[]): Joined {
  const [first] = blobs;
  if (!first) throw new SkillsError("not-found", "there is no blob to merge");
  for (const each of blobs) requireAlike(each, first);
  const byShard = blobs.toSorted((one, other) => one.blob.shard.index - other.blob.shard.index);
  requireEachOnce(byShard, first.blob.shard.of);
  const all = byShard.map(({ blob }) => blob);
  const answers = all.flatMap((blob) => blob.answers).toSorted((one, other) => one.at - other.at);
  const { command, skills } = first.blob;
  const { run, typed } = all[0]!;
  if (!run || answers.length !== skills || answers.some(({ at }, index) => at !== index))
    throw new SkillsError(
      "unreadable",
      `the blobs do not have each of ${skills} skills once; run all shards again`,
    );
  return {
    command,
    run,
    ...(typed && { typed }),
    answers,
    seconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
    controls: Array.from(new Set(all.flatMap(({ controls }) => controls))),
  };
}

function requireAlike({ blob, file }: NamedBlob, first: NamedBlob): void {
  const [it, other] = [`${quote(file)} (shard ${shown(blob.shard)})`, quote(first.file)];
  const refuse = (problem: string): never => {
    throw new SkillsError("bad-usage", `${it} ${problem}; run its shard again`);
  };
  if (blob.tool.version !== version) refuse(`was written by version ${blob.tool.version}, not ${version}`);
  if (blob.command !== first.blob.command) refuse(`is of \`${blob.command}\`, unlike ${other}`);
  if (blob.question !== first.blob.question) refuse(`has other options or another config than ${other}`);
  if (blob.scope !== first.blob.scope) refuse(`found other skills than ${other}`);
  if (blob.shard.of !== first.blob.shard.of)
    refuse(`is not one of the ${first.blob.shard.of} shards of ${other}`);
}

function requireEachOnce(blobs: readonly NamedBlob[], of: number): void {
  const byIndex = new Map<number, string>();
  for (const { blob, file } of blobs) {
    const { shard } = blob;
    const known = byIndex.get(shard.index);
    if (known !== undefined)
      throw new SkillsError(
        "bad-usage",
        `shard ${shown(shard)} is in both ${quote(known)} and ${quote(file)}; remove one of them`,
      );
    byIndex.set(shard.index, file);
  }
  const missing = Array.from({ length: of }, (_, at) => at + 1).filter((index) => !byIndex.has(index));
  if (missing.length === 0) return;
  const names = seriesAtMost(
    missing.map((index) => shown({ index, of })),
    mostNamed,
  );
  throw new SkillsError(
    "not-found",
    `${missing.length === 1 ? "shard" : "shards"} ${names} missing; merge all ${of}`,
  );
}

function shown({ index, of }: Shard): string {
  return `${index}/${of}`;
}
