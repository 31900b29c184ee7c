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
    ["nothing", "", "manifest is not valid JSON"],
    ["no JSON", text.replace("[", ""), "manifest is not valid JSON"],
    ["a comment", `${text}// x`, "manifest is not valid JSON"],
    ["a trailing comma", text.replace('"skill.oms.sig"', '"skill.oms.sig",'), "manifest is not valid JSON"],
    [
      "a key in an escape that is none",
      text.replace('"_type"', String.raw`"\x5ftype"`),
      "manifest is not valid JSON",
    ],
    ["a string that does not end", `${text.slice(0, -3)}"`, "manifest is not valid JSON"],
    [
      "a byte-order mark",
      `\ufeff${text}`,
      "manifest starts with a byte-order mark, which JSON does not allow",
    ],
    ["deep nesting", "[".repeat(33), "manifest is nested more than 32 levels deep"],
    ["no object", "[]", "manifest must be an object, not an array"],
    [
      "a key twice",
      text.replace('"predicate":', '"_type": 1, "predicate":'),
      'manifest has the key "_type" twice in one object',
    ],
    [
      "a key twice, once in escapes",
      text.replace('"size": 6', String.raw`"size": 6, "\u0073ize" : 6`),
      'manifest has the key "size" twice in one object',
    ],
  ])("refuses %s", (_, manifest, message) => {
    expect(refusal(Buffer.from(manifest))).toEqual(refused(message));
  });

  it("refuses what is not UTF-8", () => {
    expect(refusal(Buffer.from(text, "latin1"))).toEqual(refused("manifest is not UTF-8"));
  });

  it("accepts at most 4 MiB", () => {
    const filled = Buffer.from(text.padEnd(4 * 1_048_576 - 1));
    expect(refusal(filled)).toMatchObject({ subject: "demo" });
    expect(refusal(Buffer.concat([filled, Buffer.from(" ")]))).toEqual(
      refused("manifest has 4,194,305 bytes (maximum 4,194,304)"),
    );
  });
});

describe("shape", () => {
  const digest = "bdd87d8915bd3624ab0120b26c51ada0e1e5211a7cec40eb26dca5f0c7bab02c";

  it.each<readonly [string, string, string]>([
    [
      '"_type": "https://in-toto.io/Statement/v1"',
      '"_type": "https://in-toto.io/Statement/v0.1"',
      `_type must be "https://in-toto.io/Statement/v1", not "https://in-toto.io/Statement/v0.1"`,
    ],
    ['"predicateType": "https://model_signing/signature/v1.0",', "", "predicateType is missing"],
    [
      '"method": "files"',
      '"method": "shards"',
      'predicate.serialization.method must be "files", not "shards"',
    ],
    [
      '"hash_type": "sha256"',
      '"hash_type": "blake2b"',
      'predicate.serialization.hash_type must be "sha256", not "blake2b"',
    ],
    [
      '"allow_symlinks": false',
      '"allow_symlinks": true',
      "predicate.serialization.allow_symlinks must be false, not true",
    ],
    [
      '"skill.oms.sig"',
      "7",
      "predicate.serialization.ignore_paths[1] must be a non-empty string of valid Unicode, not 7",
    ],
    [
      '"name": "SKILL.md"',
      '"name": ""',
      'predicate.resources[0].name must be a non-empty string of valid Unicode, not ""',
    ],
    ['"name": "SKILL.md",', "", "predicate.resources[0].name is missing"],
    [
      '"algorithm": "sha256"',
      '"algorithm": "md5"',
      'predicate.resources[0].algorithm must be "sha256", not "md5"',
    ],
    [
      `"digest": "${digest}"`,
      `"digest": "${digest.toUpperCase()}"`,
      `predicate.resources[0].digest must be a SHA-256 digest of 64 lower-case hexadecimal digits, not "${digest.toUpperCase().slice(0, 60)}…(+4)"`,
    ],
    [
      `"digest": "${digest}"`,
      `"digest": {}`,
      "predicate.resources[0].digest must be a SHA-256 digest of 64 lower-case hexadecimal digits, not an object",
    ],
    ['"size": 37', '"size": -1', "predicate.resources[0].size must be a size in bytes, not -1"],
    ['"size": 37', '"size": "37"', 'predicate.resources[0].size must be a size in bytes, not "37"'],
    [
      '"executable": true',
      '"executable": null',
      "predicate.resources[2].executable must be true or false, not null",
    ],
    [
      '"name": "demo"',
      '"name": []',
      "subject[0].name must be a non-empty string of valid Unicode, not an array",
    ],
    ['"sha256": "10', '"sha1": "10', "subject[0].digest.sha256 is missing"],
  ])("refuses %s as %s", (written, instead, message) => {
    const manifest = text.replace(written, instead);
    expect(refusal(Buffer.from(manifest))).toEqual(refused(`manifest key ${message}`));
    expect(matches(JSON.parse(manifest))).toBe(false);
  });

  it.each<readonly [string, (statement: ReturnType<typeof JSON.parse>) => void, string]>([
    [
      "a member of the statement",
      (statement) => (statement.extra = 1),
      'manifest has the key "extra", which OpenSSF Model Signing v1.0 does not define',
    ],
    [
      "a member of the predicate",
      ({ predicate }) => (predicate["\u202ex"] = 1),
      String.raw`manifest key predicate has the key "\u{202e}x", which OpenSSF Model Signing v1.0 does not define`,
    ],
    [
      "a member of the serialization",
      ({ predicate }) => (predicate.serialization.shard_size = 1),
      'manifest key predicate.serialization has the key "shard_size", which OpenSSF Model Signing v1.0 does not define',
    ],
    ["no subject", (statement) => (statement.subject = []), "manifest key subject must have 1 item, not 0"],
    [
      "two subjects",
      (statement) => statement.subject.push({}),
      "manifest key subject must have 1 item, not 2",
    ],
    [
      "no files",
      ({ predicate }) => (predicate.resources = []),
      "manifest key predicate.resources lists no files",
    ],
    [
      "files by name",
      ({ predicate }) => (predicate.resources = {}),
      "manifest key predicate.resources must be an array, not an object",
    ],
  ])("refuses %s", (_, change, message) => {
    const statement = JSON.parse(text);
    change(statement);
    expect(refusal(Buffer.from(JSON.stringify(statement)))).toEqual(refused(message));
    expect(matches(statement)).toBe(false);
  });

  it("reads only keys in the file, not inherited ones", () => {
    expect(refusal(Buffer.from('{"__proto__": {}}'))).toEqual(
      refused('manifest has the key "__proto__", which OpenSSF Model Signing v1.0 does not define'),
    );
  });
});

describe("meaning", () => {
  it.each<readonly [string, string, string, string, string]>([
    ["a file twice", '"scripts/run.sh"', '"SKILL.md"', 'manifest lists "SKILL.md" twice', "manifest-format"],
    [
      "a name that leads elsewhere",
      '"scripts/run.sh"',
      '"../run.sh"',
      'manifest: name "../run.sh" has an empty, "." or ".." segment',
      "manifest-format",
    ],
    [
      "half a character for a name",
      '"scripts/run.sh"',
      String.raw`"\ud800"`,
      String.raw`manifest key predicate.resources[2].name must be a non-empty string of valid Unicode, not "\u{d800}"`,
      "manifest-format",
    ],
    [
      "itself",
      '"scripts/run.sh"',
      '"skill.manifest.json"',
      'manifest lists "skill.manifest.json", which it ignores',
      "manifest-format",
    ],
    [
      "to ignore a directory of the skill",
      '"skill.oms.sig"',
      '"scripts"',
      'manifest ignores "scripts"; allowed are .git, .gitattributes, .github, .gitignore, skill.manifest.json and skill.oms.sig',
      "manifest-ignore",
    ],
    [
      "another root",
      '"10ca22866',
      '"00ca22866',
      "manifest root digest must be 10ca22866b59b5ebfa83a8d3e4f92c5ede3bd3b215f15d83ea4986eee4290cb6 for the listed files",
      "manifest-subject",
    ],
  ])("refuses %s", (_, written, instead, message, code) => {
    expect(refusal(Buffer.from(text.replace(written, instead)))).toEqual(refused(message, code));
  });
});
