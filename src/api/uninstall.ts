import { withClient } from "./roots/client-directories.ts";
import { SkillsError } from "../core/errors.ts";
import type { SkillUninstall, UninstallData } from "../model/reports/uninstall.ts";
import type { SkillsLock } from "../model/lock.ts";
import { didYouMean, nearest } from "../core/nearest.ts";
import type { Report } from "../model/report.ts";
import { quote } from "../core/show.ts";
import { changeRoot, type Change, type Decision } from "../install/change-root.ts";
import { isPlaceName, places } from "../install/place-names.ts";
import { nameIn, type Root } from "../install/root.ts";
import { chooseRoot, describeLink, openRoot, type RootChoice } from "../install/roots.ts";
import type { Name } from "../read/listing-names.ts";
import { timedReport } from "./timed-report.ts";
import { now } from "./clock.ts";
import { compareWithLock, isOnlyUsed } from "./roots/compare-with-lock.ts";
import { backupName } from "./roots/backup-name.ts";
import { isInstalled, namesIn } from "./roots/installed-state.ts";
import { lockChange, readRootLock } from "./roots/root-lock.ts";

export interface UninstallOptions extends RootChoice {
  /** The client or agent whose directory is used; by default the one that many clients share. */
  readonly client?: string;
  readonly names: readonly string[];
  /** Save removed skills in the root's backups. */
  readonly backup?: boolean;
  /** Also remove skills that were modified since installation, or are not in the lock. */
  readonly force?: boolean;
}

export interface UninstallResult {
  /** Its `data` contains `root` and `skills`. */
  readonly report: Report<UninstallData, "uninstall">;
  readonly root: string;
  readonly uninstalled: readonly SkillUninstall[];
}

/** Removes skills and their lock entries from a root: either all of them or none. Throws a SkillsError. */
export async function uninstall({
  names,
  backup = false,
  force = false,
  ...choice
}: UninstallOptions): Promise<UninstallResult> {
  const started = now();
  if (names.length === 0)
    throw new SkillsError("bad-usage", "no skill was given; pass the name of an installed skill");
  const chosen = chooseRoot(withClient(choice));
  const root = openRoot(chosen);
  if (!root)
    throw new SkillsError(
      "not-found",
      `${quote(chosen.label)} does not exist, so nothing is installed there`,
      {
        hint: "choose another directory with --root or --source",
      },
    );
  const link = describeLink(chosen);
  if (link !== undefined) choice.onLink?.(link);
  const uninstalled = await changeRoot(root, () =>
    planUninstall(root, [...new Set(names)], { backup, force }),
  );
  const report = timedReport({
    command: "uninstall",
    targets: [],
    subjects: [],
    unread: [],
    started,
    maxWarnings: Infinity,
  });
  return {
    report: { ...report, data: { root: root.label, skills: uninstalled } },
    root: root.label,
    uninstalled,
  };
}

type Means = Required<Pick<UninstallOptions, "backup" | "force">>;

function planUninstall(
  root: Root,
  names: readonly string[],
  means: Means,
): Decision<readonly SkillUninstall[]> {
  const entries = namesIn(root);
  const lock: SkillsLock = readRootLock(root) ?? new Map();
  const skills = names.map((name) => planOne({ root, entries, lock }, name, means));
  const remove = skills.flatMap(({ name, absent, backup }): Change["remove"] =>
    absent
      ? []
      : [{ name, ...(backup !== undefined && { backup: backup.slice(backup.lastIndexOf("/") + 1) }) }],
  );
  const kept = new Map([...lock].filter(([name]) => !names.includes(name)));
  return {
    result: skills,
    change: { place: [], remove, lock: lockChange(lock.size > 0 ? lock : undefined, kept) },
  };
}

interface Surroundings {
  readonly root: Root;
  readonly entries: readonly Name[];
  readonly lock: SkillsLock;
}

function planOne(surroundings: Surroundings, name: string, { backup, force }: Means): SkillUninstall {
  const { root, entries, lock } = surroundings;
  const path = nameIn(root, name);
  const locked = lock.get(name);
  if (!isPlaceName(name) || !entries.some(({ text }) => text === name)) {
    if (!locked) throw unknownSkill(surroundings, name);
    return { name, path, absent: true };
  }
  if (!isInstalled(root, name, entries)) throw unknownSkill(surroundings, name);
  if (!force && !backup) requireUnchanged(surroundings, name);
  return {
    name,
    path,
    absent: false,
    ...(backup && { backup: nameIn(root, places.backups, backupName(root, name)) }),
  };
}

/** Throws a SkillsError for a modified or unlisted skill: no other copy of it may exist. */
function requireUnchanged({ root, lock }: Surroundings, name: string): void {
  const locked = lock.get(name);
  const shown = quote(nameIn(root, name));
  const hint = "use --backup to save it, or --force to delete it";
  if (!locked)
    throw new SkillsError(
      "unwritable",
      `${shown} was not installed by skills install: it is not in ${quote(nameIn(root, places.lock))}`,
      { hint },
    );
  const difference = compareWithLock(root, name, locked);
  if (difference && !isOnlyUsed(root, name, locked))
    throw new SkillsError(
      "unwritable",
      `${shown} was modified since it was installed: ${difference.message}`,
      { hint },
    );
}

function unknownSkill({ root, entries, lock }: Surroundings, name: string): SkillsError {
  const installed = [
    ...entries.flatMap(({ text, kind }) => (kind === "directory" && !text.startsWith(".") ? [text] : [])),
    ...lock.keys(),
  ];
  const near = nearest(name.replace(/^.*\/(?=.)/, ""), installed);
  const hint = name.includes("/")
    ? `use the name of a directory in ${quote(root.label)}`
    : "skills list shows where skills are installed; choose another directory with --source or --root";
  return new SkillsError(
    "not-found",
    `no skill ${quote(name)} is installed in ${quote(root.label)}${didYouMean(near)}`,
    near === undefined || name.includes("/") ? { hint } : {},
  );
}
