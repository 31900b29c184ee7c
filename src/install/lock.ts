import { lstatSync } from "node:fs";
import path from "node:path";
import type { LockedSkill, SkillsLock } from "../model/lock.ts";
import { compareText } from "../core/order.ts";
import { readWhole } from "../read/open-file.ts";
import { attempt } from "../write/cannot-write.ts";
import { places } from "./place-names.ts";
import { nameIn, type Root } from "./root.ts";

/** What a lock names as its schema, and is known by. */
export const lockSchema = "https://skillwright.dev/schemas/lock.schema.json";

export const lockVersion = 1;

/** Past this a lock lists more skills than anybody has; in bytes. */
export const lockBytes = 4 * 1_048_576;

/** The bytes of a root's lock; undefined where there is none. Throws a SkillsError. */
export function readLockBytes(root: Root): Uint8Array | undefined {
  const absolute = path.join(root.directory, places.lock);
  const shown = nameIn(root, places.lock);
  return (
    attempt(shown, () => lstatSync(absolute, { throwIfNoEntry: false })) &&
    readWhole(absolute, shown, lockBytes)
  );
}

/** The bytes of a lock: the same skills give the same on every machine and at any time, and two who add a skill each change different lines. */
export function writeLock(lock: SkillsLock): Buffer {
  const names = [...lock.keys()].sort(compareText);
  const skills = Object.fromEntries(
    names.map((name) => [name, lock.get(name)!] as const).map(([name, skill]) => [name, ordered(skill)]),
  );
  return Buffer.from(`${JSON.stringify({ $schema: lockSchema, version: lockVersion, skills }, null, 2)}\n`);
}

/** The members in the order they are written. */
function ordered({ source, contentDigest, archiveDigest, executable }: LockedSkill): LockedSkill {
  return { source, contentDigest, ...(archiveDigest !== undefined && { archiveDigest }), executable };
}
