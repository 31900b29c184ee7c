import type { Examined } from "../../lint/examine-skill.ts";
import type { FileEntry, SkillSource } from "../../model/source.ts";
import type { Target } from "../../model/target.ts";
import type { HeldSource } from "../../model/held-source.ts";
import type { Report } from "../../model/report.ts";
import type { ResultCache } from "../cache/result-cache.ts";
import type { SkillCheck } from "../../model/reports/check.ts";
import type { LintPlan } from "./prepare-run.ts";

/**
 * Findings that `skills check` adds to those of the rules, before severities, suppressions and the baseline are
 * applied.
 */
export interface CheckAddition {
  /** The rule ids of its findings. */
  readonly rules: readonly string[];
  /** Called before the work on a skill, unless its result is in the cache. */
  begin(index: number, of: number): void;
  /** Checks a skill; `targets` are those whose refusal is an error. */
  add(examined: Examined, source: HeldSource, targets: readonly Target[]): Promise<Added>;
  /** Called with the result of each skill, in order. */
  note(check: SkillCheck): void;
  /** Called with the report, before the cache is written. */
  conclude?(report: Report, cache: ResultCache | undefined): Promise<void>;
  /** What a result depends on, besides the skill's files and the settings of lint. */
  about(source: SkillSource, files: readonly FileEntry[]): readonly unknown[];
  /** What a thread needs to do the same, as plain data. */
  plan(lint: LintPlan): Promise<object>;
}

/** A skill with the findings of `skills check`. */
export interface Added {
  readonly examined: Examined;
  readonly check: SkillCheck;
  /** Whether the next run would find the same if nothing changed. */
  readonly isLasting: boolean;
}
