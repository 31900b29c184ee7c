import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { toInnerPath } from "../read/label.ts";
import { projectOf } from "../read/project-place.ts";
import { systemCode } from "../write/cannot-write.ts";
import { realFolder } from "../write/destination.ts";
import { makeFolder } from "../write/make-folder.ts";
import type { Root } from "./root.ts";
import { syncDirectory, writeNewFile } from "./sync.ts";

/**
 * Where a user's programs keep what outlives a run: the XDG Base Directory Specification 0.8, and on Windows what is not carried to other machines.
 * Undefined where the variables name no such place; a home directory that is not there is not made.
 */
export function statePlace({
  LOCALAPPDATA: local,
  XDG_STATE_HOME: state,
  HOME: home,
}: Readonly<Record<string, string | undefined>>): string | undefined {
  if (process.platform === "win32") return local && path.isAbsolute(local) ? local : undefined;
  if (state && path.isAbsolute(state)) return state;
  return home && path.isAbsolute(home) && existsSync(home) ? path.join(home, ".local", "state") : undefined;
}

/** Where it is told which journal in the root is one of this user's; undefined where nothing that is told there would prove it. */
export function proofPlace({ directory, state }: Root): string | undefined {
  const folder = state && path.join(state, "skillwright", "transactions");
  // Whoever made the working tree has made what stands in it too.
  if (folder === undefined || toInnerPath(projectOf(directory, undefined), realFolder(folder)) !== undefined)
    return undefined;
  return path.join(folder, sha256(directory).slice(0, 32));
}

/** Before the journal is there: nobody else could have told of it. Where this cannot be written the journal is one that no later run carries out. */
export function writeProof(root: Root, journal: Uint8Array): void {
  const file = proofPlace(root);
  if (file === undefined) return;
  orNothing(() => {
    makeFolder(path.dirname(file));
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

/** After the journal has gone. One that stays proves nothing any more: no journal is like another. */
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
