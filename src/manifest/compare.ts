import { Buffer } from "node:buffer";
import type { PackedFile } from "../model/archive.ts";
import type { FileDifference, Manifest, Resource } from "../model/manifest.ts";
import { sha256 } from "./digest.ts";
import { isIgnored } from "./ignored.ts";
import { becomesEqual } from "./line-endings.ts";

/** How a skill's files differ from those that its manifest lists; what the manifest ignores is not looked at. Paths count from the skill's root. */
export function compareWithManifest(
  { resources, ignored }: Manifest,
  files: readonly PackedFile[],
): readonly FileDifference[] {
  return compareFiles(
    resources,
    files.filter(({ path }) => !isIgnored(path, ignored)),
  );
}

/** Every file that is there and not expected, expected and not there, or there and different, sorted by the bytes of its name in UTF-8. */
export function compareFiles(
  expected: readonly Resource[],
  got: readonly PackedFile[],
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
  file: PackedFile | undefined,
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

function describe({ bytes, executable }: PackedFile): Required<Omit<Resource, "name">> {
  return { digest: sha256(bytes), size: bytes.length, executable };
}
