import { randomBytes } from "node:crypto";
import { existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { isObject } from "../core/is-object.ts";
import { quote } from "../core/show.ts";
import { readWhole } from "../read/open-file.ts";
import { attempt, cannotWrite } from "../write/cannot-write.ts";
import type { Hold } from "./hold.ts";
import { isPlaceName, isSkillName, parts, places } from "./place-names.ts";
import { isProved, proofFolder, removeProof, writeProof } from "./proof.ts";
import { isListOf, isRenaming, type Loose, type RenamingSteps } from "./renaming.ts";
import { nameIn, type Root } from "./root.ts";
import { syncDirectory, writeNewFile } from "./sync.ts";

/** The steps of a transaction, once all its files are in its directory. The disk shows which steps have been done. */
export interface Journal {
  /** `backup` is the name in the backups directory, under which the replaced skill is saved. */
  readonly place: readonly { readonly name: string; readonly replaces: boolean; readonly backup?: string }[];
  readonly remove: readonly { readonly name: string; readonly backup?: string }[];
  readonly lock: "keep" | "write" | "remove";
  readonly renaming?: RenamingSteps;
}

const version = 2;

/**
 * Commits a transaction: once the journal exists, the transaction is completed even after a crash. The journal is
 * written completely or, if this throws, not at all.
 */
export function writeJournal({ root, directory }: Hold, journal: Journal): void {
  const [begun, whole] = [path.join(directory, `${parts.journal}.tmp`), path.join(directory, parts.journal)];
  try {
    attempt(nameIn(root, places.transaction), () => {
      // The random id makes every journal unique, so that a proof is valid for only one.
      const bytes = Buffer.from(
        `${JSON.stringify({ version, id: randomBytes(16).toString("hex"), ...journal })}\n`,
      );
      writeNewFile(begun, bytes, 0o644);
      writeProof(root, bytes);
      renameSync(begun, whole);
      syncDirectory(directory);
      syncDirectory(root.directory);
    });
  } catch (error) {
    try {
      rmSync(whole, { force: true });
      removeProof(root);
    } catch {
      // The next process decides what to do with the partial journal; the first failure is reported.
    }
    throw error;
  }
}

export function removeJournal({ root, directory }: Hold): void {
  attempt(nameIn(root, places.transaction), () => {
    rmSync(path.join(directory, parts.journal), { force: true });
    syncDirectory(directory);
  });
  removeProof(root);
}

/**
 * Maximum length of a journal in bytes: more than the names of all skills in one install and all files of a project.
 */
const mostBytes = 33_554_432;

/**
 * The journal that an interrupted run left in the root, if any. Throws a SkillsError if the journal is invalid, or if
 * `requireOwnJournal` throws.
 */
export function readJournal(root: Root): Journal | undefined {
  const bytes = requireOwnJournal(root);
  if (!bytes) return undefined;
  const shown = nameIn(root, places.transaction, parts.journal);
  const journal = parse(Buffer.from(bytes).toString());
  if (!journal)
    throw cannotWrite(shown, "it is not a valid journal; inspect its directory, then move it away");
  return journal;
}

/**
 * The bytes of the root's journal, if there is one. Throws a SkillsError ("unwritable") if this user did not write it
 * here: it may have come with an untrusted root.
 */
export function requireOwnJournal(root: Root): Uint8Array | undefined {
  const absolute = path.join(root.directory, places.transaction, parts.journal);
  if (!existsSync(absolute)) return undefined;
  const bytes = readWhole(absolute, nameIn(root, places.transaction, parts.journal), mostBytes);
  if (isProved(root, bytes)) return bytes;
  const shown = quote(nameIn(root, places.transaction));
  const folder = proofFolder(root);
  const hint =
    folder === undefined
      ? `to let an interrupted change complete, set ${process.platform === "win32" ? "LOCALAPPDATA" : "HOME"} to a directory outside the project`
      : "problem" in folder
        ? `your own changes are not recorded: ${quote(folder.at)} ${folder.problem}`
        : `your own changes are recorded in ${quote(folder.real)} if it is writable`;
  throw new SkillsError(
    "unwritable",
    `${shown} contains an incomplete change that may not be yours; inspect it, then move it away`,
    { hint },
  );
}

function parse(text: string): Journal | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && isJournal(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isJournal(value: Loose): value is Loose & Journal {
  const { place, remove, lock, renaming } = value;
  return (
    value["version"] === version &&
    isListOf(place, isPlaced) &&
    isListOf(remove, isRemoved) &&
    (lock === "keep" || lock === "write" || lock === "remove") &&
    (renaming === undefined || isRenaming(renaming))
  );
}

function isPlaced({ name, replaces, backup }: Loose): boolean {
  return typeof name === "string" && isSkillName(name) && typeof replaces === "boolean" && isBackup(backup);
}

function isRemoved({ name, backup }: Loose): boolean {
  return typeof name === "string" && isPlaceName(name) && isBackup(backup);
}

function isBackup(value: unknown): boolean {
  return value === undefined || (typeof value === "string" && isPlaceName(value));
}
