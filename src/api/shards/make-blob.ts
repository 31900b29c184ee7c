import { once } from "../../core/once.ts";
import { pathInside } from "../../find/passed-over.ts";
import { openSurroundings } from "../../find/surroundings.ts";
import { version } from "../../generated/version.ts";
import type { Answered, Around } from "../../lint/conclude.ts";
import { digestText } from "../../manifest/digest.ts";
import type { Blob, BlobAnswer, BlobRun, ShardedCommand } from "../../model/blob.ts";
import type { SkillSource } from "../../model/source.ts";
import { placeIn } from "../../read/file-place.ts";
import { joinNative } from "../../read/label.ts";
import { installedSkills } from "../check/installed-skills.ts";
import type { LintRequest } from "../lint/lint.ts";
import type { SelectedSources } from "../scope/select-sources.ts";

interface Made {
  readonly command: ShardedCommand;
  readonly options: LintRequest;
  readonly selected: SelectedSources;
  readonly answered: readonly Answered[];
  readonly around: Pick<Around, "baseline" | "roots" | "unread">;
  readonly seconds: number;
}

/** What the report of all shards needs of a run; see `Blob`. */
export function makeBlob({ command, options, selected, answered, around, seconds }: Made): Blob {
  const { sharded } = selected;
  if (!sharded) throw new Error("a blob needs a shard");
  const { shard, all, positions, scope } = sharded;
  const { cwd } = options;
  const placed = placeWriter(options);
  const asked = once(() => plainOptions(options, around.baseline));
  const run = (): BlobRun => ({
    options: asked(),
    unread: around.unread,
    roots: (around.roots ?? []).map(placed),
    siblings: siblingsIn(all, cwd),
    installed:
      command === "check"
        ? installedSkills(
            all.map(({ label }) => ({ path: label })),
            cwd,
          )
        : [],
  });
  return {
    tool: { name: "skillwright", version },
    command,
    question: digestText(JSON.stringify([command, asked()])),
    scope,
    skills: all.length,
    shard,
    seconds,
    controls: [],
    ...(shard.index === 1 && { run: run() }),
    answers: answered.map((each, at) => ({ at: positions[at]!, ...placed(each) })),
  };
}

/**
 * Writes where a skill is, relative to the working directory. What the config's patterns are compared to depends on
 * symlinks, which may not be there when blobs are merged.
 */
function placeWriter({
  cwd,
  overrides,
  suppressions = [],
}: LintRequest): (answered: Answered) => Omit<BlobAnswer, "at"> {
  const bases = [
    ...(overrides ? [overrides.directory] : []),
    ...suppressions.map(({ directory }) => directory),
  ];
  const labelOf = (absolute: string): string => placeIn(cwd, absolute, cwd).label;
  return ({ answer, directory }) => {
    if (directory === undefined) return { answer };
    const matched = bases.flatMap((base) => {
      const inner = pathInside(base, directory);
      return inner === undefined ? [] : [labelOf(inner === "" ? base : joinNative(base, inner))];
    })[0];
    const label = labelOf(directory);
    return { answer, directory: label, ...(matched !== undefined && matched !== label && { matched }) };
  };
}

/** Where skills are and how a run is done. All other options are part of the question, those of later versions too. */
const notAsked: ReadonlySet<string> = new Set([
  "acceptFix",
  "blob",
  "cache",
  "changed",
  "cwd",
  "dryRun",
  "earlier",
  "files",
  "fix",
  "fixRules",
  "ignore",
  "jobs",
  "onProgress",
  "onSkill",
  "paths",
  "shard",
  "signal",
  "stdin",
  "timing",
] satisfies readonly (keyof LintRequest | "onSkill")[]);

/** All that the answers and the report depend on, without what only this machine knows. */
function plainOptions(options: LintRequest, baseline: Around["baseline"]): object {
  const { cwd, overrides, suppressions, maxWarnings = Infinity } = options;
  const inCwd = <Listed extends { readonly directory: string }>(listed: Listed): Listed => ({
    ...listed,
    directory: placeIn(cwd, listed.directory, cwd).label,
  });
  const asked = Object.entries(options).filter(([key]) => !notAsked.has(key));
  return {
    ...Object.fromEntries(asked),
    overrides: overrides && inCwd(overrides),
    suppressions: suppressions?.map(inCwd),
    maxWarnings: Number.isFinite(maxWarnings) ? maxWarnings : undefined,
    baseline: baseline && { path: baseline.path, listed: baseline.listed },
  };
}

/** The names of the directories next to each skill in scope. */
function siblingsIn(all: readonly SkillSource[], cwd: string): BlobRun["siblings"] {
  const { namesBeside } = openSurroundings();
  const found = new Map<string, readonly string[]>();
  for (const { directory } of all) {
    if (directory === undefined) continue;
    const above = labelAbove(directory, cwd);
    if (!found.has(above)) found.set(above, Array.from(namesBeside(directory)));
  }
  return Array.from(found);
}

/** The directory above a skill, as `siblings` of a blob names it. */
export function labelAbove(directory: string, cwd: string): string {
  return placeIn(directory, "..", cwd).label;
}
