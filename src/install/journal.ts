import { renameSync, rmSync } from "node:fs";
import path from "node:path";
import { readWhole } from "../read/open-file.ts";
import { attempt, cannotWrite } from "../write/cannot-write.ts";
import type { Hold } from "./hold.ts";
import { isPlaceName, isSkillName, parts, places } from "./place-names.ts";
import { isRenaming, type RenamingSteps } from "./renaming.ts";
import { nameIn } from "./root.ts";
import { syncDirectory, writeNewFile } from "./sync.ts";

/** What a transaction does once everything it needs lies in its directory. Each step can tell from the disk whether it is done. */
export interface Journal {
  readonly place: readonly { readonly name: string; readonly replaces: boolean }[];
  /** `backup` is the name among the backups that the skill is kept under. */
  readonly remove: readonly { readonly name: string; readonly backup?: string }[];
  readonly lock: "keep" | "write" | "remove";
  readonly renaming?: RenamingSteps;
}

const version = 1;

/** Past this a transaction is to be ended, not forgotten. The journal is there whole or not at all; where this throws, not at all. */
export function writeJournal({ root, directory }: Hold, journal: Journal): void {
  const [begun, whole] = [path.join(directory, `${parts.journal}.tmp`), path.join(directory, parts.journal)];
  try {
    attempt(nameIn(root, places.transaction), () => {
      writeNewFile(begun, Buffer.from(`${JSON.stringify({ version, ...journal })}\n`), 0o644);
      renameSync(begun, whole);
      syncDirectory(directory);
      syncDirectory(root.directory);
    });
  } catch (error) {
    try {
      rmSync(whole, { force: true });
    } catch {
      // What comes of it then is the next process's to decide; what failed first is to be told.
    }
    throw error;
  }
}

export function removeJournal({ root, directory }: Hold): void {
  attempt(nameIn(root, places.transaction), () => {
    rmSync(path.join(directory, parts.journal), { force: true });
    syncDirectory(directory);
  });
}

/** More than the names of as many skills as one could install at once, and of as many files as a project has. */
const mostBytes = 33_554_432;

/** Throws a SkillsError where it is none of ours: whoever made the root may have put anything there. */
export function readJournal({ root, directory }: Hold): Journal {
  const shown = nameIn(root, places.transaction, parts.journal);
  const bytes = readWhole(path.join(directory, parts.journal), shown, mostBytes);
  const journal = parse(Buffer.from(bytes).toString());
  if (!journal) throw cannotWrite(shown, "it is not of the form that skills install writes; look into its directory, then move that away");
  return journal;
}

function parse(text: string): Journal | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && isJournal(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

type Loose = Readonly<Record<string, unknown>>;

function isJournal(value: Loose): value is Loose & Journal {
  const { place, remove, lock, renaming } = value;
  return value["version"] === version && isListOf(place, isPlaced) && isListOf(remove, isRemoved) && (lock === "keep" || lock === "write" || lock === "remove") && (renaming === undefined || isRenaming(renaming));
}

function isPlaced({ name, replaces }: Loose): boolean {
  return typeof name === "string" && isSkillName(name) && typeof replaces === "boolean";
}

function isRemoved({ name, backup }: Loose): boolean {
  return typeof name === "string" && isPlaceName(name) && (backup === undefined || (typeof backup === "string" && isPlaceName(backup)));
}

function isListOf(value: unknown, isItem: (item: Loose) => boolean): boolean {
  return Array.isArray(value) && value.every((item: unknown) => isRecord(item) && isItem(item));
}

function isRecord(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
