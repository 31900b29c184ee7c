import { SkillsError } from "../../core/errors.ts";
import type { SkillsLock, VercelLock } from "../../model/lock.ts";
import type { LockCheck, LockDifference } from "../../results/verify.ts";
import { compareText } from "../../core/order.ts";
import { quote } from "../../core/show.ts";
import { waitForRoot } from "../../install/change-root.ts";
import type { Root } from "../../install/root.ts";
import { chooseRoot, openRoot } from "../../install/roots.ts";
import { lookUpOperand } from "../../read/archive-file.ts";
import { joinLabel, parentLabel } from "../../read/label.ts";
import { compareWithLock } from "./compare-with-lock.ts";
import { compareWithVercelLock } from "./compare-with-vercel-lock.ts";
import { namesIn } from "../install/installed-state.ts";
import { placedSkills } from "../install/placed-skills.ts";
import { readLockFile } from "../install/root-lock.ts";

/** Whether a path is that of a lock, by its name. */
export function isLockName(path: string): boolean {
  return /(?:^|[/\\])skills[.-]lock\.json$/.test(path);
}

/**
 * Holds what is installed against a lock: every skill that it lists is there, and has the same content. Nothing is written: what a process has begun and not ended is told, and left to the next change.
 * Throws a SkillsError where something cannot be read, or the lock lists nothing ("not-found").
 */
export async function verifyLock(written: string, cwd: string): Promise<LockCheck> {
  const { absolute, label } = lookUpOperand(written, cwd);
  const beside = openRoot(chooseRoot({ root: parentLabel(written), cwd, env: {} }));
  const interrupted = beside !== undefined && (await waitForRoot(beside)) === "interrupted";
  const parsed = readLockFile(absolute, label);
  const { format, lock } = parsed;
  if (lock.size === 0)
    throw new SkillsError(
      "not-found",
      `there is nothing to verify: the lock ${quote(label)} lists no skill`,
      { hint: "skills install writes one beside what it installs" },
    );
  const root =
    parsed.format === "skills.lock.json"
      ? beside
      : openRoot(chooseRoot({ root: joinLabel(parentLabel(written), vercelRoot), cwd, env: {} }));
  if (!root)
    throw new SkillsError(
      "not-found",
      `${quote(label)} lists skills, and there is no directory ${quote(vercelRoot)} beside it that would hold them`,
    );
  const differences =
    parsed.format === "skills.lock.json"
      ? compareAll(root, parsed.lock)
      : compareAllVercel(root, parsed.lock);
  const different = new Set(differences.map(({ skill }) => skill));
  const matching = [...lock.keys()].filter((name) => !different.has(name)).sort(compareText);
  return { path: label, format, root: root.label, entries: lock.size, matching, differences, interrupted };
}

/** Where that installer keeps skills, seen from its lock. */
const vercelRoot = ".agents/skills";

function compareAll(root: Root, lock: SkillsLock): readonly LockDifference[] {
  const names = namesIn(root);
  const directories = new Set(names.filter(({ kind }) => kind === "directory").map(({ text }) => text));
  const listed = sorted(lock).flatMap(([name, locked]) =>
    directories.has(name) ? (compareWithLock(root, name, locked) ?? []) : [missing(name)],
  );
  const others = placedSkills(root).skills.filter(
    ({ address, source }) => source !== undefined && !lock.has(address),
  );
  return [...listed, ...others.map(({ address }) => unlisted(address))];
}

function compareAllVercel(root: Root, lock: VercelLock): readonly LockDifference[] {
  return sorted(lock).flatMap(([name, locked]) => compareWithVercelLock(root, name, locked) ?? []);
}

function sorted<Entry>(lock: ReadonlyMap<string, Entry>): readonly (readonly [string, Entry])[] {
  return [...lock].sort(([a], [b]) => compareText(a, b));
}

/** Also where something that is no directory stands there: it holds no skill. */
function missing(name: string): LockDifference {
  return {
    kind: "missing",
    severity: "error",
    skill: name,
    message: `${quote(name)} is not installed, and the lock lists it`,
  };
}

/** No error: a skill that its author writes in its place is in no lock. */
function unlisted(name: string): LockDifference {
  return {
    kind: "unlisted",
    severity: "warning",
    skill: name,
    message: `${quote(name)} is installed, and the lock does not list it`,
  };
}
