import type { Refusal, RefusalReason, ValidatorId } from "./client.ts";
import type { Skill } from "./skill.ts";

export interface NamedRefusal {
  readonly client: ValidatorId;
  /** The client's message, unescaped. */
  readonly message: string;
  readonly field?: string;
}

/** Refusals that no finding of a rule explains. */
export interface UnexplainedRefusals {
  readonly skill: Skill;
  readonly refusals: readonly { readonly client: ValidatorId; readonly refusal: Refusal }[];
}

/** Messages of the modeled clients that refuse the skill for `reason`, in the order of the models. */
export function refusalsFor(skill: Skill, reason: RefusalReason): readonly NamedRefusal[] {
  return skill.clientRefusals.flatMap(({ client, refusals }) =>
    refusals
      .filter((refusal) => refusal.reason === reason)
      .map(({ message, field }) => ({ client, message, ...(field !== undefined && { field }) })),
  );
}

/** Whether a modeled client refuses the skill for one of the reasons. Uses loops because nearly every rule calls it for every skill. */
export function isRefusedFor({ clientRefusals }: Skill, reasons: readonly RefusalReason[]): boolean {
  for (const { refusals } of clientRefusals) {
    for (const { reason } of refusals) if (reasons.includes(reason)) return true;
  }
  return false;
}
