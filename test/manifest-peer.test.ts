import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { nameProblem } from "../src/archive/name-problem.ts";
import { writeZip } from "../src/archive/zip/write-zip.ts";
import { ArchiveRefused, type FileBytes } from "../src/model/archive.ts";
import { compareWithManifest } from "../src/manifest/compare-files.ts";
import { contentDigest, describeFiles, rootDigest } from "../src/manifest/digest.ts";
import { makeManifest } from "../src/manifest/make-manifest.ts";
import { parseManifest } from "../src/manifest/parse-manifest.ts";
import { needs } from "./support/needs.ts";
import { samples } from "./support/samples.ts";
import { filesOf, readFiles, readVectorManifest, vectorDirectory, vectors } from "./support/vectors.ts";

const script = fileURLToPath(new URL("support/check_manifest.py", import.meta.url));

/** The results of an independent program for each directory or zip. */
function askPython(paths: readonly string[]): readonly string[] {
  return execFileSync("python3", [script, ...paths], { encoding: "utf8" })
    .trimEnd()
    .split("\n");
}

/** Our results in the other program's format. */
function verdict(files: readonly FileBytes[]): string {
  try {
    const manifest = parseManifest(
      files.find((each) => each.path === "skill.manifest.json")!.bytes,
      nameProblem,
    );
    const [first] = compareWithManifest(manifest, files);
    return first
      ? `${first.kind} ${first.path}`
      : `consistent (unsigned) ${contentDigest(manifest.resources)} ${rootDigest(manifest.resources)}`;
  } catch (error) {
    if (error instanceof ArchiveRefused) return error.code;
    throw error;
  }
}

function makeDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), "skills-test-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

function writeFiles(directory: string, files: readonly FileBytes[]): void {
  for (const file of files) {
    const place = path.join(directory, file.path);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, file.bytes);
    chmodSync(place, file.executable ? 0o755 : 0o644);
  }
}

it("agrees with another program on every vector, as a directory and as both zips", () => {
  needs("python3");
  const directory = makeDirectory();
  for (const vector of vectors) {
    cpSync(path.join(vectorDirectory, vector.name), path.join(directory, vector.name), { recursive: true });
    writeFileSync(path.join(directory, vector.name, "skill.manifest.json"), readVectorManifest(vector));
    const files = readFiles(path.join(directory, vector.name));
    writeFileSync(path.join(directory, `${vector.name}-root.zip`), writeZip(files));
    writeFileSync(
      path.join(directory, `${vector.name}.zip`),
      writeZip(files.map((file) => ({ ...file, path: `${vector.name}/${file.path}` }))),
    );
    const said = askPython(
      ["", "-root.zip", ".zip"].map((end) => path.join(directory, `${vector.name}${end}`)),
    );
    expect(said).toEqual([1, 2, 3].map(() => `consistent (unsigned) ${vector.content} ${vector.root}`));
    expect(verdict(files)).toBe(said[0]);
  }
});

const skill = filesOf(vectors.find(({ name }) => name === "order")!);
const manifest = makeManifest("order", skill).toString();
const someFile = fc.constantFrom(...skill.map((file) => file.path));

type Tamper = (files: readonly FileBytes[]) => readonly FileBytes[];

function onFile(change: (file: FileBytes) => FileBytes): fc.Arbitrary<Tamper> {
  return someFile.map((name) => (files) => files.map((file) => (file.path === name ? change(file) : file)));
}

function onManifest(written: string | RegExp, instead: string): fc.Arbitrary<Tamper> {
  const change = ({ bytes }: FileBytes): Buffer =>
    Buffer.from(Buffer.from(bytes).toString().replace(written, instead));
  return fc.constant((files) =>
    files.map((file) => (file.path === "skill.manifest.json" ? { ...file, bytes: change(file) } : file)),
  );
}

/** A change for each difference and refusal, and some changes that do not matter. */
const tampers: readonly fc.Arbitrary<Tamper>[] = [
  onFile((file) => ({ ...file, bytes: Buffer.concat([file.bytes, Buffer.from("more")]) })),
  onFile((file) => ({
    ...file,
    bytes: Buffer.from(Buffer.from(file.bytes).toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1"),
  })),
  onFile((file) => ({
    ...file,
    bytes: Buffer.from(Buffer.from(file.bytes).toString("latin1").replace(/\r\n/g, "\n"), "latin1"),
  })),
  onFile((file) => ({ ...file, executable: !file.executable })),
  someFile.map(
    (name): Tamper =>
      (files) =>
        files.filter((file) => file.path !== name || name === "SKILL.md"),
  ),
  fc.constantFrom("a.md", "a/c", "\u{20001}.md", ".gitignore", ".github/x", "skill.oms.sig").map(
    (name): Tamper =>
      (files) => [
        ...files.filter((file) => file.path !== name),
        { path: name, bytes: Buffer.from("x"), executable: false },
      ],
  ),
  onManifest('"skill.oms.sig"', '"skill.oms.sig", ".github", ".gitignore"'),
  onManifest('"skill.oms.sig"', '"skill.oms.sig", "a"'),
  onManifest(/"digest": "../, '"digest": "00'),
  onManifest('"size": 105', '"size": 104'),
  onManifest(/,\n *"size": 105,\n *"executable": false/, ""),
  onManifest('"size": 105', '"size": 105, "size": 105'),
  onManifest('"Z.txt"', '"z.txt"'),
  onManifest('"name": "order"', '"name": "other"'),
  onManifest('"method": "files"', '"method": "shards"'),
  onManifest(/\]\s*\}\s*\}\s*$/, "]}"),
];

it("agrees with another program on trees that were tampered with, as directories and as zips", () => {
  needs("python3");
  const directory = makeDirectory();
  const whole: readonly FileBytes[] = [
    ...skill,
    { path: "skill.manifest.json", bytes: Buffer.from(manifest), executable: false },
  ];
  const single = tampers.flatMap((tamper) => fc.sample(tamper, samples(30))).map((tamper) => tamper(whole));
  const several = fc
    .sample(fc.array(fc.oneof(...tampers), { minLength: 1, maxLength: 4 }), samples(120))
    .map((each) => each.reduce<readonly FileBytes[]>((files, tamper) => tamper(files), whole));
  const trees = [...single, ...several];
  const places = trees.map((files, index) => {
    const place = path.join(directory, String(index));
    if (index % 2 === 0) writeFiles(place, files);
    else writeFileSync(place, writeZip(files.map((file) => ({ ...file, path: `order/${file.path}` }))));
    return place;
  });
  const said = askPython(places);
  expect(said).toEqual(trees.map(verdict));
  const seen = new Set(said.map((line) => line.split(" ")[0]));
  expect([...seen].sort()).toEqual([
    "consistent",
    "extra",
    "line-endings",
    "manifest-format",
    "manifest-ignore",
    "manifest-subject",
    "missing",
    "mode",
    "modified",
  ]);
});

it("gives the same digest as coreutils", () => {
  const directory = makeDirectory();
  const names = fc.sample(
    fc.uniqueArray(fc.stringMatching(/^[a-zA-Z0-9._ é\u{20000}-]{1,9}[a-z](?:\/[a-z0-9]{1,4})?$/u), {
      maxLength: 60,
      minLength: 60,
      selector: (name) => name.split("/")[0]!.toLowerCase(),
    }),
    samples(1),
  )[0]!;
  writeFiles(
    directory,
    names.map((name, index) => ({
      path: name,
      bytes: Buffer.from(name.repeat(index)),
      executable: index % 2 === 0,
    })),
  );
  writeFileSync(path.join(directory, "skill.manifest.json"), "{}");
  const command =
    "find . -type f ! -path ./skill.manifest.json ! -path ./skill.oms.sig | sed 's|^\\./||' | LC_ALL=C sort | xargs -d '\\n' sha256sum -- | sha256sum";
  const hexadecimal = execFileSync("bash", ["-c", command], { cwd: directory, encoding: "utf8" }).slice(
    0,
    64,
  );
  const files = readFiles(directory);
  expect(files).toHaveLength(61);
  expect(contentDigest(describeFiles(files))).toBe(
    `h1:${Buffer.from(hexadecimal, "hex").toString("base64")}`,
  );
});
