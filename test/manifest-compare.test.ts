import { describe, expect, it } from "vitest";
import type { FileBytes } from "../src/model/archive.ts";
import type { FileDifference, Resource } from "../src/model/manifest.ts";
import { compareFiles, compareWithManifest } from "../src/manifest/compare-files.ts";
import { describeFiles, sha256 } from "../src/manifest/digest.ts";

function file(path: string, content: string | Uint8Array, executable = false): FileBytes {
  return { path, bytes: Buffer.from(content), executable };
}

function kinds(expected: readonly Resource[], got: readonly FileBytes[]): readonly string[] {
  return compareFiles(expected, got).map(({ kind, path }) => `${kind} ${path}`);
}

const [note, script] = [file("a.md", "one\ntwo\n"), file("run.sh", "#!/bin/sh\n", true)];
const listed = describeFiles([note, script]);

it("finds no difference between equal files in any order", () => {
  expect(compareFiles(listed, [script, note])).toEqual([]);
  expect(compareFiles(listed.toReversed(), [note, script])).toEqual([]);
});

it("reports what the manifest lists and what is there", () => {
  const [a, run] = [
    { digest: sha256(note.bytes), size: 8, executable: false },
    { digest: sha256(script.bytes), size: 10, executable: true },
  ];
  const other = { digest: sha256(Buffer.from("one\n")), size: 4, executable: false };
  expect(compareFiles(listed, [file("a.md", "one\n"), file("b", "one\n")])).toEqual<
    readonly FileDifference[]
  >([
    { kind: "modified", path: "a.md", expected: a, got: other },
    { kind: "extra", path: "b", got: other },
    { kind: "missing", path: "run.sh", expected: run },
  ]);
});

it("sorts by the UTF-8 bytes of names, so that the first difference is the same everywhere", () => {
  const names = ["b", "a/b", "a.b", "a-b", "\u{20000}", "\ufa0e", "Z"];
  expect(
    kinds(
      [],
      names.map((name) => file(name, "")),
    ),
  ).toEqual(["Z", "a-b", "a.b", "a/b", "b", "\ufa0e", "\u{20000}"].map((name) => `extra ${name}`));
});

describe("the kind of a difference", () => {
  const kindOf = (expected: FileBytes, got: FileBytes): string | undefined =>
    compareFiles(describeFiles([expected]), [got])[0]?.kind;
  const kindOfText = (expected: string | Uint8Array, got: string): string | undefined =>
    kindOf(file("a", expected), file("a", got));

  it("is the mode if only the executable bit differs", () => {
    expect(kindOf(file("a", "x"), file("a", "x", true))).toBe("mode");
    expect(kindOf(file("a", "x", true), file("a", "x"))).toBe("mode");
    expect(kindOf(file("a", "x"), file("a", "y", true))).toBe("modified");
  });

  it("is the line endings if all lines end in LF on one side and in CRLF on the other", () => {
    expect(kindOfText("one\ntwo\n", "one\r\ntwo\r\n")).toBe("line-endings");
    expect(kindOfText("one\r\ntwo\r\n", "one\ntwo\n")).toBe("line-endings");
    expect(kindOfText("one\r\ntwo", "one\ntwo")).toBe("line-endings");
    expect(kindOfText("\n", "\r\n")).toBe("line-endings");
    expect(kindOf(file("a", "x\n"), file("a", "x\r\n", true))).toBe("line-endings");
  });

  it("is the line endings if the existing file mixes both", () => {
    expect(kindOfText("one\ntwo\n", "one\r\ntwo\n")).toBe("line-endings");
    expect(kindOfText("one\r\ntwo\r\n", "one\r\ntwo\n")).toBe("line-endings");
  });

  it("is a modification if more differs, or the file is binary", () => {
    expect(kindOfText("one\ntwo\n", "one\r\ntwO\r\n")).toBe("modified");
    expect(kindOfText("one\n", "one")).toBe("modified");
    expect(kindOfText("one\n", "one\r")).toBe("modified");
    expect(kindOfText("one\r\r\n", "one\r\n")).toBe("modified");
    expect(kindOfText("one\r\ntwo\n", "one\ntwo\n")).toBe("modified");
    expect(kindOfText("\0\n", "\0\r\n")).toBe("modified");
    expect(kindOfText("", "\0")).toBe("modified");
  });

  it("does not depend on fields that the manifest omits", () => {
    const [{ name, digest }] = describeFiles([note]) as [Resource];
    expect(kinds([{ name, digest }], [{ ...note, executable: true }])).toEqual([]);
    expect(kinds([{ name, digest }], [file("a.md", "one\r\ntwo\r\n")])).toEqual(["line-endings a.md"]);
    expect(kinds([{ name, digest }], [file("a.md", "one\n")])).toEqual(["modified a.md"]);
    expect(kinds([{ name, digest, size: 9 }], [note])).toEqual(["modified a.md"]);
    expect(kinds([{ name, digest, size: 9 }], [file("a.md", "one\r\ntwo\r\n")])).toEqual(["modified a.md"]);
  });
});

describe("what a manifest ignores", () => {
  const compare = (ignored: readonly string[], paths: readonly string[]): readonly string[] =>
    compareWithManifest({ subject: "demo", root: "", ignored, resources: listed }, [
      note,
      script,
      ...paths.map((path) => file(path, "x")),
    ]).map(({ path }) => path);

  it("is itself and its signature, at the skill's root", () => {
    expect(
      compare([], ["skill.manifest.json", "skill.oms.sig", "a/skill.oms.sig", "skill.manifest.json.md"]),
    ).toEqual(["a/skill.oms.sig", "skill.manifest.json.md"]);
  });

  it("is only the names that it lists", () => {
    expect(
      compare(
        [".github", ".gitignore"],
        [".github/a/b", ".gitignore", ".gitattributes", "docs/.github/a", ".githubs/a"],
      ),
    ).toEqual([".gitattributes", ".githubs/a", "docs/.github/a"]);
  });

  it("is nothing below a name that should be a file", () => {
    const names = ["skill.manifest.json", "skill.oms.sig", ".gitignore", ".gitattributes"];
    expect(
      compare(
        names,
        names.map((name) => `${name}/run.sh`),
      ),
    ).toEqual(names.map((name) => `${name}/run.sh`).sort());
  });
});
