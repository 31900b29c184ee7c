import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { writeTarGz } from "../src/archive/tar/tar-gz.ts";
import { writeZip } from "../src/archive/zip/write-zip.ts";
import type { FileBytes } from "../src/model/archive.ts";
import { type Ran, runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { filesOf, readVectorManifest, vectorDirectory, vectors } from "./support/vectors.ts";
import { schemaOf } from "./support/schema.ts";

const content = "h1:kO+8x4IK7StcfB/O8kSEwcq2759SwwzG9dZBjqf4xn8=";
const vector = vectors.find(({ name }) => name === "demo")!;
const demo: readonly FileBytes[] = [
  ...filesOf(vector),
  { path: "skill.manifest.json", bytes: readVectorManifest(vector), executable: false },
];

function digest(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return runSkills(["digest", ...args], { cwd });
}

/** The same skill in every form that it can take. */
async function everyForm(): Promise<string> {
  const wrapped = demo.map((file) => ({ ...file, path: `demo/${file.path}` }));
  const root = makeTree({
    "demo.zip": writeZip(wrapped),
    "root.zip": writeZip(demo),
    "demo.tar.gz": await writeTarGz(wrapped),
    "bare.skill": writeZip(wrapped.slice(0, -1)),
  });
  cpSync(path.join(vectorDirectory, "demo"), path.join(root, "demo"), { recursive: true });
  return root;
}

function sha256Of(file: string): string {
  return `sha256:${createHash("sha256").update(readFileSync(file)).digest("hex")}`;
}

describe("the digest of content", () => {
  it("is the same for a directory and for every archive of it", async () => {
    const cwd = await everyForm();
    const archives = ["demo.zip", "root.zip", "demo.tar.gz", "bare.skill"];
    const { code, stdout, stderr } = await digest(cwd, "demo", ...archives);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(
      [
        `${content}  demo\n`,
        ...archives.map((file) => `${content}  ${file}\n${sha256Of(path.join(cwd, file))}  ${file}\n`),
      ].join(""),
    );
    expect(stdout).toContain(
      "sha256:9d05eaa2dd8014e9d551091efc58fbb3333181d9d86031c8454962e07231364c  bare.skill\n",
    );
  });

  it("does not depend on modes, dates or the name of the skill's directory", async () => {
    const cwd = await everyForm();
    cpSync(path.join(cwd, "demo"), path.join(cwd, "other"), { recursive: true });
    chmodSync(path.join(cwd, "other/scripts/run.sh"), 0o600);
    writeFileSync(path.join(cwd, "other/skill.manifest.json"), "{}");
    writeFileSync(path.join(cwd, "other/skill.oms.sig"), "{}");
    expect(await digest(cwd, "other/SKILL.md")).toEqual({
      code: 0,
      stdout: `${content}  other\n`,
      stderr: "",
    });
    writeFileSync(path.join(cwd, "other/scripts/run.sh"), "#!/bin/sh\necho ho\n");
    expect((await digest(cwd, "other")).stdout).not.toContain(content);
  });

  it("omits files that are never packed and says so, and includes every file with --all", async () => {
    const cwd = await everyForm();
    mkdirSync(path.join(cwd, "demo/evals"));
    writeFileSync(path.join(cwd, "demo/evals/evals.json"), "{}");
    writeFileSync(path.join(cwd, "demo/.DS_Store"), "");
    expect(await digest(cwd, "demo")).toEqual({
      code: 0,
      stdout: `${content}  demo\n`,
      stderr: 'skills: left out, as "skills pack" does: ".DS_Store" and "evals"; --all includes every file\n',
    });
    const all = await digest(cwd, "--all", "demo");
    expect(all).toMatchObject({ code: 0, stderr: "" });
    writeFileSync(
      path.join(cwd, "all.zip"),
      writeZip([
        ...demo,
        { path: "evals/evals.json", bytes: Buffer.from("{}"), executable: false },
        { path: ".DS_Store", bytes: Buffer.of(), executable: false },
      ]),
    );
    expect((await digest(cwd, "all.zip")).stdout.split("  ")[0]).toBe(all.stdout.split("  ")[0]);
  });

  it("is printed for every skill of a tree, by default the working directory", async () => {
    const cwd = makeTree({ "b/SKILL.md": skillMd("b"), "a/SKILL.md": skillMd("a") });
    const { stdout } = await digest(cwd);
    expect(stdout.replace(/h1:[A-Za-z0-9+/]{43}=/g, "h1:")).toBe("h1:  a\nh1:  b\n");
  });
});

describe("no digest is printed for", () => {
  it("a refused archive, while the others have theirs", async () => {
    const cwd = await everyForm();
    writeFileSync(
      path.join(cwd, "bad.zip"),
      writeZip([...demo, { path: "../\u001b[2Jevil", bytes: Buffer.of(), executable: false }]),
    );
    writeFileSync(path.join(cwd, "no.zip"), "no archive");
    const { code, stdout, stderr } = await digest(cwd, "bad.zip", "no.zip", "demo");
    expect([code, stdout]).toEqual([1, `${content}  demo\n`]);
    expect(stderr).toMatch(
      /^skills: bad\.zip: [ -~]+ \[archive-name-char\]\nskills: no\.zip: [ -~]+ \[archive-format\]\n$/,
    );
  });

  it("a directory that cannot be packed, with and without --all", async () => {
    const cwd = makeTree({ "a/SKILL.md": skillMd("a") });
    symlinkSync("SKILL.md", path.join(cwd, "a/link.md"));
    for (const [args, fix] of [
      [["a"], "a copy of its target"],
      [["--all", "a"], "a regular file"],
    ] as const) {
      const { code, stdout, stderr } = await digest(cwd, ...args);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toBe(
        `skills: a: "link.md" is a symlink to "SKILL.md"; replace it with ${fix} [archive-type]\n`,
      );
    }
  });

  it("a directory in which two file names would collide", async () => {
    const line = `${createHash("sha256").update("y").digest("hex")}  y`;
    const cwd = makeTree({ "b/SKILL.md": skillMd("b"), [`b/x\n${line}`]: "x" });
    for (const args of [["b"], ["--all", "b"]]) {
      const { code, stdout, stderr } = await digest(cwd, ...args);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(
        /^skills: b: name "(?:b\/)?x\\n[0-9a-f]{64} {2}y" contains U\+000A, [ -~]+ \[archive-name-char\]\n$/,
      );
    }
  });

  it("a directory above the limits of a skill", async () => {
    const cwd = makeTree({ "a/SKILL.md": skillMd("a"), "a/large": "" });
    truncateSync(path.join(cwd, "a/large"), 257 * 1_048_576);
    expect((await digest(cwd, "a")).stderr).toMatch(
      /^skills: a: "large" has 269,484,032 bytes \(maximum 67,108,864\) \[archive-entry-size\]\n$/,
    );
    expect((await digest(cwd, "--all", "a")).stderr).toMatch(
      /^skills: a: [ -~]+ \(maximum 67,108,864\) \[archive-total-size\]\n$/,
    );
  });

  it("a missing path, or one without a skill", async () => {
    const cwd = makeTree({ "docs/a.txt": "a" });
    expect(await digest(cwd, "none.zip")).toMatchObject({ code: 2, stdout: "" });
    expect(await digest(cwd, "docs")).toMatchObject({ code: 2, stdout: "" });
    expect(await digest(cwd, "--what")).toMatchObject({ code: 2, stdout: "" });
  });
});

it("reports the same as JSON in the common envelope", async () => {
  const cwd = await everyForm();
  writeFileSync(path.join(cwd, "no.zip"), "no archive");
  writeFileSync(path.join(cwd, "demo/.DS_Store"), "");
  const { code, stdout, stderr } = await digest(cwd, "--format", "json", "demo", "bare.skill", "no.zip");
  const report = JSON.parse(stdout);
  const matches = schemaOf("report");
  expect([code, stderr, matches(report), matches.errors]).toEqual([1, "", true, null]);
  const found = { contentDigest: content, files: 3, bytes: 61 };
  expect(report.data).toEqual({
    digests: [
      { path: "demo", content: found, leftOut: [{ path: ".DS_Store", directory: false, reason: "system" }] },
      {
        path: "bare.skill",
        archiveDigest: "sha256:9d05eaa2dd8014e9d551091efc58fbb3333181d9d86031c8454962e07231364c",
        content: found,
        leftOut: [],
      },
      { path: "no.zip", archiveDigest: sha256Of(path.join(cwd, "no.zip")), leftOut: [] },
    ],
  });
  expect(
    report.subjects.map((subject: { kind: string; findings: readonly { ruleId: string }[] }) => [
      subject.kind,
      subject.findings.map(({ ruleId }) => ruleId),
    ]),
  ).toEqual([
    ["skill", []],
    ["archive", []],
    ["archive", ["archive-format"]],
  ]);
});
