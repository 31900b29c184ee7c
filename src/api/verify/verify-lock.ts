import { SkillsError } from "../../core/errors.ts";
import { compareText } from "../../core/order.ts";
import { quote } from "../../core/show.ts";
import { waitForRoot } from "../../install/change-root.ts";
import type { Root } from "../../install/root.ts";
import { chooseRoot, openRoot } from "../../install/roots.ts";
import { sha256 } from "../../manifest/digest.ts";
import type { FileBytes } from "../../model/archive.ts";
import type { SkillsLock, VercelLock, VercelLockedSkill } from "../../model/lock.ts";
import type { Report } from "../../model/report.ts";
import { lookUpOperand } from "../../find/archive-file.ts";
import { parentLabel } from "../../read/label.ts";
import { joinLabel } from "../../core/paths.ts";
import type { LockCheck, LockDifference, VerifyLocksData } from "../../model/reports/verify.ts";
import { timedReport } from "../timed-report.ts";
import { now } from "../clock.ts";
import { compareWithLock } from "../roots/compare-with-lock.ts";
import { namesIn, readInstalled } from "../roots/installed-state.ts";
import { placedSkills } from "../roots/placed-skills.ts";
import { readLockFile } from "../roots/root-lock.ts";

/** Whether a path has the name of a lock. */
export function isLockName(path: string): boolean {
  return /(?:^|[/\\])skills[.-]lock\.json$/.test(path);
}

/**
 * Compares the installed skills with a lock: every listed skill must exist and have the same content. Writes nothing:
 * an interrupted run is reported, and finished by the next change.
 * Throws a SkillsError if something cannot be read, or if the lock is empty ("not-found").
 */
export async function verifyLock(written: string, cwd: string): Promise<LockCheck> {
  const { absolute, label } = lookUpOperand(written, cwd);
  const beside = openToRead(parentLabel(written), cwd);
  const interrupted = beside !== undefined && (await waitForRoot(beside)) === "interrupted";
  const parsed = readLockFile(absolute, label);
  const { format, lock } = parsed;
  if (lock.size === 0)
    throw new SkillsError("not-found", `nothing to verify: the lock ${quote(label)} lists no skills`, {
      hint: "skills install writes a lock next to the skills",
    });
  const root =
    parsed.format === "skills.lock.json"
      ? beside
      : openToRead(joinLabel(parentLabel(written), vercelRoot), cwd);
  if (!root)
    throw new SkillsError(
      "not-found",
      `${quote(label)} lists skills, but the directory ${quote(vercelRoot)} next to it does not exist`,
    );
  const differences =
    parsed.format === "skills.lock.json"
      ? compareAll(root, parsed.lock)
      : compareAllVercel(root, parsed.lock);
  const different = new Set(differences.map(({ skill }) => skill));
  const matching = [...lock.keys()].filter((name) => !different.has(name)).sort(compareText);
  return { path: label, format, root: root.label, entries: lock.size, matching, differences, interrupted };
}

/** Follows symlinks out of the working directory: nothing is written through them. */
function openToRead(root: string, cwd: string): Root | undefined {
  const { within: _within, ...chosen } = chooseRoot({ root, cwd, env: {} });
  return openRoot(chosen);
}

/** The directory of vercel's installer, relative to its lock. */
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

/** Also used for an entry that is not a directory. */
function missing(name: string): LockDifference {
  return {
    kind: "missing",
    severity: "error",
    skill: name,
    message: `${quote(name)} is in the lock, but not installed`,
  };
}

/** A warning only: a skill that was written in the root, not installed, is in no lock. */
function unlisted(name: string): LockDifference {
  return {
    kind: "unlisted",
    severity: "warning",
    skill: name,
    message: `${quote(name)} is installed, but not in the lock`,
  };
}

/**
 * The difference between an installed skill and `skills-lock.json`; undefined if there is none. A different hash does
 * not prove a change (vercel-labs/skills#806): the hash is computed from the source, before the installer excludes
 * files and follows symlinks, or from the copy on skills.sh if that was fetched.
 */
function compareWithVercelLock(
  root: Root,
  name: string,
  { computedHash }: VercelLockedSkill,
): LockDifference | undefined {
  const directory = vercelDirectory(name);
  const difference = (
    kind: LockDifference["kind"],
    message: string,
    more: Partial<LockDifference> = {},
  ): LockDifference => ({ kind, severity: "error", skill: name, message, ...more });
  if (!namesIn(root).some(({ text, kind }) => text === directory && kind === "directory"))
    return difference("missing", `${quote(directory)} is in the lock, but not installed`);
  try {
    const { files, others } = readInstalled(root, directory);
    const hashes = vercelHashes(files);
    if (hashes.includes(computedHash)) return undefined;
    const [got = ""] = hashes;
    const [other] = others;
    const reason = other
      ? `it contains ${quote(other.path)}, ${other.kind}, which is not hashed`
      : "either the skill was modified, or the lock's hash was computed differently: over files that are not installed (metadata.json, __pycache__), with another locale's sort order, or over the copy on skills.sh";
    return difference("undecidable", `${quote(name)} does not match the lock's hash: ${reason}`, {
      expected: computedHash,
      got,
    });
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return difference("unreadable", error.message);
  }
}

/**
 * The hashes that vercel-labs/skills (src/local-lock.ts@0363f53) computes for a skill's files: SHA-256 over each path
 * and its bytes, in the order of `localeCompare`, which depends on the installing user's locale; so there is one hash
 * for each likely order.
 */
function vercelHashes(files: readonly FileBytes[]): readonly string[] {
  const hashed = files.filter(
    ({ path }) =>
      !path
        .split("/")
        .slice(0, -1)
        .some((name) => name === ".git" || name === "node_modules"),
  );
  const orders = [...locales.map((locale) => new Intl.Collator(locale).compare), compareText];
  return [...new Set(orders.map((order) => hashOf(hashed.toSorted((a, b) => order(a.path, b.path)))))];
}

/** The most common sort order, followed by languages that sort a to z differently. */
const locales = ["en", "cs", "da", "et", "lt", "sv"] as const;

function hashOf(files: readonly FileBytes[]): string {
  return sha256(Buffer.concat(files.flatMap(({ path, bytes }) => [Buffer.from(path), bytes])));
}

/** The name that vercel's installer gives a skill's directory (src/installer.ts@01ae123, sanitizeName). */
function vercelDirectory(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9._]+/g, "-");
  const [start, end] = [
    plain.search(/[^.-]/),
    plain.length - [...plain].reverse().findIndex((character) => character !== "." && character !== "-"),
  ];
  return start === -1 ? "unnamed-skill" : plain.slice(start, end).slice(0, 255);
}

interface VerifyLocksResult {
  /** Its `data` contains `locks`; its outcome is 1 if a skill does not match its lock. */
  readonly report: Report<VerifyLocksData, "verify">;
  /** In the order of the paths. */
  readonly locks: readonly LockCheck[];
}

/**
 * Compares the installed skills with each lock. Throws a SkillsError if something cannot be read, or if a lock is
 * empty.
 */
export async function verifyLocks(paths: readonly string[], cwd: string): Promise<VerifyLocksResult> {
  const started = now();
  const locks: LockCheck[] = [];
  for (const path of paths) locks.push(await verifyLock(path, cwd));
  const report = timedReport({
    command: "verify",
    targets: [],
    subjects: [],
    unread: [],
    started,
    maxWarnings: Infinity,
  });
  const amount = (severity: LockDifference["severity"]): number =>
    locks.reduce(
      (sum, { differences }) =>
        sum + differences.filter((difference) => difference.severity === severity).length,
      0,
    );
  const checked = locks.reduce((sum, { entries }) => sum + entries, 0);
  const summary = { ...report.summary, checked, errors: amount("error"), warnings: amount("warning") };
  return { report: { ...report, outcome: summary.errors > 0 ? 1 : 0, data: { locks }, summary }, locks };
}
