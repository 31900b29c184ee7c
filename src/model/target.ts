import { systemIds, type SystemId } from "./agent.ts";
import { validatorIds, type ValidatorId } from "./client.ts";
import { uploadIds, type UploadId } from "./upload.ts";

/**
 * A program that accepts or refuses skills: a validator, an uploader or a simulated agent. "claude-api" is both a
 * validator and an uploader.
 */
export type CheckTarget = ValidatorId | UploadId | SystemId;

/** In display order. */
export const checkTargets: readonly CheckTarget[] = Array.from(
  new Set([...validatorIds, ...uploadIds, ...systemIds]),
);

/** Whether all commands that check skills support the target, not only `skills check`. */
export function isValidator(id: CheckTarget): id is ValidatorId {
  return validatorIds.some((target) => target === id);
}

export function isSystem(id: CheckTarget): id is SystemId {
  return systemIds.some((target) => target === id);
}

/** The targets that are among these, in display order. */
export function inTargetOrder(ids: Iterable<CheckTarget>): readonly CheckTarget[] {
  const wanted = new Set(ids);
  return checkTargets.filter((id) => wanted.has(id));
}
