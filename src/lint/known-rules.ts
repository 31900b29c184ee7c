import { SkillsError } from "../core/errors.ts";
import { didYouMean, nearest } from "../core/nearest.ts";
import { quote } from "../core/show.ts";
import { archiveCodeIds } from "../model/archive.ts";
import type { RuleMeta } from "../model/rule.ts";
import { smokeChecks } from "../model/smoke.ts";
import { uploadIds } from "../model/upload.ts";
import { ruleMetas } from "../rules/lists/lint-rules.ts";
import { retiredRules } from "../rules/lists/retired-rules.ts";

/**
 * The ids of target findings in `skills check`. The texts about them are in `target-rules.ts`, which is loaded on
 * demand.
 */
export const targetFindingIds: readonly string[] = [
  ...Object.keys(smokeChecks).map((check) => `smoke-${check}`),
  ...uploadIds.map((id) => `upload-${id}`),
  "pack-unreadable",
  ...archiveCodeIds.map((code) => `archive-${code}`),
];

/**
 * Every rule that findings, settings, suppressions and baselines can refer to, by id. Archive codes do not count as
 * dangers, as users have the skill itself, not the refused archive.
 */
export const knownRules: ReadonlyMap<string, Pick<RuleMeta, "danger">> = new Map([
  ...ruleMetas.map((meta) => [meta.id, meta] as const),
  ...targetFindingIds.map((id) => [id, {}] as const),
]);

/** The error for an unknown rule id; suggests the most similar id. */
export function unknownRule(id: string, known: readonly string[]): SkillsError {
  const heir = retiredRules.get(id);
  if (heir !== undefined)
    return new SkillsError("bad-usage", `the rule ${quote(id)} was replaced; use ${quote(heir)}`);
  return new SkillsError("bad-usage", `unknown rule ${quote(id)}${didYouMean(nearest(id, known))}`, {
    hint: "skills explain lists all rules",
  });
}
