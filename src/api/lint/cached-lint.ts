import { Buffer } from "node:buffer";
import { onceForEach } from "../../core/once.ts";
import { isFixable, saveSkill, type SavedSkill } from "../../lint/saved-skill.ts";
import { examine, lintSaved, lintSkill, type LintedSkill, type LintRun } from "../../lint/lint-run.ts";
import { sha256 } from "../../manifest/digest.ts";
import type { SkillSource } from "../../model/source.ts";
import type { ResultCache } from "../cache/result-cache.ts";
import { hashText } from "./hash-text.ts";

/** Lints a skill, or takes its findings from the cache. If fixes are applied, a skill with fixes is examined again. */
export function lintedBy(run: LintRun, cache: ResultCache): (source: SkillSource) => LintedSkill {
  return (source) => {
    const found = cache.find<SavedSkill>(source, settingsOf(run, source));
    const isFixed = run.fix !== "none";
    if (found.saved && !(isFixed && found.saved.subject.findings.some(isFixable)))
      return lintSaved(run, source, found.saved);
    if (isFixed) return lintSkill(run, source);
    const examined = examine(run, found.source);
    if (examined.subject.partial.length === 0) found.store(saveSkill(examined, source, hashText));
    return lintSkill(run, source, examined);
  };
}

/** What the findings of a skill depend on, besides its files and surroundings. */
export function settingsOf(run: LintRun, source: SkillSource): readonly unknown[] {
  return [rulesOf(run), run.reading.tokens?.name, run.settings.targetsOf(source)];
}

const rulesOf = onceForEach(({ rules }: LintRun) =>
  sha256(Buffer.from(rules.map(({ meta }) => meta.id).join(" "))),
);
