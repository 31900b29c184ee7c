import { SkillsError } from "../../core/errors.ts";
import type { SkillInstall } from "../../results/install.ts";
import type { SkillsLock } from "../../model/lock.ts";
import { toShellWord } from "../../core/shell-word.ts";
import { quote, show } from "../../core/show.ts";
import type { Change, Decision } from "../../install/change-root.ts";
import { places } from "../../install/place-names.ts";
import { nameIn, type Root } from "../../install/root.ts";
import { compareWithLock, isOnlyUsed } from "../roots/compare-with-lock.ts";
import { backupName } from "../roots/backup-name.ts";
import type { GatheredSkill } from "./gather-skills.ts";
import { isInstalled, isSameState, namesIn, readInstalled, stateOf } from "../roots/installed-state.ts";
import { lockChange, readRootLock } from "../roots/root-lock.ts";

/** What is to become of each skill, by its name. */
export type InstallPlan = ReadonlyMap<string, PlannedSkill>;

type PlannedSkill = Pick<SkillInstall, "status" | "changed" | "backup">;

/** How a skill may take the place of another. */
export interface ReplaceMeans {
  readonly force: boolean;
  /** Keep the other among the backups. */
  readonly backup: boolean;
}

/** What has to change in a root that is there for the skills to be in it. Throws a SkillsError for what stands in the way. */
export function planInstall(
  root: Root,
  skills: readonly GatheredSkill[],
  means: ReplaceMeans,
): Decision<InstallPlan> {
  const entries = namesIn(root);
  const lock = readRootLock(root);
  const plan = new Map<string, PlannedSkill>(
    skills.map(
      (skill) =>
        [
          skill.name,
          isInstalled(root, skill.name, entries)
            ? planOne(root, skill, lock, means)
            : { status: "installed" },
        ] as const,
    ),
  );
  const place = skills.flatMap(({ name, files }): Change["place"] => toPlace(name, files, plan.get(name)));
  const recorded = skills.filter(
    (skill) => plan.get(skill.name)?.status === "unchanged" && isRecorded(skill, lock),
  );
  const change = {
    place,
    remove: [],
    lock: lockChange(
      lock,
      new Map([...(lock ?? []), ...entriesOf(skills.filter((skill) => !recorded.includes(skill)))]),
    ),
  };
  return place.length === 0 && change.lock === "keep" ? { result: plan } : { result: plan, change };
}

function toPlace(
  name: string,
  files: GatheredSkill["files"],
  planned: PlannedSkill | undefined,
): Change["place"] {
  if (planned?.status === "unchanged") return [];
  const kept = planned?.backup;
  return [
    {
      name,
      files,
      replaces: planned?.status === "replaced",
      ...(kept !== undefined && { backup: kept.slice(kept.lastIndexOf("/") + 1) }),
    },
  ];
}

function planOne(
  root: Root,
  skill: GatheredSkill,
  lock: SkillsLock | undefined,
  { force, backup }: ReplaceMeans,
): PlannedSkill {
  const { name } = skill;
  if (isUnchanged(root, skill, force || backup)) return { status: "unchanged" };
  const changed = changedSince(root, name, lock);
  if (!force && !backup) throw standsInTheWay(nameIn(root, name), skill, changed);
  return {
    status: "replaced",
    ...(changed !== undefined && { changed }),
    ...(backup && { backup: nameIn(root, places.backups, backupName(root, name)) }),
  };
}

/** Undefined too where no lock tells. */
function changedSince(root: Root, name: string, lock: SkillsLock | undefined): string | undefined {
  const locked = lock?.get(name);
  const difference = locked && compareWithLock(root, name, locked);
  return difference && !isOnlyUsed(root, name, locked) ? difference.message : undefined;
}

function standsInTheWay(shown: string, { path }: GatheredSkill, changed: string | undefined): SkillsError {
  const differs =
    changed === undefined ? "it is not the same skill" : `it was changed since it was installed: ${changed}`;
  const diff = `skills diff ${show(toShellWord(shown))} ${show(toShellWord(path))}`;
  return new SkillsError("unwritable", `${quote(shown)} is there already, and ${differs}`, {
    hint: `${diff} shows what would change; --backup replaces it and keeps what is there, --force does not keep it`,
  });
}

/** Where it is to be replaced it does not matter why what is there cannot be read. */
function isUnchanged(root: Root, { name, files }: GatheredSkill, replaces: boolean): boolean {
  try {
    const found = readInstalled(root, name);
    return found.others.length === 0 && isSameState(stateOf(found.files), stateOf(files));
  } catch (error) {
    if (replaces && error instanceof SkillsError) return false;
    throw error;
  }
}

/** Then its entry stays, although the same may now come from elsewhere. */
function isRecorded({ name, files }: GatheredSkill, lock: SkillsLock | undefined): boolean {
  const locked = lock?.get(name);
  return locked !== undefined && isSameState(locked, stateOf(files));
}

function entriesOf(skills: readonly GatheredSkill[]): SkillsLock {
  return new Map(
    skills.map(({ name, files, source, archiveDigest }) => [
      name,
      { source, ...(archiveDigest !== undefined && { archiveDigest }), ...stateOf(files) },
    ]),
  );
}
