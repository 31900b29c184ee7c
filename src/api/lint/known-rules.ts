import { archiveCodeIds } from "../../model/archive.ts";
import type { RuleMeta } from "../../model/rule.ts";
import { smokeChecks } from "../../model/smoke.ts";
import { uploadIds } from "../../model/upload.ts";
import { ruleMetas } from "../../rules/lists/lint-rules.ts";

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
