import { describe, expect, it } from "vitest";
import { nameProblem } from "../src/archive/name-problem.ts";
import { ArchiveRefused } from "../src/model/archive.ts";
import { parseManifest } from "../src/manifest/parse-manifest.ts";
import { readVectorManifest, vectors } from "./support/vectors.ts";
import { schemaOf } from "./support/schema.ts";

const text = readVectorManifest(vectors.find(({ name }) => name === "demo")!).toString();
const matches = schemaOf("manifest");

function refusal(bytes: Uint8Array): unknown {
  try {
    return parseManifest(bytes, nameProblem);
  } catch (error) {
    if (error instanceof ArchiveRefused)
      return { code: error.code, message: error.message, entry: error.entry };
    throw error;
  }
}

function refused(message: string, code = "manifest-format"): unknown {
  return { code, message, entry: "skill.manifest.json" };
}

describe("bytes", () => {
  it.each([
    ["nothing", "", "the manifest is no JSON"],
    ["no JSON", text.replace("[", ""), "the manifest is no JSON"],
    ["a comment", `${text}// x`, "the manifest is no JSON"],
    ["a trailing comma", text.replace('"skill.oms.sig"', '"skill.oms.sig",'), "the manifest is no JSON"],
    [
      "a key in an escape that is none",
      text.replace('"_type"', String.raw`"\x5ftype"`),
      "the manifest is no JSON",
    ],
    ["a string that does not end", `${text.slice(0, -3)}"`, "the manifest is no JSON"],
    [
      "a byte-order mark",
      `\ufeff${text}`,
      "the manifest begins with a byte-order mark, which JSON does not allow",
    ],
    ["deep nesting", "[".repeat(33), "objects and arrays of the manifest are nested more than 32 deep"],
    ["no object", "[]", "the manifest is an array, expected an object"],
    [
      "a key twice",
      text.replace('"predicate":', '"_type": 1, "predicate":'),
      'the key "_type" stands twice in one object of the manifest',
    ],
    [
      "a key twice, once in escapes",
      text.replace('"size": 6', String.raw`"size": 6, "\u0073ize" : 6`),
      'the key "size" stands twice in one object of the manifest',
    ],
  ])("refuses %s", (_, manifest, message) => {
    expect(refusal(Buffer.from(manifest))).toEqual(refused(message));
  });

  it("refuses what is not UTF-8", () => {
    expect(refusal(Buffer.from(text, "latin1"))).toEqual(refused("the manifest is not UTF-8"));
  });

  it("takes 4 MiB, and no byte more", () => {
    const filled = Buffer.from(text.padEnd(4 * 1_048_576 - 1));
    expect(refusal(filled)).toMatchObject({ subject: "demo" });
    expect(refusal(Buffer.concat([filled, Buffer.from(" ")]))).toEqual(
      refused("the manifest has 4,194,305 bytes, and the limit is 4,194,304"),
    );
  });
});

describe("shape", () => {
  const digest = "bdd87d8915bd3624ab0120b26c51ada0e1e5211a7cec40eb26dca5f0c7bab02c";

  it.each<readonly [string, string, string]>([
    [
      '"_type": "https://in-toto.io/Statement/v1"',
      '"_type": "https://in-toto.io/Statement/v0.1"',
      `_type is "https://in-toto.io/Statement/v0.1", expected "https://in-toto.io/Statement/v1"`,
    ],
    [
      '"predicateType": "https://model_signing/signature/v1.0",',
      "",
      'predicateType is missing, expected "https://model_signing/signature/v1.0"',
    ],
    [
      '"method": "files"',
      '"method": "shards"',
      'predicate.serialization.method is "shards", expected "files"',
    ],
    [
      '"hash_type": "sha256"',
      '"hash_type": "blake2b"',
      'predicate.serialization.hash_type is "blake2b", expected "sha256"',
    ],
    [
      '"allow_symlinks": false',
      '"allow_symlinks": true',
      "predicate.serialization.allow_symlinks is true, expected false",
    ],
    [
      '"skill.oms.sig"',
      "7",
      "predicate.serialization.ignore_paths[1] is 7, expected a string of whole characters that is not empty",
    ],
    [
      '"name": "SKILL.md"',
      '"name": ""',
      'predicate.resources[0].name is "", expected a string of whole characters that is not empty',
    ],
    [
      '"name": "SKILL.md",',
      "",
      "predicate.resources[0].name is missing, expected a string of whole characters that is not empty",
    ],
    [
      '"algorithm": "sha256"',
      '"algorithm": "md5"',
      'predicate.resources[0].algorithm is "md5", expected "sha256"',
    ],
    [
      `"digest": "${digest}"`,
      `"digest": "${digest.toUpperCase()}"`,
      `predicate.resources[0].digest is "${digest.toUpperCase().slice(0, 60)}…(+4)", expected a SHA-256 digest of 64 lower-case hexadecimal digits`,
    ],
    [
      `"digest": "${digest}"`,
      `"digest": {}`,
      "predicate.resources[0].digest is an object, expected a SHA-256 digest of 64 lower-case hexadecimal digits",
    ],
    ['"size": 37', '"size": -1', "predicate.resources[0].size is -1, expected a number of bytes"],
    ['"size": 37', '"size": "37"', 'predicate.resources[0].size is "37", expected a number of bytes'],
    [
      '"executable": true',
      '"executable": null',
      "predicate.resources[2].executable is null, expected true or false",
    ],
    [
      '"name": "demo"',
      '"name": []',
      "subject[0].name is an array, expected a string of whole characters that is not empty",
    ],
    [
      '"sha256": "10',
      '"sha1": "10',
      "subject[0].digest.sha256 is missing, expected a SHA-256 digest of 64 lower-case hexadecimal digits",
    ],
  ])("refuses %s as %s", (written, instead, message) => {
    const manifest = text.replace(written, instead);
    expect(refusal(Buffer.from(manifest))).toEqual(refused(`the manifest's ${message}`));
    expect(matches(JSON.parse(manifest))).toBe(false);
  });

  it.each<readonly [string, (statement: ReturnType<typeof JSON.parse>) => void, string]>([
    [
      "a member of the statement",
      (statement) => (statement.extra = 1),
      'the manifest has the member "extra", which OpenSSF Model Signing v1.0 does not know',
    ],
    [
      "a member of the predicate",
      ({ predicate }) => (predicate["\u202ex"] = 1),
      String.raw`the manifest's predicate has the member "\u{202e}x", which OpenSSF Model Signing v1.0 does not know`,
    ],
    [
      "a member of the serialization",
      ({ predicate }) => (predicate.serialization.shard_size = 1),
      'the manifest\'s predicate.serialization has the member "shard_size", which OpenSSF Model Signing v1.0 does not know',
    ],
    ["no subject", (statement) => (statement.subject = []), "the manifest's subject has 0 items, expected 1"],
    [
      "two subjects",
      (statement) => statement.subject.push({}),
      "the manifest's subject has 2 items, expected 1",
    ],
    [
      "no files",
      ({ predicate }) => (predicate.resources = []),
      "the manifest's predicate.resources is empty, expected a file or more",
    ],
    [
      "files by name",
      ({ predicate }) => (predicate.resources = {}),
      "the manifest's predicate.resources is an object, expected an array",
    ],
  ])("refuses %s", (_, change, message) => {
    const statement = JSON.parse(text);
    change(statement);
    expect(refusal(Buffer.from(JSON.stringify(statement)))).toEqual(refused(message));
    expect(matches(statement)).toBe(false);
  });

  it("looks for members of the file's own, not for those of every object", () => {
    expect(refusal(Buffer.from('{"__proto__": {}}'))).toEqual(
      refused('the manifest has the member "__proto__", which OpenSSF Model Signing v1.0 does not know'),
    );
  });
});

describe("meaning", () => {
  it.each<readonly [string, string, string, string, string]>([
    [
      "a file twice",
      '"scripts/run.sh"',
      '"SKILL.md"',
      'the manifest lists "SKILL.md" twice',
      "manifest-format",
    ],
    [
      "a name that leads elsewhere",
      '"scripts/run.sh"',
      '"../run.sh"',
      'in the manifest, name "../run.sh" has an empty, "." or ".." segment',
      "manifest-format",
    ],
    [
      "half a character for a name",
      '"scripts/run.sh"',
      String.raw`"\ud800"`,
      String.raw`the manifest's predicate.resources[2].name is "\u{d800}", expected a string of whole characters that is not empty`,
      "manifest-format",
    ],
    [
      "itself",
      '"scripts/run.sh"',
      '"skill.manifest.json"',
      'the manifest lists "skill.manifest.json", which it ignores',
      "manifest-format",
    ],
    [
      "to ignore a directory of the skill",
      '"skill.oms.sig"',
      '"scripts"',
      `the manifest's predicate.serialization.ignore_paths[1] is "scripts", expected one of .git, .gitattributes, .github, .gitignore, skill.manifest.json or skill.oms.sig`,
      "manifest-ignore",
    ],
    [
      "another root",
      '"10ca22866',
      '"00ca22866',
      "the manifest's subject[0].digest.sha256 is 00ca22866b59b5ebfa83a8d3e4f92c5ede3bd3b215f15d83ea4986eee4290cb6, expected 10ca22866b59b5ebfa83a8d3e4f92c5ede3bd3b215f15d83ea4986eee4290cb6, which the files it lists give",
      "manifest-subject",
    ],
  ])("refuses %s", (_, written, instead, message, code) => {
    expect(refusal(Buffer.from(text.replace(written, instead)))).toEqual(refused(message, code));
  });
});
