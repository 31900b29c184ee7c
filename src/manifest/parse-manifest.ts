import { Buffer, isUtf8 } from "node:buffer";
import { grouped, series } from "../core/sentence.ts";
import { isObject } from "../core/is-object.ts";
import { quote } from "../core/show.ts";
import { archiveLimits, ArchiveRefused } from "../model/archive.ts";
import { type Manifest, manifestName, type Resource } from "../model/manifest.ts";
import { rootDigest } from "./digest.ts";
import { ignorableNames, isIgnored } from "./ignored.ts";
import { predicateType, statementType } from "./make-manifest.ts";

/** Returns the problem with a path as a name in an archive: `nameProblem` in archive/name-problem.ts. */
type NameRule = (path: string) => { readonly message: string } | undefined;

/**
 * Parses a manifest of OpenSSF Model Signing v1.0 (spec/v1.0.md, 5), whichever tool wrote it. Throws only
 * ArchiveRefused ("manifest-format", "manifest-ignore", "manifest-subject"), whatever the bytes are.
 */
export function parseManifest(bytes: Uint8Array, nameProblem: NameRule): Manifest {
  const statement: LocatedValue = { value: readStrictJson(decode(bytes)), place: "" };
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
    refuseManifest(`manifest has ${grouped(bytes.length)} bytes (maximum ${grouped(manifestBytes)})`);
  if (!isUtf8(bytes)) refuseManifest("manifest is not UTF-8");
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
  return text.startsWith("\ufeff")
    ? refuseManifest("manifest starts with a byte-order mark, which JSON does not allow")
    : text;
}

function readSerialization(serialization: LocatedValue): readonly string[] {
  expectNoOtherMembers(serialization, ["allow_symlinks", "hash_type", "ignore_paths", "method"]);
  expectConstant(memberAt(serialization, "method"), "files");
  expectConstant(memberAt(serialization, "hash_type"), "sha256");
  expectConstant(memberAt(serialization, "allow_symlinks"), false);
  const ignored = memberAt(serialization, "ignore_paths");
  return ignored.value === undefined ? [] : itemsAt(ignored).map(readIgnored);
}

/** Only known names may be ignored, as an ignored path could hide anything. */
function readIgnored(placed: LocatedValue): string {
  const path = textAt(placed);
  if (!ignorableNames.includes(path))
    refuseManifest(
      `manifest ignores ${quote(path)}; allowed are ${series(ignorableNames)}`,
      "manifest-ignore",
    );
  return path;
}

function readResources(
  placed: LocatedValue,
  ignored: readonly string[],
  nameProblem: NameRule,
): readonly Resource[] {
  const resources = itemsAt(placed).map((item) => readResource(item, nameProblem));
  if (resources.length === 0) refuseManifest(`${subjectOf(placed)} lists no files`);
  const names = new Set<string>();
  for (const { name } of resources) {
    if (isIgnored(name, ignored)) refuseManifest(`manifest lists ${quote(name)}, which it ignores`);
    if (names.has(name)) refuseManifest(`manifest lists ${quote(name)} twice`);
    names.add(name);
  }
  return resources;
}

function readResource(placed: LocatedValue, nameProblem: NameRule): Resource {
  const name = textAt(memberAt(placed, "name"));
  const problem = nameProblem(name);
  if (problem) refuseManifest(`manifest: ${problem.message}`);
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

function readSubject(placed: LocatedValue, root: string): Pick<Manifest, "root" | "subject"> {
  const [subject, ...others] = itemsAt(placed);
  if (!subject || others.length > 0)
    return refuseManifest(`${subjectOf(placed)} must have 1 item, not ${subject ? others.length + 1 : 0}`);
  const name = textAt(memberAt(subject, "name"));
  const digest = memberAt(memberAt(subject, "digest"), "sha256");
  if (digestAt(digest) !== root)
    refuseManifest(`manifest root digest must be ${root} for the listed files`, "manifest-subject");
  return { subject: name, root };
}

/**
 * A value in the manifest, and its path, such as `predicate.resources[2].name`. The value is undefined if it is
 * missing.
 */
interface LocatedValue {
  readonly value: unknown;
  readonly place: string;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** The value of a key; throws ArchiveRefused if `parent` is not an object. */
function memberAt(parent: LocatedValue, key: string): LocatedValue {
  const object = objectAt(parent);
  return {
    value: Object.hasOwn(object, key) ? object[key] : undefined,
    place: parent.place === "" ? key : `${parent.place}.${key}`,
  };
}

/**
 * Throws if an object has other keys than the specification allows, as an unknown key may change the meaning of the
 * others.
 */
function expectNoOtherMembers(parent: LocatedValue, known: readonly string[]): void {
  const other = Object.keys(objectAt(parent)).find((key) => !known.includes(key));
  if (other !== undefined)
    refuseManifest(
      `${subjectOf(parent)} has the key ${quote(other, shown)}, which OpenSSF Model Signing v1.0 does not define`,
    );
}

function expectConstant<Constant extends string | boolean>(
  placed: LocatedValue,
  constant: Constant,
): Constant {
  return placed.value === constant
    ? constant
    : differs(placed, typeof constant === "string" ? `"${constant}"` : String(constant));
}

function itemsAt({ value, place }: LocatedValue): readonly LocatedValue[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : differs({ value, place }, "an array");
  return items.map((item, index) => ({ value: item, place: `${place}[${index}]` }));
}

/** A non-empty string that can be encoded as UTF-8, which excludes JSON escapes that are lone surrogates. */
function textAt(placed: LocatedValue): string {
  const { value } = placed;
  return typeof value === "string" && value !== "" && value.isWellFormed()
    ? value
    : differs(placed, "a non-empty string of valid Unicode");
}

/** A digest in the form that `sha256sum` prints. */
function digestAt(placed: LocatedValue): string {
  const { value } = placed;
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value)
    ? value
    : differs(placed, "a SHA-256 digest of 64 lower-case hexadecimal digits");
}

function sizeAt(placed: LocatedValue): number {
  const { value } = placed;
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0
    ? value
    : differs(placed, "a size in bytes");
}

function booleanAt(placed: LocatedValue): boolean {
  return typeof placed.value === "boolean" ? placed.value : differs(placed, "true or false");
}

const shown = 60;

function objectAt(placed: LocatedValue): JsonObject {
  return isObject(placed.value) ? placed.value : differs(placed, "an object");
}

function differs(placed: LocatedValue, required: string): never {
  return refuseManifest(
    placed.value === undefined
      ? `${subjectOf(placed)} is missing`
      : `${subjectOf(placed)} must be ${required}, not ${describe(placed.value)}`,
  );
}

function subjectOf({ place }: LocatedValue): string {
  return place === "" ? "manifest" : `manifest key ${place}`;
}

function describe(value: unknown): string {
  if (typeof value === "string") return quote(value, shown);
  if (Array.isArray(value)) return "an array";
  return isObject(value) ? "an object" : String(value);
}

/** Maximum depth: a statement needs four levels, and what other tools add to a resource a few more. */
const deepest = 32;

/**
 * Parses JSON without duplicate keys, which two programs could interpret differently. Throws ArchiveRefused
 * ("manifest-format") for anything else.
 */
function readStrictJson(text: string): unknown {
  try {
    checkStructure(text);
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refuseManifest("manifest is not valid JSON");
  }
}

/**
 * Runs before JSON.parse, which would allocate memory for every level. May miss problems in text that is not JSON.
 */
function checkStructure(text: string): void {
  /** The keys of every open object; undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "{" || character === "[") {
      if (open.push(character === "{" ? new Set() : undefined) > deepest)
        refuseManifest(`manifest is nested more than ${deepest} levels deep`);
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
  if (keys?.has(key)) refuseManifest(`manifest has the key ${quote(key, 60)} twice in one object`);
  keys?.add(key);
}

/** The offset after the closing quotation mark of the string. */
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

/** Throws an ArchiveRefused for an invalid manifest. */
function refuseManifest(message: string, code: ManifestCode = "manifest-format"): never {
  throw new ArchiveRefused(code, message, { entry: manifestName });
}
