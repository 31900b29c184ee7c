import { randomBytes } from "node:crypto";
import { existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import { readWhole } from "../read/open-file.ts";
import { attempt, cannotWrite } from "../write/cannot-write.ts";
import type { Hold } from "./hold.ts";
import { isPlaceName, isSkillName, parts, places } from "./place-names.ts";
import { isProved, proofPlace, removeProof, writeProof } from "./proof.ts";
import { isRenaming, type RenamingSteps } from "./renaming.ts";
import { nameIn, type Root } from "./root.ts";
import { syncDirectory, writeNewFile } from "./sync.ts";

/** What a transaction does once everything it needs lies in its directory. Each step can tell from the disk whether it is done. */
export interface Journal {
  /** `backup` is the name among the backups that what was there is kept under. */
  readonly place: readonly { readonly name: string; readonly replaces: boolean; readonly backup?: string }[];
  readonly remove: readonly { readonly name: string; readonly backup?: string }[];
  readonly lock: "keep" | "write" | "remove";
  readonly renaming?: RenamingSteps;
}

const version = 2;

/** Past this a transaction is to be ended, not forgotten. The journal is there whole or not at all; where this throws, not at all. */
export function writeJournal({ root, directory }: Hold, journal: Journal): void {
  const [begun, whole] = [path.join(directory, `${parts.journal}.tmp`), path.join(directory, parts.journal)];
  try {
    attempt(nameIn(root, places.transaction), () => {
      // By chance no two are alike, so that what proves one proves no other.
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
  removeProof(root);
}

/** More than the names of as many skills as one could install at once, and of as many files as a project has. */
const mostBytes = 33_554_432;

/** What a run that was killed has begun in the root; undefined where that is nothing. Throws a SkillsError as `requireOwnJournal` does, and for what is no journal. */
export function readJournal(root: Root): Journal | undefined {
  const bytes = requireOwnJournal(root);
  if (!bytes) return undefined;
  const shown = nameIn(root, places.transaction, parts.journal);
  const journal = parse(Buffer.from(bytes).toString());
  if (!journal)
    throw cannotWrite(
      shown,
      "it is not of the form that skills install writes; look into its directory, then move that away",
    );
  return journal;
}

/** The bytes of the root's journal, where one is there. Throws a SkillsError ("unwritable") for one that this user has not begun here: it may have come with the root, to do there what its author likes. */
export function requireOwnJournal(root: Root): Uint8Array | undefined {
  const absolute = path.join(root.directory, places.transaction, parts.journal);
  if (!existsSync(absolute)) return undefined;
  const bytes = readWhole(absolute, nameIn(root, places.transaction, parts.journal), mostBytes);
  if (isProved(root, bytes)) return bytes;
  const shown = quote(nameIn(root, places.transaction));
  const place = proofPlace(root);
  const hint =
    place === undefined
      ? `what a run that was killed has begun is ended where ${process.platform === "win32" ? "LOCALAPPDATA" : "HOME"} names a directory outside of the project`
      : `what a run of yours begins is noted in ${quote(path.dirname(place))}, where that can be written`;
  throw new SkillsError(
    "unwritable",
    `${shown} holds a change that was begun and not ended, and nothing outside of it tells that it is yours; look into it, then move it away`,
    { hint },
  );
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

function isListOf(value: unknown, isItem: (item: Loose) => boolean): boolean {
  return Array.isArray(value) && value.every((item: unknown) => isRecord(item) && isItem(item));
}

function isRecord(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
