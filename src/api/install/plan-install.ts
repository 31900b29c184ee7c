import { SkillsError } from "../../core/errors.ts";
import type { InstalledSkill } from "../../core/installed-skill.ts";
import type { SkillsLock } from "../../core/lock.ts";
import { quote } from "../../core/show.ts";
import type { Change, Decision } from "../../install/change-root.ts";
import { nameIn, type Root } from "../../install/root.ts";
import type { GatheredSkill } from "./gather-skills.ts";
import { isInstalled, isSameState, namesIn, readInstalled, stateOf } from "./installed-state.ts";
import { lockChange, readRootLock } from "./root-lock.ts";

/** What is to become of each skill, by its name. */
export type InstallPlan = ReadonlyMap<string, InstalledSkill["status"]>;

/** What has to change in a root that is there for the skills to be in it. Throws a SkillsError for what stands in the way. */
export function planInstall(root: Root, skills: readonly GatheredSkill[], force: boolean): Decision<InstallPlan> {
  const entries = namesIn(root);
  const lock = readRootLock(root);
  const plan = new Map(skills.map((skill) => [skill.name, statusOf(root, skill, isInstalled(root, skill.name, entries), force)] as const));
  const place = skills.flatMap(({ name, files }): Change["place"] => (plan.get(name) === "unchanged" ? [] : [{ name, files, replaces: plan.get(name) === "replaced" }]));
  const recorded = skills.filter((skill) => plan.get(skill.name) === "unchanged" && isRecorded(skill, lock));
  const change = { place, remove: [], lock: lockChange(lock, new Map([...(lock ?? []), ...entriesOf(skills.filter((skill) => !recorded.includes(skill)))])) };
  return place.length === 0 && change.lock === "keep" ? { result: plan } : { result: plan, change };
}

function statusOf(root: Root, skill: GatheredSkill, isThere: boolean, force: boolean): InstalledSkill["status"] {
  if (!isThere) return "installed";
  if (isUnchanged(root, skill, force)) return "unchanged";
  if (force) return "replaced";
  const shown = nameIn(root, skill.name);
  throw new SkillsError("unwritable", `${quote(shown)} is there already, and it is not the same skill`, { hint: "--force puts the new one in its place" });
}

/** With --force it does not matter why what is there cannot be read. */
function isUnchanged(root: Root, { name, files }: GatheredSkill, force: boolean): boolean {
  try {
    const found = readInstalled(root, name);
    return found.others.length === 0 && isSameState(stateOf(found.files), stateOf(files));
  } catch (error) {
    if (force && error instanceof SkillsError) return false;
    throw error;
  }
}

/** Then its entry stays, although the same may now come from elsewhere. */
function isRecorded({ name, files }: GatheredSkill, lock: SkillsLock | undefined): boolean {
  const locked = lock?.get(name);
  return locked !== undefined && isSameState(locked, stateOf(files));
}

function entriesOf(skills: readonly GatheredSkill[]): SkillsLock {
  return new Map(skills.map(({ name, files, source, archiveDigest }) => [name, { source, ...(archiveDigest !== undefined && { archiveDigest }), ...stateOf(files) }]));
}
