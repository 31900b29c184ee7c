import { forkPoint } from "../../git/trees.ts";
import { isCounted } from "../../model/report.ts";
import type { FindingDelta } from "../../model/reports/action.ts";
import type { SkillSource } from "../../model/source.ts";
import { emptyMemory } from "../../run/memory.ts";
import type { LintOptions } from "../lint/lint-options.ts";
import { lintUnwritten } from "../lint/lint.ts";
import { selectLinted } from "../lint/select-linted.ts";
import { committedSources } from "./committed-skill.ts";

/**
 * What a change since it left `base` does to the errors and warnings of skills, by their paths. Both versions are linted
 * with the settings of today and each skill by itself; what was suppressed before, or is in a baseline, does not count.
 * Empty if git does not know `base`. Throws a SkillsError as `lint` does.
 */
export async function findingDeltas(
  options: LintOptions,
  base: string,
): Promise<ReadonlyMap<string, FindingDelta>> {
  const settings = { ...options, partOnly: true };
  const fork = await forkPoint(options.cwd, base, "HEAD");
  if (fork === undefined) return new Map();
  const { sources } = await selectLinted(settings);
  const after = await printsOf(sources, settings);
  const before = await printsOf(await committedSources(sources, fork), settings);
  return new Map(
    sources.map(({ label }) => [label, compare(before.get(label) ?? none, after.get(label) ?? none)]),
  );
}

/** The fingerprints of the errors and warnings of a skill. */
interface Prints {
  readonly counted: readonly string[];
  /** Suppressed, or in a baseline. */
  readonly hidden: readonly string[];
}

const none: Prints = { counted: [], hidden: [] };

/** By the paths of the skills. */
async function printsOf(
  sources: readonly SkillSource[],
  options: LintOptions,
): Promise<ReadonlyMap<string, Prints>> {
  if (sources.length === 0) return new Map();
  const selected = { sources, inScope: sources, unread: [] };
  const { report } = await lintUnwritten(options, { ...emptyMemory(), selected });
  return new Map(
    report.subjects.map(({ path, findings }) => {
      const grave = findings.filter(({ severity }) => severity !== "info");
      const prints = (counted: boolean): readonly string[] =>
        grave.filter((each) => isCounted(each) === counted).map(({ fingerprint = "" }) => fingerprint);
      return [path, { counted: prints(true), hidden: prints(false) }];
    }),
  );
}

function compare(before: Prints, after: Prints): FindingDelta {
  const left = new Map<string, number>();
  for (const each of before.counted) left.set(each, (left.get(each) ?? 0) + 1);
  /** The number of those that the earlier version has, too; each of its findings is matched once. */
  const match = (prints: readonly string[]): number => {
    let matched = 0;
    for (const each of prints) {
      const number = left.get(each) ?? 0;
      if (number === 0) continue;
      left.set(each, number - 1);
      matched++;
    }
    return matched;
  };
  const same = match(after.counted);
  const suppressed = match(after.hidden);
  const gone = before.counted.length - same - suppressed;
  return { fresh: after.counted.length - same, same, suppressed, gone };
}
