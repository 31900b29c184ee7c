import { SkillsError } from "../../core/errors.ts";
import type { ListEntry } from "../../results/list.ts";
import type { SkillsLock } from "../../model/lock.ts";
import type { Root } from "../../install/root.ts";
import { compareWithLock } from "../verify/compare-with-lock.ts";
import type { PlacedSkill } from "./placed-skills.ts";
import { readRootLock } from "./root-lock.ts";

/** A root's lock, as far as it can be used. */
export interface OpenedLock {
  readonly lock?: SkillsLock;
  /** Why there is none although there is a file. */
  readonly problem?: string;
}

export function openLock(root: Root): OpenedLock {
  try {
    const lock = readRootLock(root);
    return lock ? { lock } : {};
  } catch (error) {
    if (error instanceof SkillsError) return { problem: error.message };
    throw error;
  }
}

/** How a skill stands to the lock. Reads all of its files where the lock lists it. */
export function lockState(
  root: Root,
  { address, link }: PlacedSkill,
  { lock }: OpenedLock,
): Pick<ListEntry, "lock"> {
  if (!lock) return {};
  const locked = lock.get(address);
  if (!locked) return { lock: { state: "unlisted" } };
  if (link !== undefined)
    return { lock: { state: "changed", difference: "a symbolic link stands in its place" } };
  const difference = compareWithLock(root, address, locked);
  return { lock: difference ? { state: "changed", difference: difference.message } : { state: "unchanged" } };
}
