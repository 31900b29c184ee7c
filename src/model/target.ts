import { systemIds, type SystemId } from "./agent.ts";
import { validatorIds, type ValidatorId } from "./client.ts";
import { uploadIds, type UploadId } from "./upload.ts";

/** A program that accepts or refuses skills: a validator, an uploader or a system of agents. "claude-api" is a validator and an uploader. */
export type CheckTarget = ValidatorId | UploadId | SystemId;

/** In the order in which they are shown. */
export const checkTargets: readonly CheckTarget[] = Array.from(
  new Set([...validatorIds, ...uploadIds, ...systemIds]),
);

/** Whether all commands that check skills use it, not only `skills check`. */
export function isValidator(id: CheckTarget): id is ValidatorId {
  return validatorIds.some((target) => target === id);
}

export function isSystem(id: CheckTarget): id is SystemId {
  return systemIds.some((target) => target === id);
}

/** Those of the targets that are among these, in their order. */
export function inTargetOrder(ids: Iterable<CheckTarget>): readonly CheckTarget[] {
  const wanted = new Set(ids);
  return checkTargets.filter((id) => wanted.has(id));
}
