import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { toInnerPath } from "../read/label.ts";
import { findOwnFolder, type OwnFolder } from "../read/ownership.ts";
import { projectOf } from "../find/project-place.ts";
import { systemCode } from "../write/cannot-write.ts";
import { makeFolder } from "../write/make-folder.ts";
import type { Root } from "./root.ts";
import { syncDirectory, writeNewFile } from "./sync.ts";

/**
 * The directory for records of the journals that this user wrote, as `findOwnFolder` returns it; undefined if a record
 * there would prove nothing.
 */
export function proofFolder({ directory, state }: Root): OwnFolder | undefined {
  if (!state) return undefined;
  const folder = findOwnFolder(path.join(state, "skillwright", "transactions"));
  // A file inside an untrusted working tree proves nothing.
  return "real" in folder && toInnerPath(projectOf(directory, undefined), folder.real) !== undefined
    ? undefined
    : folder;
}

/**
 * Path of the file that records which journal in the root was written by this user; undefined if such a file would
 * prove nothing.
 */
export function proofPlace(root: Root): string | undefined {
  const folder = proofFolder(root);
  return folder && "real" in folder ? path.join(folder.real, sha256(root.directory).slice(0, 32)) : undefined;
}

/**
 * Called before the journal is written. If the proof cannot be written, later runs will not complete the transaction.
 */
export function writeProof(root: Root, journal: Uint8Array): void {
  const file = proofPlace(root);
  if (file === undefined) return;
  orNothing(() => {
    makeFolder(path.dirname(file), 0o700);
    rmSync(file, { force: true });
    writeNewFile(file, Buffer.from(`${sha256(journal)}\n`), 0o600);
    syncDirectory(path.dirname(file));
  });
}

export function isProved(root: Root, journal: Uint8Array): boolean {
  return readProof(root) === `${sha256(journal)}\n`;
}

export function hasProof(root: Root): boolean {
  return readProof(root) !== undefined;
}

/** Called after the journal was removed. A proof that remains is harmless, as every journal is unique. */
export function removeProof(root: Root): void {
  const file = proofPlace(root);
  if (file !== undefined) orNothing(() => rmSync(file, { force: true }));
}

function readProof(root: Root): string | undefined {
  const file = proofPlace(root);
  return file === undefined ? undefined : orNothing(() => readFileSync(file, "latin1"));
}

function orNothing<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

function sha256(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}
