import { Buffer } from "node:buffer";
import type { FileBytes } from "../model/archive.ts";
import type { FileDifference, Manifest, Resource } from "../model/manifest.ts";
import { sha256 } from "./digest.ts";
import { isIgnored } from "./ignored.ts";

/**
 * The differences between a skill's files and its manifest, ignoring the files that the manifest ignores. Paths are
 * relative to the skill's root.
 */
export function compareWithManifest(
  { resources, ignored }: Manifest,
  files: readonly FileBytes[],
): readonly FileDifference[] {
  return compareFiles(
    resources,
    files.filter(({ path }) => !isIgnored(path, ignored)),
  );
}

/** Every extra, missing or different file, sorted by the UTF-8 bytes of its name. */
export function compareFiles(
  expected: readonly Resource[],
  got: readonly FileBytes[],
): readonly FileDifference[] {
  const files = new Map(got.map((file) => [file.path, file]));
  const names = new Set(expected.map(({ name }) => name));
  const differences = [
    ...expected.flatMap((resource) => compareFile(resource, files.get(resource.name))),
    ...got
      .filter(({ path }) => !names.has(path))
      .map((file): FileDifference => ({ kind: "extra", path: file.path, got: describe(file) })),
  ];
  const keyed = differences.map((difference) => ({ key: Buffer.from(difference.path), difference }));
  return keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ difference }) => difference);
}

function compareFile(
  { name, ...expected }: Resource,
  file: FileBytes | undefined,
): readonly FileDifference[] {
  if (!file) return [{ kind: "missing", path: name, expected }];
  const got = describe(file);
  const kind = kindOf(expected, got, file.bytes);
  return kind === undefined ? [] : [{ kind, path: name, expected, got }];
}

function kindOf(
  expected: Omit<Resource, "name">,
  got: ReturnType<typeof describe>,
  bytes: Uint8Array,
): FileDifference["kind"] | undefined {
  const { digest, size = got.size, executable = got.executable } = expected;
  if (digest !== got.digest) return becomesEqual(expected, bytes) ? "line-endings" : "modified";
  if (size !== got.size) return "modified";
  return executable === got.executable ? undefined : "mode";
}

function describe({ bytes, executable }: FileBytes): Required<Omit<Resource, "name">> {
  return { digest: sha256(bytes), size: bytes.length, executable };
}

const lineFeed = 0x0a;

const carriageReturn = 0x0d;

/**
 * Whether the bytes would match the digest if all line endings were LF, or all CRLF, as Git's `core.autocrlf`
 * rewrites them. A file with a NUL byte is binary. An original with mixed line endings cannot be recognized by its
 * digest.
 */
function becomesEqual({ digest, size }: Pick<Resource, "digest" | "size">, bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  const { feeds, pairs } = countLineEnds(bytes);
  const isExpected = (end: "lf" | "crlf", length: number): boolean =>
    (size === undefined || size === length) && sha256(withLineEnds(bytes, end, length)) === digest;
  const length = bytes.length - pairs;
  return (pairs > 0 && isExpected("lf", length)) || (feeds > pairs && isExpected("crlf", length + feeds));
}

/** Number of line feeds, and number of those that follow a carriage return. */
function countLineEnds(bytes: Uint8Array): { readonly feeds: number; readonly pairs: number } {
  let [feeds, pairs] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== lineFeed) continue;
    feeds++;
    if (bytes[at - 1] === carriageReturn) pairs++;
  }
  return { feeds, pairs };
}

function withLineEnds(bytes: Uint8Array, end: "lf" | "crlf", length: number): Uint8Array {
  const changed = Buffer.alloc(length);
  let to = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === carriageReturn && bytes[at + 1] === lineFeed) continue;
    if (byte === lineFeed && end === "crlf") changed[to++] = carriageReturn;
    changed[to++] = byte;
  }
  return changed;
}
