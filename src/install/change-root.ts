import { readNames } from "../read/listing-names.ts";
import path from "node:path";
import type { FileBytes } from "../model/archive.ts";
import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import { attempt } from "../write/cannot-write.ts";
import { uninterrupted } from "../write/signals.ts";
import { carryOut, requireDirectories } from "./carry-out.ts";
import { isTemporary, removeLeftovers } from "./discard.ts";
import { confirmHold, holderOf, release, takeHold, type Busy, type Hold } from "./hold.ts";
import { readJournal, requireOwnJournal, writeJournal } from "./journal.ts";
import { placeFiles } from "./place-files.ts";
import { parts, places } from "./place-names.ts";
import { stageRenaming, type Renaming } from "./renaming.ts";
import { nameIn, type Root } from "./root.ts";
import { makeDirectory, syncDirectory, writeNewFile } from "./sync.ts";

/** A change of a root, applied completely or not at all. */
export interface Change {
  /** `backup` is an unused name in the backups directory, under which a replaced or removed skill is saved. */
  readonly place: readonly {
    readonly name: string;
    readonly files: readonly FileBytes[];
    readonly replaces: boolean;
    readonly backup?: string;
  }[];
  readonly remove: readonly { readonly name: string; readonly backup?: string }[];
  /** The bytes of a new lock. */
  readonly lock: Uint8Array | "keep" | "remove";
  readonly renaming?: Renaming;
}

/** The change to make to the current root; `change` is absent if none is needed. */
export interface Decision<Result> {
  readonly change?: Change;
  readonly result: Result;
}

type Decide<Result> = () => Decision<Result>;

/** Interval in milliseconds between two checks of which process holds the root. */
const step = 25;

/**
 * Calls `decide` while no other process can change the root, and applies the change that it returns. If this process
 * is killed, the root remains in its old or its new state, or the next call completes the change. `decide` may be
 * called more than once. Throws the errors of `decide`, and a SkillsError ("unwritable"), for example if another
 * process holds the root for longer than `patience`, in milliseconds.
 */
export async function changeRoot<Result>(
  root: Root,
  decide: Decide<Result>,
  patience = 10_000,
): Promise<Result> {
  const first = isAtRest(root) ? decideAtRest(root, decide) : undefined;
  if (first && !first.change) return first.result;
  const started = performance.now();
  for (;;) {
    const outcome = await uninterrupted(() => tryToChange(root, decide));
    if ("result" in outcome) return outcome.result;
    if (performance.now() - started > patience) throw isBusy(root, outcome);
    await pause(step);
  }
}

/**
 * Waits until no process is changing the root. Returns "interrupted" if a killed process left an incomplete change,
 * which the next change completes. Throws a SkillsError ("unwritable") if a process holds the root for longer than
 * `patience`, in milliseconds.
 */
export async function waitForRoot(root: Root, patience = 10_000): Promise<"at-rest" | "interrupted"> {
  const started = performance.now();
  for (;;) {
    const holder = holderOf(root);
    if (holder === undefined) return "at-rest";
    if (holder === "gone") return "interrupted";
    if (performance.now() - started > patience) throw isBusy(root, holder);
    await pause(step);
  }
}

/**
 * Decides without locking the root, so that users without write permission can still learn that nothing needs to
 * change. Ignores failures caused by a concurrent change.
 */
function decideAtRest<Result>(root: Root, decide: Decide<Result>): Decision<Result> | undefined {
  try {
    return decide();
  } catch (error) {
    if (isAtRest(root)) throw error;
    return undefined;
  }
}

function isAtRest({ directory, label }: Root): boolean {
  return attempt(label, () => readNames(directory)).every(
    ({ text }) => text !== places.transaction && !isTemporary(text),
  );
}

function tryToChange<Result>(root: Root, decide: Decide<Result>): Busy | { readonly result: Result } {
  const hold = takeHold(root, () => requireOwnJournal(root));
  if ("process" in hold) return hold;
  if (hold.inherited) {
    endWith(hold, () => resume(hold));
    return tryToChange(root, decide);
  }
  return endWith(hold, () => {
    attempt(root.label, () => removeLeftovers(root.directory));
    const { change, result } = decide();
    if (change) perform(hold, change);
    return { result };
  });
}

/** If the work fails, its error is thrown, even if the release fails too. */
function endWith<Result>(hold: Hold, work: () => Result): Result {
  let result: Result;
  try {
    result = work();
  } catch (error) {
    try {
      release(hold);
    } catch {
      // The next process that locks the root will release it.
    }
    throw error;
  }
  release(hold);
  return result;
}

function resume(hold: Hold): void {
  const journal = readJournal(hold.root);
  if (!journal) return;
  requireDirectories(hold);
  carryOut(hold, journal);
}

/**
 * Before the journal is written, changes are made only in the transaction's directory; after that, only by renaming.
 */
function perform(hold: Hold, { place, remove, lock, renaming }: Change): void {
  const { root, directory } = hold;
  const inHold = (part: string): string => path.join(directory, part);
  const shown = nameIn(root, places.transaction);
  attempt(shown, () => [parts.fresh, parts.old].forEach((part) => makeDirectory(inHold(part))));
  for (const { name, files } of place)
    placeFiles(path.join(inHold(parts.fresh), name), files, nameIn(root, name));
  attempt(shown, () => syncDirectory(inHold(parts.fresh)));
  if (typeof lock !== "string")
    attempt(nameIn(root, places.lock), () => writeNewFile(inHold(parts.lock), lock, 0o644));
  const steps = renaming && stageRenaming(hold, renaming);
  const journal = {
    place: place.map(({ files, ...placed }) => placed),
    remove,
    lock: typeof lock === "string" ? lock : "write",
    ...(steps && { renaming: steps }),
  } as const;
  requireDirectories(hold);
  confirmHold(hold);
  writeJournal(hold, journal);
  carryOut(hold, journal);
}

function isBusy(root: Root, { process: id }: Busy): SkillsError {
  return new SkillsError("unwritable", `${quote(root.label)} is being changed by another process (${id})`, {
    hint: "run the command again when that process has ended",
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
