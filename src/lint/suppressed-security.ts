import type { Subject, SuppressedSecurity } from "../model/report.ts";
import { ruleMetas } from "../rules/lists/lint-rules.ts";

const securityRules: ReadonlySet<string> = new Set(
  ruleMetas.flatMap(({ id, category }) => (category === "security" ? [id] : [])),
);

/**
 * The findings of security rules that comments in the skills suppress, by rule and file, in the order of the report.
 * They are listed because the author of the reported code may have written the comment. Suppressions in the config
 * are the user's decision and are not listed.
 */
export function suppressedSecurity(subjects: readonly Subject[]): readonly SuppressedSecurity[] {
  const places = new Map<string, SuppressedSecurity>();
  for (const { path, findings } of subjects)
    for (const { ruleId, file, suppressed } of findings) {
      if (suppressed?.by !== "comment" || !securityRules.has(ruleId)) continue;
      const key = JSON.stringify([path, file, ruleId]);
      const findingsBefore = places.get(key)?.findings ?? 0;
      places.set(key, { ruleId, path, file, findings: findingsBefore + 1 });
    }
  return Array.from(places.values());
}
