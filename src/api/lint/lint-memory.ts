import type { LintedSkill } from "../../lint/lint-run.ts";
import type { SkillSource } from "../../model/source.ts";
import type { SkillCheck } from "../../model/reports/check.ts";
import type { SelectedSources } from "../scope/select-sources.ts";
import type { CollectionFindings } from "../../lint/check-collection.ts";
import { type Head, openHead } from "../../lint/saved-skill.ts";

/** The state that a run saves for the next one over the same skills. */
export interface LintMemory {
  /** By the skill's path in the report. */
  readonly skills: Map<string, LintedSkill>;
  /** By the same paths, what `skills check` found besides findings. */
  readonly checks: Map<string, SkillCheck>;
  /** The skills to read again. */
  readonly stale: Set<string>;
  /** The discovered skills; absent if they must be discovered again. */
  selected?: SelectedSources | undefined;
  together?: { readonly of: readonly Head[]; readonly result: CollectionFindings };
}

/** Unchanged skills are not read again; those with unchanged frontmatter are not compared with the others again. */
export function recall(
  source: SkillSource,
  memory: LintMemory | undefined,
  lintSkill: (source: SkillSource) => LintedSkill,
): LintedSkill {
  return recalled(source, memory) ?? remember(source, memory, lintSkill(source));
}

/** The skill, unless it must be read again. */
export function recalled({ label }: SkillSource, memory: LintMemory | undefined): LintedSkill | undefined {
  return memory?.stale.has(label) ? undefined : memory?.skills.get(label);
}

export function remember(
  { label }: SkillSource,
  memory: LintMemory | undefined,
  skill: LintedSkill,
): LintedSkill {
  const known = memory?.skills.get(label);
  const same = known !== undefined && headOf(known) === headOf(skill);
  const kept = same ? { ...skill, collected: known.collected } : skill;
  memory?.skills.set(label, kept);
  return kept;
}

function headOf({ collected: [head] }: LintedSkill): string | undefined {
  if (!head) return undefined;
  const { skill, source } = openHead(head);
  return `${skill.file}\n${source.text}`;
}

export function emptyMemory(): LintMemory {
  return { skills: new Map(), checks: new Map(), stale: new Set() };
}
