import { Buffer, isUtf8 } from "node:buffer";
import { grouped, series } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import { archiveLimits, ArchiveRefused } from "../model/archive.ts";
import { type Manifest, manifestName, type Resource } from "../model/manifest.ts";
import { rootDigest } from "./digest.ts";
import { ignorableNames, isIgnored } from "./ignored.ts";
import { predicateType, statementType } from "./make-manifest.ts";

/** What is wrong with a path as the name of a file in an archive: `nameProblem` of the archive's room. */
type NameRule = (path: string) => { readonly message: string } | undefined;

/**
 * Reads a manifest, ours or one that another tool made for OpenSSF Model Signing v1.0 (spec/v1.0.md, 5).
 * Throws an ArchiveRefused ("manifest-format", "manifest-ignore", "manifest-subject") for any other bytes, and nothing else.
 */
export function parseManifest(bytes: Uint8Array, nameProblem: NameRule): Manifest {
  const statement: Placed = { value: readStrictJson(decode(bytes)), place: "" };
  expectNoOtherMembers(statement, ["_type", "predicate", "predicateType", "subject"]);
  expectConstant(memberAt(statement, "_type"), statementType);
  expectConstant(memberAt(statement, "predicateType"), predicateType);
  const predicate = memberAt(statement, "predicate");
  expectNoOtherMembers(predicate, ["resources", "serialization"]);
  const ignored = readSerialization(memberAt(predicate, "serialization"));
  const resources = readResources(memberAt(predicate, "resources"), ignored, nameProblem);
  return { ...readSubject(memberAt(statement, "subject"), rootDigest(resources)), ignored, resources };
}

function decode(bytes: Uint8Array): string {
  const { manifestBytes } = archiveLimits;
  if (bytes.length > manifestBytes)
    refuseManifest(
      `the manifest has ${grouped(bytes.length)} bytes, and the limit is ${grouped(manifestBytes)}`,
    );
  if (!isUtf8(bytes)) refuseManifest("the manifest is not UTF-8");
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
  return text.startsWith("\ufeff")
    ? refuseManifest("the manifest begins with a byte-order mark, which JSON does not allow")
    : text;
}

function readSerialization(serialization: Placed): readonly string[] {
  expectNoOtherMembers(serialization, ["allow_symlinks", "hash_type", "ignore_paths", "method"]);
  expectConstant(memberAt(serialization, "method"), "files");
  expectConstant(memberAt(serialization, "hash_type"), "sha256");
  expectConstant(memberAt(serialization, "allow_symlinks"), false);
  const ignored = memberAt(serialization, "ignore_paths");
  return ignored.value === undefined ? [] : itemsAt(ignored).map(readIgnored);
}

/** A path that may be ignored is one where anything may hide. */
function readIgnored(placed: Placed): string {
  const path = textAt(placed);
  if (!ignorableNames.includes(path))
    refuseManifest(
      `the manifest's ${placed.place} is ${quote(path)}, expected one of ${series(ignorableNames, "or")}`,
      "manifest-ignore",
    );
  return path;
}

function readResources(
  placed: Placed,
  ignored: readonly string[],
  nameProblem: NameRule,
): readonly Resource[] {
  const resources = itemsAt(placed).map((item) => readResource(item, nameProblem));
  if (resources.length === 0)
    refuseManifest(`the manifest's ${placed.place} is empty, expected a file or more`);
  const names = new Set<string>();
  for (const { name } of resources) {
    if (isIgnored(name, ignored)) refuseManifest(`the manifest lists ${quote(name)}, which it ignores`);
    if (names.has(name)) refuseManifest(`the manifest lists ${quote(name)} twice`);
    names.add(name);
  }
  return resources;
}

function readResource(placed: Placed, nameProblem: NameRule): Resource {
  const name = textAt(memberAt(placed, "name"));
  const problem = nameProblem(name);
  if (problem) refuseManifest(`in the manifest, ${problem.message}`);
  expectConstant(memberAt(placed, "algorithm"), "sha256");
  const digest = digestAt(memberAt(placed, "digest"));
  const [size, executable] = [memberAt(placed, "size"), memberAt(placed, "executable")];
  return {
    name,
    digest,
    ...(size.value !== undefined && { size: sizeAt(size) }),
    ...(executable.value !== undefined && { executable: booleanAt(executable) }),
  };
}

function readSubject(placed: Placed, root: string): Pick<Manifest, "root" | "subject"> {
  const [subject, ...others] = itemsAt(placed);
  if (!subject || others.length > 0)
    return refuseManifest(
      `the manifest's ${placed.place} has ${subject ? others.length + 1 : 0} items, expected 1`,
    );
  const name = textAt(memberAt(subject, "name"));
  const digest = memberAt(memberAt(subject, "digest"), "sha256");
  if (digestAt(digest) !== root)
    refuseManifest(
      `the manifest's ${digest.place} is ${digestAt(digest)}, expected ${root}, which the files it lists give`,
      "manifest-subject",
    );
  return { subject: name, root };
}

/** A value of the manifest and where it stands there, such as `predicate.resources[2].name`; undefined where there is none. */
interface Placed {
  readonly value: unknown;
  readonly place: string;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** What stands under the key; `parent` must be an object. */
function memberAt(parent: Placed, key: string): Placed {
  const object = objectAt(parent);
  return {
    value: Object.hasOwn(object, key) ? object[key] : undefined,
    place: parent.place === "" ? key : `${parent.place}.${key}`,
  };
}

/** The specification closes this object: a member that we do not know may change the meaning of the others. */
function expectNoOtherMembers(parent: Placed, known: readonly string[]): void {
  const other = Object.keys(objectAt(parent)).find((key) => !known.includes(key));
  if (other !== undefined)
    refuseManifest(
      `${subjectOf(parent)} has the member ${quote(other, shown)}, which OpenSSF Model Signing v1.0 does not know`,
    );
}

function expectConstant<Constant extends string | boolean>(placed: Placed, constant: Constant): Constant {
  return placed.value === constant
    ? constant
    : differs(placed, typeof constant === "string" ? `"${constant}"` : String(constant));
}

function itemsAt({ value, place }: Placed): readonly Placed[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : differs({ value, place }, "an array");
  return items.map((item, index) => ({ value: item, place: `${place}[${index}]` }));
}

/** A string with something in it, which UTF-8 can write: an escape may stand for half a character. */
function textAt(placed: Placed): string {
  const { value } = placed;
  return typeof value === "string" && value !== "" && value.isWellFormed()
    ? value
    : differs(placed, "a string of whole characters that is not empty");
}

/** As `sha256sum` prints it. */
function digestAt(placed: Placed): string {
  const { value } = placed;
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value)
    ? value
    : differs(placed, "a SHA-256 digest of 64 lower-case hexadecimal digits");
}

function sizeAt(placed: Placed): number {
  const { value } = placed;
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0
    ? value
    : differs(placed, "a number of bytes");
}

function booleanAt(placed: Placed): boolean {
  return typeof placed.value === "boolean" ? placed.value : differs(placed, "true or false");
}

const shown = 60;

function objectAt(placed: Placed): JsonObject {
  return isObject(placed.value) ? placed.value : differs(placed, "an object");
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function differs(placed: Placed, expected: string): never {
  const what = placed.value === undefined ? "missing" : describe(placed.value);
  return refuseManifest(`${subjectOf(placed)} is ${what}, expected ${expected}`);
}

function subjectOf({ place }: Placed): string {
  return place === "" ? "the manifest" : `the manifest's ${place}`;
}

function describe(value: unknown): string {
  if (typeof value === "string") return quote(value, shown);
  if (Array.isArray(value)) return "an array";
  return isObject(value) ? "an object" : String(value);
}

/** A statement needs four levels; what other tools add to a resource may need a few more. */
const deepest = 32;

/**
 * The value of a JSON text in which no key stands twice in one object: two programs that read it cannot read two things.
 * Throws an ArchiveRefused ("manifest-format") for anything else.
 */
function readStrictJson(text: string): unknown {
  try {
    checkStructure(text);
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refuseManifest("the manifest is no JSON");
  }
}

/** Comes before JSON.parse, which would spend memory on every level; of a text that is no JSON it may miss anything. */
function checkStructure(text: string): void {
  /** The keys of every object that is open; nothing for an array. */
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "{" || character === "[") {
      if (open.push(character === "{" ? new Set() : undefined) > deepest)
        refuseManifest(`objects and arrays of the manifest are nested more than ${deepest} deep`);
    } else if (character === "}" || character === "]") open.pop();
    else if (character === '"') {
      const end = endOfString(text, at);
      if (isKey(text, end)) addKey(open.at(-1), text.slice(at, end));
      at = end - 1;
    }
  }
}

function addKey(keys: Set<string> | undefined, written: string): void {
  const key = written.includes("\\") ? String(JSON.parse(written)) : written.slice(1, -1);
  if (keys?.has(key)) refuseManifest(`the key ${quote(key, 60)} stands twice in one object of the manifest`);
  keys?.add(key);
}

/** The offset behind the quotation mark that closes the string. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text[before - 1] === "\\") before--;
    if ((at - before) % 2 === 0) return at + 1;
  }
  return text.length;
}

function isKey(text: string, end: number): boolean {
  let at = end;
  while (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t") at++;
  return text[at] === ":";
}

type ManifestCode = "manifest-format" | "manifest-ignore" | "manifest-subject";

/** Throws the ArchiveRefused that says why a manifest cannot be used. */
function refuseManifest(message: string, code: ManifestCode = "manifest-format"): never {
  throw new ArchiveRefused(code, message, { entry: manifestName });
}
