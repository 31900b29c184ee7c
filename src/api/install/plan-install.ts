import { SkillsError } from "../../core/errors.ts";
import type { SkillInstall } from "../../model/reports/install.ts";
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

/** The planned change of each skill, by its name. */
export type InstallPlan = ReadonlyMap<string, PlannedSkill>;

type PlannedSkill = Pick<SkillInstall, "status" | "changed" | "backup">;

/** How an installed skill can be replaced. */
export interface ReplaceMeans {
  readonly force: boolean;
  /** Save the replaced skill among the backups. */
  readonly backup: boolean;
}

/** The changes that install the skills into an existing root. Throws a SkillsError for a conflict. */
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

/** Also undefined if the lock does not list the skill. */
function changedSince(root: Root, name: string, lock: SkillsLock | undefined): string | undefined {
  const locked = lock?.get(name);
  const difference = locked && compareWithLock(root, name, locked);
  return difference && !isOnlyUsed(root, name, locked) ? difference.message : undefined;
}

function standsInTheWay(
  shown: string,
  { path, isWhole }: GatheredSkill,
  changed: string | undefined,
): SkillsError {
  const differs =
    changed === undefined ? "is a different skill" : `was modified since it was installed: ${changed}`;
  const diff = isWhole
    ? `skills diff ${show(toShellWord(shown))} ${show(toShellWord(path))} shows the changes; `
    : "";
  return new SkillsError("unwritable", `${quote(shown)} already exists and ${differs}`, {
    hint: `${diff}--backup replaces it and saves the old one, --force only replaces it`,
  });
}

/** A skill that cannot be read counts as changed, so that it can be replaced. */
function isUnchanged(root: Root, { name, files }: GatheredSkill, replaces: boolean): boolean {
  try {
    const found = readInstalled(root, name);
    return found.others.length === 0 && isSameState(stateOf(found.files), stateOf(files));
  } catch (error) {
    if (replaces && error instanceof SkillsError) return false;
    throw error;
  }
}

/** An unchanged skill keeps its lock entry, even if it now comes from another source. */
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
