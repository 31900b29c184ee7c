import { lstatSync } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { type JsonDocument, type JsonNode, type JsonObject, memberOf } from "../core/json.ts";
import { compareText } from "../core/order.ts";
import { quote } from "../core/show.ts";
import { namesSchema, schemaId } from "../model/address.ts";
import type { LockedSkill, SkillsLock, VercelLock, VercelLockedSkill } from "../model/lock.ts";
import { readWhole } from "../read/open-file.ts";
import { attempt } from "../write/cannot-write.ts";
import { isSkillName, places } from "./place-names.ts";
import { nameIn, type Root } from "./root.ts";

const lockVersion = 1;

/** Maximum length of a lock in bytes, more than any real lock has. */
export const lockBytes = 4 * 1_048_576;

/** The bytes of a root's lock; undefined if there is none. Throws a SkillsError. */
export function readLockBytes(root: Root): Uint8Array | undefined {
  const absolute = path.join(root.directory, places.lock);
  const shown = nameIn(root, places.lock);
  return (
    attempt(shown, () => lstatSync(absolute, { throwIfNoEntry: false })) &&
    readWhole(absolute, shown, lockBytes)
  );
}

/** The bytes of a lock. They are reproducible, and if two users each add a skill, they change different lines. */
export function writeLock(lock: SkillsLock): Buffer {
  const names = [...lock.keys()].sort(compareText);
  const skills = Object.fromEntries(
    names.map((name) => [name, lock.get(name)!] as const).map(([name, skill]) => [name, ordered(skill)]),
  );
  return Buffer.from(
    `${JSON.stringify({ $schema: schemaId("lock"), version: lockVersion, skills }, null, 2)}\n`,
  );
}

/** The entry with its keys in the order in which they are written. */
function ordered({ source, contentDigest, archiveDigest, executable }: LockedSkill): LockedSkill {
  return { source, contentDigest, ...(archiveDigest !== undefined && { archiveDigest }), executable };
}

export type ParsedLock =
  | { readonly format: "skills.lock.json"; readonly lock: SkillsLock }
  | { readonly format: "skills-lock.json"; readonly lock: VercelLock };

/**
 * Reads a lock, in our format or that of vercel-labs/skills. Throws a SkillsError ("unreadable") with the file name
 * `shown` and the line.
 */
export function parseLock({ root, problems }: JsonDocument, shown: string): ParsedLock {
  try {
    const [problem] = problems;
    if (problem) throw new Misfit(problem.range.start.line, problem.message);
    if (!root) throw new Misfit(1, "file is empty");
    return readLock(objectOf(root));
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    throw new SkillsError(
      "unreadable",
      `cannot read the lock ${quote(shown)}: line ${error.line}: ${error.message}`,
      {
        hint: "after a merge, keep each entry of both sides once; otherwise restore an earlier lock, or move it away and install the skills again",
      },
    );
  }
}

/** Thrown for the first problem in an invalid lock. */
class Misfit extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

function readLock(root: JsonObject): ParsedLock {
  const ours = memberOf(root, "$schema") !== undefined;
  if (ours) {
    expectOnly(root, ["$schema", "version", "skills"]);
    const schema = valueOf(root, "$schema");
    if (!("value" in schema) || !namesSchema(schema.value, "lock"))
      refuse(schema, `$schema must be ${JSON.stringify(schemaId("lock"))}`);
  }
  expectConstant(root, "version", lockVersion);
  const skills = objectOf(valueOf(root, "skills")).members;
  if (!ours)
    return {
      format: "skills-lock.json",
      lock: new Map(skills.map(({ key, value }) => [key, readVercelSkill(objectOf(value))])),
    };
  return {
    format: "skills.lock.json",
    lock: new Map(skills.map(({ key, value }) => [nameOf(key, value), readSkill(objectOf(value))])),
  };
}

function readSkill(skill: JsonObject): LockedSkill {
  expectOnly(skill, ["source", "contentDigest", "archiveDigest", "executable"]);
  return {
    source: textOf(valueOf(skill, "source"), /^[^]+$/, "a non-empty string"),
    contentDigest: textOf(
      valueOf(skill, "contentDigest"),
      /^h1:[A-Za-z0-9+/]{43}=$/,
      '"h1:" followed by 44 base64 characters',
    ),
    ...(memberOf(skill, "archiveDigest") && {
      archiveDigest: textOf(
        valueOf(skill, "archiveDigest"),
        /^sha256:[0-9a-f]{64}$/,
        '"sha256:" followed by 64 hexadecimal digits',
      ),
    }),
    executable: textsOf(valueOf(skill, "executable")),
  };
}

/** Later releases of that installer add keys, but still write these. */
function readVercelSkill(skill: JsonObject): VercelLockedSkill {
  const text = (key: string): string => textOf(valueOf(skill, key), /^[^]*$/, "a string");
  return { source: text("source"), sourceType: text("sourceType"), computedHash: text("computedHash") };
}

function objectOf(node: JsonNode): JsonObject {
  return node.kind === "object" ? node : refuse(node, "must be an object");
}

function valueOf(object: JsonObject, key: string): JsonNode {
  return memberOf(object, key)?.value ?? refuse(object, `${key} is missing`);
}

function expectOnly(object: JsonObject, known: readonly string[]): void {
  const other = object.members.find(({ key }) => !known.includes(key));
  if (other) refuse(other.value, `unknown key ${quote(other.key, 60)} (lock version ${lockVersion})`);
}

function expectConstant(object: JsonObject, key: string, expected: string | number): void {
  const node = valueOf(object, key);
  if (!("value" in node) || node.value !== expected)
    refuse(node, `${key} must be ${JSON.stringify(expected)}`);
}

function nameOf(key: string, node: JsonNode): string {
  return isSkillName(key) ? key : refuse(node, `${quote(key, 60)} is not a skill name`);
}

function textOf(node: JsonNode, form: RegExp, required: string): string {
  return node.kind === "string" && form.test(node.value) ? node.value : refuse(node, `must be ${required}`);
}

function textsOf(node: JsonNode): readonly string[] {
  return node.kind === "array"
    ? node.items.map((item) => textOf(item, /^[^]+$/, "a path"))
    : refuse(node, "must be an array of paths");
}

function refuse(node: JsonNode, message: string): never {
  throw new Misfit(node.range.start.line, message);
}
