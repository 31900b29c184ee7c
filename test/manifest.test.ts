import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameProblem } from "../src/archive/name-problem.ts";
import { writeZip } from "../src/archive/zip/write-zip.ts";
import { ArchiveRefused } from "../src/model/archive.ts";
import type { Manifest } from "../src/model/manifest.ts";
import { contentDigest, describeFiles, rootDigest, sha256 } from "../src/manifest/digest.ts";
import { makeManifest } from "../src/manifest/make-manifest.ts";
import { parseManifest } from "../src/manifest/parse-manifest.ts";
import { samples } from "./support/samples.ts";
import { filesOf, readVectorManifest, vectors, type Vector } from "./support/vectors.ts";
import { schemaOf } from "./support/schema.ts";

const demo = vectors.find(({ name }) => name === "demo")!;
const text = readVectorManifest(demo).toString();
const matches = schemaOf("manifest");

/** The refusal of the manifest, or the parsed manifest. */
function parse(manifest: string | Uint8Array): Manifest | string {
  try {
    return parseManifest(Buffer.from(manifest), nameProblem);
  } catch (error) {
    if (error instanceof ArchiveRefused) return `${error.code}: ${error.message}`;
    throw error;
  }
}

describe.each(vectors)("the vector $name", (vector: Vector) => {
  const files = filesOf(vector);
  const resources = describeFiles(files.toReversed());

  it("has the digests of its files, its content and its root", () => {
    expect(
      resources.map(({ name, digest, size, executable }) => ({
        path: name,
        sha256: digest,
        size,
        executable,
      })),
    ).toEqual(vector.files);
    expect(contentDigest(resources)).toBe(vector.content);
    expect(contentDigest(resources.toReversed())).toBe(vector.content);
    expect(rootDigest(resources)).toBe(vector.root);
  });

  it("has the manifest that is made of its files, and parses back to them", () => {
    const bytes = makeManifest(vector.name, files.toReversed());
    expect(bytes.toString()).toBe(readVectorManifest(vector).toString());
    expect({ ...vector.manifest, size: bytes.length, sha256: sha256(bytes) }).toEqual(vector.manifest);
    expect(parse(bytes)).toEqual({
      subject: vector.name,
      root: vector.root,
      ignored: ["skill.manifest.json", "skill.oms.sig"],
      resources,
    });
    expect(matches(JSON.parse(bytes.toString()))).toBe(true);
  });

  it.each(vector.archives)(
    "has the $layout zip, with its manifest: $manifest",
    ({ layout, manifest, size, sha256: digest }) => {
      const all = manifest
        ? [...files, { path: "skill.manifest.json", bytes: readVectorManifest(vector), executable: false }]
        : files;
      const zip = writeZip(
        all.map((file) => ({
          ...file,
          path: layout === "wrapped" ? `${vector.name}/${file.path}` : file.path,
        })),
      );
      expect([zip.length, sha256(zip)]).toEqual([size, digest]);
    },
  );
});

it("is the vector with the published digests", () => {
  expect(demo.files.map(({ sha256 }) => sha256)).toEqual([
    "bdd87d8915bd3624ab0120b26c51ada0e1e5211a7cec40eb26dca5f0c7bab02c",
    "7b49b9e063bd91a4f9252b413261f5557b9c570aa61516989499f64a62dbcdd6",
    "299001868fb8c02fd431c336c6d058f5558c5dff5b5af5e6fe04b870a6a9cbba",
  ]);
  expect(demo.content).toBe("h1:kO+8x4IK7StcfB/O8kSEwcq2759SwwzG9dZBjqf4xn8=");
  expect(demo.root).toBe("10ca22866b59b5ebfa83a8d3e4f92c5ede3bd3b215f15d83ea4986eee4290cb6");
  expect(demo.archives[0]).toEqual({
    layout: "wrapped",
    manifest: false,
    size: 423,
    sha256: "9d05eaa2dd8014e9d551091efc58fbb3333181d9d86031c8454962e07231364c",
  });
});

it("does not list the manifest among the files, nor its signature", () => {
  const own = ["skill.manifest.json", "skill.oms.sig"].map((path) => ({
    path,
    bytes: Buffer.from("old"),
    executable: false,
  }));
  expect(makeManifest("demo", [...filesOf(demo), ...own]).toString()).toBe(text);
});

it("reads another tool's manifest: no sizes and modes, other keys in a resource, no list of ignored names, any order", () => {
  const listed = [demo.files[2]!, demo.files[0]!].map(({ path, sha256 }) => ({ name: path, digest: sha256 }));
  const root = rootDigest(listed);
  const predicate = {
    serialization: { method: "files", hash_type: "sha256", allow_symlinks: false },
    resources: listed.map((each) => ({ ...each, algorithm: "sha256", annotations: { by: [{}] } })),
  };
  const statement = {
    ...JSON.parse(text),
    subject: [{ name: "model", digest: { sha1: "00", sha256: root }, uri: "file:x" }],
    predicate,
  };
  expect(parse(JSON.stringify(statement))).toEqual({
    subject: "model",
    root,
    ignored: [],
    resources: listed,
  });
  expect(matches(statement)).toBe(true);
});

it("accepts every name that OpenSSF Model Signing ignores by default as ignored", () => {
  const names = ["skill.oms.sig", ".git", ".gitattributes", ".gitignore", ".github"];
  expect(
    parse(text.replace('"skill.manifest.json",', names.map((name) => `"${name}",`).join(""))),
  ).toMatchObject({ ignored: [...names, "skill.oms.sig"] });
});

it("throws only refusals, and accepts nothing that its schema refuses, for any bytes", () => {
  const edit = fc.record({
    at: fc.nat(text.length - 1),
    cut: fc.nat(40),
    put: fc.oneof(
      fc.constantFrom(
        '"',
        "{",
        "}",
        "[]",
        ",",
        ":",
        "\\",
        "\\u0000",
        "null",
        "-1",
        "1e999",
        '"name": ',
        "\0",
        "é",
      ),
      fc.string({ maxLength: 3 }),
    ),
  });
  const mutated = fc
    .array(edit, { maxLength: 3 })
    .map((edits) =>
      Buffer.from(
        edits.reduce((all, { at, cut, put }) => all.slice(0, at) + put + all.slice(at + cut), text),
      ),
    );
  fc.assert(
    fc.property(fc.oneof(mutated, fc.uint8Array({ maxLength: 60 }), fc.json().map(Buffer.from)), (bytes) => {
      const result = parse(bytes);
      if (typeof result !== "string") expect(matches(JSON.parse(Buffer.from(bytes).toString()))).toBe(true);
    }),
    samples(4_000),
  );
});
