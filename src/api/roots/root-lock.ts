import { SkillsError } from "../../core/errors.ts";
import type { SkillsLock } from "../../model/lock.ts";
import { quote } from "../../core/show.ts";
import { lockBytes, type ParsedLock, parseLock, readLockBytes, writeLock } from "../../install/lock.ts";
import { places } from "../../install/place-names.ts";
import { nameIn, type Root } from "../../install/root.ts";
import { parseJson } from "../../parse/json.ts";
import { decodeText } from "../../parse/decode.ts";
import { readWhole } from "../../read/open-file.ts";

/** Reads a lock in either format. Throws a SkillsError with the line number if it is invalid. */
export function readLockFile(absolute: string, shown: string): ParsedLock {
  return parseBytes(readWhole(absolute, shown, lockBytes), shown);
}

/** A root's lock; undefined if there is none. Throws a SkillsError if it cannot be read. */
export function readRootLock(root: Root): SkillsLock | undefined {
  const bytes = readLockBytes(root);
  if (!bytes) return undefined;
  const shown = nameIn(root, places.lock);
  const parsed = parseBytes(bytes, shown);
  if (parsed.format === "skills.lock.json") return parsed.lock;
  throw new SkillsError(
    "unreadable",
    `the lock ${quote(shown)} was not written by skills install: it has no "$schema"`,
  );
}

/** The change to the lock's file. A lock without entries is removed. */
export function lockChange(
  before: SkillsLock | undefined,
  after: SkillsLock,
): Uint8Array | "keep" | "remove" {
  if (after.size === 0) return before ? "remove" : "keep";
  const bytes = writeLock(after);
  return before && Buffer.compare(writeLock(before), bytes) === 0 ? "keep" : bytes;
}

function parseBytes(bytes: Uint8Array, shown: string): ParsedLock {
  return parseLock(parseJson(decodeText(bytes).source), shown);
}
