import { Buffer, isUtf8 } from "node:buffer";
import { archiveLimits } from "../model/archive.ts";
import type { Manifest, Resource } from "../model/manifest.ts";
import { grouped, series } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import { rootDigest } from "./digest.ts";
import { ignorableNames, isIgnored } from "./ignored.ts";
import { refuseManifest } from "./refuse-manifest.ts";
import {
  booleanAt,
  digestAt,
  expectConstant,
  expectNoOtherMembers,
  itemsAt,
  memberAt,
  sizeAt,
  textAt,
  type Placed,
} from "./shape.ts";
import { predicateType, statementType } from "./statement.ts";
import { readStrictJson } from "./strict-json.ts";

/** What is wrong with a path as the name of a file in an archive: `nameProblem` of the archive's room. */
export type NameRule = (path: string) => { readonly message: string } | undefined;

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
