import type { LintedSkill } from "../../lint/lint-run.ts";
import type { SkillSource } from "../../model/source.ts";
import type { SelectedSources } from "../scope/select-sources.ts";
import type { Collected, CollectionFindings } from "../../lint/check-collection.ts";

/** What a run leaves for the next one over the same skills. */
export interface LintMemory {
  /** By the report's path. */
  readonly skills: Map<string, LintedSkill>;
  /** Those of them that are to be read again. */
  readonly stale: Set<string>;
  /** Which skills there are; absent where they are to be looked for again. */
  selected?: SelectedSources | undefined;
  together?: { readonly of: readonly Collected[]; readonly result: CollectionFindings };
}

/** A skill that was not changed is not read again; where its frontmatter was not, neither is it held against the others again. */
export function recall(
  source: SkillSource,
  memory: LintMemory | undefined,
  lintSkill: (source: SkillSource) => LintedSkill,
): LintedSkill {
  const known = memory?.skills.get(source.label);
  if (known && !memory?.stale.has(source.label)) return known;
  const skill = lintSkill(source);
  const same = known !== undefined && headOf(known) === headOf(skill);
  const kept = same ? { ...skill, collected: known.collected } : skill;
  memory?.skills.set(source.label, kept);
  return kept;
}

function headOf({ collected: [head] }: LintedSkill): string | undefined {
  return head && `${head.skill.file}\n${head.source.text}`;
}
