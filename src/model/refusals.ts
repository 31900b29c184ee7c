import type { Refusal, RefusalReason, ValidatorId } from "./validator.ts";
import type { Skill } from "./skill.ts";
import type { Target } from "./target.ts";

export interface NamedRefusal {
  readonly validator: ValidatorId;
  /** The validator's message, unescaped. */
  readonly message: string;
  readonly field?: string;
}

/** Refusals that no finding of a rule explains. */
export interface UnexplainedRefusals {
  readonly skill: Skill;
  readonly refusals: readonly { readonly validator: ValidatorId; readonly refusal: Refusal }[];
  readonly loads: readonly UnexplainedLoad[];
}

/** Agent clients that do not load a skill for a reason that no finding of a rule has. */
export interface UnexplainedLoad {
  readonly clients: readonly Target[];
  /** A problem as in a finding, such as `description is missing`. */
  readonly reason: string;
  /**
   * "by-choice": the author asked for it with a field of the frontmatter; "unknown": it is not known whether the
   * clients load the skill; "inside": they take it for a part of another skill.
   */
  readonly kind: "dropped" | "by-choice" | "unknown" | "inside";
  /** The command that helps. */
  readonly help?: string | undefined;
}

/** A single file in a client's directory of skills that was meant to be a skill. */
export interface LooseSkill {
  /** Relative to the directory. */
  readonly file: string;
  /** The clients that do not load it, by the reason. */
  readonly loads: readonly Omit<UnexplainedLoad, "kind">[];
}

/** Messages of the validators that refuse the skill for `reason`, in the order of the models. */
export function refusalsFor(skill: Skill, reason: RefusalReason): readonly NamedRefusal[] {
  return skill.validatorRefusals.flatMap(({ validator, refusals }) =>
    refusals
      .filter((refusal) => refusal.reason === reason)
      .map(({ message, field }) => ({ validator, message, ...(field !== undefined && { field }) })),
  );
}

/**
 * Whether a validator refuses the skill for one of the reasons. Uses loops because nearly every rule calls it for
 * every skill.
 */
export function isRefusedFor({ validatorRefusals }: Skill, reasons: readonly RefusalReason[]): boolean {
  for (const { refusals } of validatorRefusals) {
    for (const { reason } of refusals) if (reasons.includes(reason)) return true;
  }
  return false;
}
