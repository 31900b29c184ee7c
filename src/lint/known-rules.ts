import { SkillsError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import { quote } from "../core/show.ts";
import { archiveCodeIds } from "../model/archive.ts";
import type { RuleMeta } from "../model/rule.ts";
import { smokeChecks } from "../model/smoke.ts";
import { uploadIds } from "../model/upload.ts";
import { ruleMetas } from "../rules/lists/lint-rules.ts";
import { retiredRules } from "../rules/lists/retired-rules.ts";

/** What `skills check` finds where it tries a skill. The words about them are in `target-rules.ts`, which few need. */
export const triedRules: readonly string[] = [
  ...Object.keys(smokeChecks).map((check) => `smoke-${check}`),
  ...uploadIds.map((id) => `upload-${id}`),
  "pack-unreadable",
  ...archiveCodeIds.map((code) => `archive-${code}`),
];

/** Every rule that a finding over a skill may have, and so a setting, a suppression or a baseline, by its id. That an archive is refused is no danger to whoever has the skill itself. */
export const knownRules: ReadonlyMap<string, Pick<RuleMeta, "danger">> = new Map([
  ...ruleMetas.map((meta) => [meta.id, meta] as const),
  ...triedRules.map((id) => [id, {}] as const),
]);

/** The error for an id that no rule has, with the nearest that one has. */
export function unknownRule(id: string, known: readonly string[]): SkillsError {
  const heir = retiredRules.get(id);
  if (heir !== undefined)
    return new SkillsError(
      "bad-usage",
      `the rule ${quote(id)} is no more, expected ${quote(heir)}, which says the same`,
    );
  const near = nearest(id, known);
  return new SkillsError(
    "bad-usage",
    `there is no rule ${quote(id)}${near === undefined ? "" : `; the nearest is ${quote(near)}`}`,
    { hint: "skills explain lists them all" },
  );
}
