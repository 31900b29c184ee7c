import { Buffer } from "node:buffer";
import { onceForEach } from "../../core/once.ts";
import { isFixable, saveSkill, type SavedSkill } from "../../lint/saved-skill.ts";
import { examine, lintSaved, lintSkill, type LintedSkill, type LintRun } from "../../lint/lint-run.ts";
import { sha256 } from "../../manifest/digest.ts";
import type { SkillSource } from "../../model/source.ts";
import { holdSource } from "../../read/hold-source.ts";
import type { SkillCheck } from "../../results/check.ts";
import type { ResultCache } from "../cache/result-cache.ts";
import { hashText } from "./hash-text.ts";
import type { CheckAddition } from "./lint.ts";

/** Lints a skill, or takes its findings from the cache. If fixes are applied, a skill with fixes is examined again. */
export function lintedBy(run: LintRun, cache: ResultCache): (source: SkillSource) => LintedSkill {
  return (source) => {
    const found = cache.find<SavedSkill>(source, () => settingsOf(run, source));
    const isFixed = run.fix !== "none";
    if (found.saved && !(isFixed && found.saved.subject.findings.some(isFixable)))
      return lintSaved(run, source, found.saved);
    if (isFixed) return lintSkill(run, source);
    const examined = examine(run, found.source);
    if (examined.subject.partial.length === 0) found.store(saveSkill(examined, source, hashText));
    return lintSkill(run, source, examined);
  };
}

/** The result of `skills check` for a skill. */
interface SavedCheck {
  readonly skill: SavedSkill;
  readonly check: SkillCheck;
}

/** As `lintedBy`, for a run with additional findings. */
export function checkedBy(
  run: LintRun,
  { add, note, about }: CheckAddition,
  cache: ResultCache,
): (source: SkillSource) => Promise<LintedSkill> {
  return async (source) => {
    const found = cache.find<SavedCheck>(source, (files) => [
      ...settingsOf(run, source),
      ...about(source, files),
    ]);
    if (found.saved) {
      note(found.saved.check);
      return lintSaved(run, source, found.saved.skill);
    }
    const held = holdSource(found.source);
    const { examined, check, isLasting } = await add(
      examine(run, held),
      held,
      run.settings.targetsOf(source),
    );
    note(check);
    if (isLasting) found.store({ skill: saveSkill(examined, source, hashText), check });
    return lintSkill(run, source, examined);
  };
}

/** What the findings of a skill depend on, besides its files and surroundings. */
function settingsOf(run: LintRun, source: SkillSource): readonly unknown[] {
  return [rulesOf(run), run.reading.tokens?.name, run.settings.targetsOf(source)];
}

const rulesOf = onceForEach(({ rules }: LintRun) =>
  sha256(Buffer.from(rules.map(({ meta }) => meta.id).join(" "))),
);
