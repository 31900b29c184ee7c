import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { help } from "../src/model/address.ts";
import { verify } from "../src/api/verify/verify.ts";
import type { VerifyOptions } from "../src/api/verify/verify-options.ts";
import { writeZip } from "../src/archive/zip/write-zip.ts";
import { SkillsError } from "../src/core/errors.ts";
import { manifestName } from "../src/model/manifest.ts";
import { makeManifest } from "../src/manifest/make-manifest.ts";
import { demoFiles, packed, tarGzOf, withManifest, zipOf } from "./support/packed.ts";
import { makeTree } from "./support/tree.ts";
import { canBeDenied, unprivileged } from "./support/unprivileged.ts";
import { buildZip } from "./support/zip-builder.ts";
import { schemaOf } from "./support/schema.ts";

const onUnix = it.skipIf(process.platform === "win32");
const golden = {
  archive: "sha256:9d05eaa2dd8014e9d551091efc58fbb3333181d9d86031c8454962e07231364c",
  content: "h1:kO+8x4IK7StcfB/O8kSEwcq2759SwwzG9dZBjqf4xn8=",
};
const isReport = schemaOf("report");

/** Verifies files in a directory. */
async function run(
  cwd: string,
  paths: readonly string[],
  options: Omit<VerifyOptions, "cwd" | "paths"> = {},
) {
  const result = await verify({ paths, cwd, ...options });
  expect([isReport(JSON.parse(JSON.stringify(result.report))), isReport.errors]).toEqual([true, null]);
  return {
    ...result,
    outcome: result.report.outcome,
    said: result.report.subjects.flatMap(({ findings }) =>
      findings.map(({ ruleId, file }) => `${ruleId} ${file}`.trimEnd()),
    ),
  };
}

/** Verifies one archive of these bytes. */
async function runOn(bytes: Uint8Array, options?: Omit<VerifyOptions, "cwd" | "paths">) {
  const result = await run(makeTree({ "it.zip": bytes }), ["it.zip"], options);
  return { ...result, archive: result.archives[0]! };
}

/** The code and message of the thrown error. */
async function failure(
  cwd: string,
  paths: readonly string[],
  options: Omit<VerifyOptions, "cwd" | "paths"> = {},
): Promise<string> {
  const error: unknown = await verify({ paths, cwd, ...options }).catch((thrown: unknown) => thrown);
  return error instanceof SkillsError
    ? `${error.code}: ${error.message}${error.hint === undefined ? "" : ` | ${error.hint}`}`
    : `not ours: ${error}`;
}

/** An unpacked skill's directory. */
function unpacked(files = withManifest(demoFiles)): string {
  const cwd = makeTree(Object.fromEntries(files.map((file) => [`demo/${file.path}`, file.bytes])));
  for (const file of files) chmodSync(path.join(cwd, "demo", file.path), file.executable ? 0o755 : 0o644);
  return cwd;
}

/** A manifest that ignores names that ours list. */
function manifestIgnoring(...names: readonly string[]): string {
  const statement = JSON.parse(makeManifest("demo", demoFiles).toString());
  statement.predicate.serialization.ignore_paths.push(...names);
  return JSON.stringify(statement);
}

it("describes an archive, and that it matches its manifest", async () => {
  const { outcome, archive, report, said } = await runOn(zipOf(withManifest(demoFiles)));
  expect({ outcome, said }).toEqual({ outcome: 0, said: [] });
  expect(archive).toEqual({
    path: "it.zip",
    archiveDigest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    archiveBytes: zipOf(withManifest(demoFiles)).length,
    opened: {
      format: "zip",
      profile: "own",
      layout: "wrapped",
      directory: "demo",
      files: 3,
      bytes: 61,
      executables: 1,
      contentDigest: golden.content,
      manifest: "consistent",
      differences: [],
      signature: false,
      asExpected: [],
      notes: [],
    },
  });
  expect(report.subjects).toEqual([
    {
      kind: "archive",
      path: "it.zip",
      name: "demo",
      verdicts: { spec: "accepts", "skills-ref": "accepts", "claude-api": "accepts" },
      findings: [],
      partial: [],
    },
  ]);
});

it("gives the same content digest for every layout and format, and for the directory", async () => {
  const files = withManifest(demoFiles);
  const cwd = unpacked(files);
  const archives = {
    "wrapped.zip": zipOf(files),
    "other.zip": zipOf(demoFiles, "demo"),
    "root.zip": writeZip(files),
    "it.tar.gz": await tarGzOf(files),
  };
  for (const [name, bytes] of Object.entries(archives)) writeFileSync(path.join(cwd, name), bytes);
  const result = await run(cwd, [...Object.keys(archives), "demo"]);
  expect(result.outcome).toBe(0);
  expect([...result.archives, ...result.directories].map(({ opened }) => opened?.contentDigest)).toEqual(
    Array(5).fill(golden.content),
  );
  expect(result.archives.map(({ opened }) => [opened?.format, opened?.layout, opened?.manifest])).toEqual([
    ["zip", "wrapped", "consistent"],
    ["zip", "wrapped", "none"],
    ["zip", "root", "consistent"],
    ["tar.gz", "wrapped", "consistent"],
  ]);
});

it("accepts an archive without a manifest, and reports that there is none", async () => {
  const { outcome, archive } = await runOn(zipOf(demoFiles));
  expect({ outcome, digest: archive.archiveDigest, manifest: archive.opened?.manifest }).toEqual({
    outcome: 0,
    digest: golden.archive,
    manifest: "none",
  });
});

it("distinguishes how files differ from the manifest, ordered by name", async () => {
  const [document, reference, script] = demoFiles;
  const files = [
    packed("SKILL.md", document!.bytes.toString().replaceAll("\n", "\r\n")),
    packed("references/café.md", "cafe\n"),
    { ...script!, executable: false },
    packed("new.md", "new"),
    ...withManifest([...demoFiles, packed("z.md", "z")]).slice(4),
  ];
  const { outcome, archive, report } = await runOn(zipOf(files));
  expect(outcome).toBe(1);
  expect(archive.opened?.manifest).toBe("differs");
  expect(archive.opened?.differences.map(({ kind, path: name }) => `${kind} ${name}`)).toEqual([
    "line-endings SKILL.md",
    "extra new.md",
    "modified references/café.md",
    "mode scripts/run.sh",
    "missing z.md",
  ]);
  expect(archive.opened?.differences[2]).toEqual({
    kind: "modified",
    path: "references/café.md",
    expected: { digest: sha256(reference!.bytes), size: 6, executable: false },
    got: { digest: sha256("cafe\n"), size: 5, executable: false },
  });
  expect(
    report.subjects[0]?.findings
      .filter(({ ruleId }) => ruleId.startsWith("archive-"))
      .map(({ ruleId, severity, message }) => `${ruleId} ${severity}: ${message}`),
  ).toEqual([
    'archive-file-line-endings error: "SKILL.md" differs from the manifest only by its line endings',
    'archive-file-extra error: "new.md" is not in the manifest',
    'archive-file-modified error: "references/café.md" does not match its digest in the manifest',
    'archive-file-mode error: "scripts/run.sh" is not executable, but the manifest says it is',
    'archive-file-missing error: "z.md" is in the manifest, but missing',
  ]);
});

it("reports a manifest of another skill, and refuses one that cannot be used", async () => {
  expect(await runOn(zipOf(withManifest(demoFiles, "other")))).toMatchObject({
    outcome: 1,
    said: ["archive-manifest-subject"],
    archive: { opened: { manifest: "differs" } },
  });
  expect(await runOn(zipOf([...demoFiles, packed(manifestName, "{}")]))).toMatchObject({
    outcome: 1,
    said: [`archive-manifest-format ${manifestName}`],
    archive: { refused: { code: "manifest-format", entry: manifestName } },
  });
  expect(
    (await runOn(zipOf([...demoFiles, packed(manifestName, manifestIgnoring("scripts"))]))).said,
  ).toEqual([`archive-manifest-ignore ${manifestName}`]);
});

it("reports that a signature was not verified", async () => {
  const { outcome, archive } = await runOn(
    zipOf([...withManifest(demoFiles), packed("skill.oms.sig", "{}")]),
  );
  expect({
    outcome,
    signature: archive.opened?.signature,
    manifest: archive.opened?.manifest,
    digest: archive.opened?.contentDigest,
  }).toEqual({ outcome: 0, signature: true, manifest: "consistent", digest: golden.content });
});

it("refuses what a reader refuses, with its code and offset", async () => {
  const { outcome, archive, report } = await runOn(writeZip([packed("../evil", "x"), ...demoFiles]));
  expect({ outcome, archive }).toEqual({
    outcome: 1,
    archive: {
      path: "it.zip",
      archiveDigest: expect.stringMatching(/^sha256:/),
      archiveBytes: expect.any(Number),
      refused: { code: "name-segment", entry: "../evil", offset: expect.any(Number) },
    },
  });
  expect(report.subjects).toEqual([
    {
      kind: "archive",
      path: "it.zip",
      verdicts: {},
      findings: [
        {
          ruleId: "archive-name-segment",
          category: "archive",
          fingerprint: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{24}-1$/),
          origin: "guidance",
          severity: "error",
          message: expect.stringContaining('"../evil"'),
          file: "../evil",
          refusedBy: [],
          related: [],
          fixes: [],
          ...help("archive-name-segment"),
        },
      ],
      partial: [],
    },
  ]);
  expect((await runOn(Buffer.from("no archive"))).archive.refused).toMatchObject({ code: "format" });
  expect((await runOn(new Uint8Array())).outcome).toBe(1);
});

it("compares the archive's digest first, and does not open another archive", async () => {
  const bytes = zipOf(demoFiles);
  expect(
    await runOn(bytes, {
      digests: [golden.archive.toUpperCase().replace("SHA256", "sha256"), golden.content],
    }),
  ).toMatchObject({ outcome: 0, archive: { opened: { asExpected: [golden.archive, golden.content] } } });
  expect(await runOn(bytes, { digests: [golden.archive.slice("sha256:".length)] })).toMatchObject({
    outcome: 0,
  });
  expect(await runOn(Buffer.from("no archive"), { digests: [golden.archive] })).toMatchObject({
    outcome: 1,
    said: ["archive-digest"],
    archive: { refused: { code: "digest" } },
  });
});

it("compares the content with a digest", async () => {
  const other = zipOf([...demoFiles, packed("more.md", "more")]);
  const { outcome, said, archive, report } = await runOn(other, { digests: [golden.content] });
  expect({ outcome, said, asExpected: archive.opened?.asExpected }).toEqual({
    outcome: 1,
    said: ["archive-digest"],
    asExpected: [],
  });
  expect(report.subjects[0]?.findings[0]?.message).toBe(
    `the content digest is ${archive.opened?.contentDigest}, not ${golden.content}`,
  );
});

it("refuses a malformed digest, a digest for several paths, and an archive digest for a directory", async () => {
  const cwd = unpacked();
  const form =
    'use "h1:" and 44 base64 characters for content, or "sha256:" and 64 hexadecimal digits for an archive; skills digest prints both';
  for (const digest of ["h1:abc", "md5:d41d8cd98f00b204e9800998ecf8427e", "sha256:12", ""])
    expect(await failure(cwd, ["demo"], { digests: [digest] })).toBe(
      `bad-usage: --digest "${digest}" is not a digest | ${form}`,
    );
  expect(await failure(cwd, ["demo", "demo"], { digests: [golden.content] })).toBe(
    "bad-usage: --digest applies to one path, but 2 are given",
  );
  expect(await failure(cwd, ["demo"], { digests: [golden.archive] })).toBe(
    'bad-usage: "demo" is a directory, but a sha256: digest is of an archive | use the h1: digest of the directory\'s content',
  );
});

it("accepts only output of skills pack on request", async () => {
  const foreign = buildZip(
    demoFiles.map((file) => ({
      name: `demo/${file.path}`,
      data: file.bytes,
      deflate: true,
      both: { flags: 0x0800 },
    })),
  );
  expect(await runOn(foreign)).toMatchObject({
    outcome: 0,
    archive: { opened: { profile: "foreign", contentDigest: golden.content } },
  });
  expect(await runOn(foreign, { profile: "own" })).toMatchObject({ outcome: 1, said: ["archive-canonical"] });
  expect(await runOn(zipOf(demoFiles), { profile: "own" })).toMatchObject({ outcome: 0 });
});

it("checks the skill for the targets, with the name of its directory", async () => {
  expect(await runOn(zipOf(demoFiles, "other"))).toMatchObject({
    outcome: 1,
    said: ["name-matches-directory SKILL.md"],
  });
  expect(await runOn(writeZip(demoFiles))).toMatchObject({ outcome: 0, said: [] });
  const reserved = [packed("SKILL.md", "---\nname: claude-demo\ndescription: d\n---\nhi\n")];
  expect(await runOn(zipOf(reserved, "claude-demo"))).toMatchObject({
    outcome: 0,
    said: ["name-reserved-word SKILL.md"],
  });
  expect(await runOn(zipOf(reserved, "claude-demo"), { targets: ["claude-api"] })).toMatchObject({
    outcome: 1,
    said: ["name-reserved-word SKILL.md"],
  });
});

it("does not compare the name with a directory that Git named for a commit", async () => {
  const entries = demoFiles.map((file) => ({
    name: `repo-main/${file.path}`,
    data: file.bytes,
    both: { flags: 0x0800 },
  }));
  const { outcome, archive } = await runOn(
    buildZip(entries, { comment: "e265fb67b3ebe7925d38c86b4c5820e75085b238" }),
  );
  expect({ outcome, notes: archive.opened?.notes }).toEqual({
    outcome: 0,
    notes: [
      {
        message:
          'git named the directory "repo-main" after a commit, so it is not compared with the skill\'s name',
      },
    ],
  });
  expect((await runOn(buildZip(entries, { comment: "a word" }))).said).toEqual([
    "name-matches-directory SKILL.md",
  ]);
});

it("accepts what git archive makes of a commit", async () => {
  const cwd = unpacked();
  const git = (...args: readonly string[]) =>
    execFileSync(
      "git",
      ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "core.autocrlf=false", ...args],
      { cwd, stdio: "pipe" },
    );
  git("init", "-q");
  git("add", "demo");
  git("commit", "-q", "-m", "a");
  for (const name of ["it.zip", "it.tar.gz"]) git("archive", "--prefix=repo-1.0/", "-o", name, "HEAD:demo");
  git(
    "archive",
    "--prefix=repo-1.0/",
    "-o",
    "commit.zip",
    git("commit-tree", "-m", "a", git("rev-parse", "HEAD:demo").toString().trim()).toString().trim(),
  );
  const { archives, said } = await run(cwd, ["commit.zip", "it.zip", "it.tar.gz"]);
  expect(archives.map(({ opened }) => [opened?.manifest, opened?.contentDigest])).toEqual(
    Array.from({ length: 3 }, () => ["consistent", golden.content]),
  );
  expect(said).toEqual(["name-matches-directory SKILL.md", "name-matches-directory SKILL.md"]);
});

onUnix("reports in a directory whatever is not what the manifest lists", async () => {
  const cwd = unpacked();
  const at = (...parts: readonly string[]): string => path.join(cwd, "demo", ...parts);
  writeFileSync(at("SKILL.md"), "changed");
  chmodSync(at("scripts/run.sh"), 0o644);
  symlinkSync("/etc/passwd", at("link"));
  execFileSync("mkfifo", [at("pipe")]);
  mkdirSync(at(".git/hooks"), { recursive: true });
  mkdirSync(at("node_modules/a"), { recursive: true });
  mkdirSync(at("empty"));
  const { outcome, directories, report } = await run(cwd, ["demo"]);
  expect({ outcome, manifest: directories[0]?.opened?.manifest }).toEqual({
    outcome: 1,
    manifest: "differs",
  });
  expect(
    report.subjects[0]?.findings
      .filter(({ ruleId }) => ruleId.startsWith("archive-"))
      .map(({ ruleId, message }) => `${ruleId}: ${message}`),
  ).toEqual([
    'archive-file-modified: "SKILL.md" does not match its digest in the manifest',
    'archive-file-mode: "scripts/run.sh" is not executable, but the manifest says it is',
    'archive-mode-unreadable: "node_modules" was not read: installed packages are not read',
    'archive-file-extra: ".git" is a git directory, which is not read',
    'archive-type: "link" is a symlink to "/etc/passwd"; replace it with a regular file',
    'archive-type: "pipe" is a FIFO, socket or device; remove it',
  ]);
});

onUnix("reads a link in the place of a file as that, and not as missing", async () => {
  const cwd = unpacked(withManifest(demoFiles).filter(({ path: name }) => name !== "scripts/run.sh"));
  symlinkSync("/etc", path.join(cwd, "demo/scripts"));
  expect((await run(cwd, ["demo"])).said).toEqual(["archive-type scripts", "link-outside scripts"]);
});

onUnix("takes nothing but a plain file for a manifest or a signature", async () => {
  const linked = unpacked(demoFiles);
  symlinkSync("/dev/null", path.join(linked, "demo", manifestName));
  expect(await run(linked, ["demo"])).toMatchObject({
    outcome: 1,
    said: [`archive-type ${manifestName}`, `link-outside ${manifestName}`],
  });
  const signed = unpacked();
  symlinkSync("SKILL.md", path.join(signed, "demo/skill.oms.sig"));
  expect(await run(signed, ["demo"])).toMatchObject({ outcome: 1, said: ["archive-type skill.oms.sig"] });
  const directory = makeTree({ "demo/SKILL.md": demoFiles[0]!.bytes, [`demo/${manifestName}/a`]: "x" });
  expect(await failure(directory, ["demo"])).toContain("nothing to verify");
});

it.runIf(canBeDenied)("reports unreadable files in a directory", async () => {
  const cwd = unpacked();
  chmodSync(cwd, 0o755);
  chmodSync(path.join(cwd, "demo/scripts/run.sh"), 0o000);
  const { report } = await unprivileged(() => run(cwd, ["demo"]));
  expect(report.subjects[0]?.findings.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([
    'archive-mode-unreadable: "scripts/run.sh" was not read: permission denied',
  ]);
});

it("ignores files in a directory that its manifest may ignore", async () => {
  const cwd = unpacked([
    ...demoFiles,
    packed(manifestName, manifestIgnoring(".git", ".github")),
    packed(".github/x.yml", "x"),
    packed(".git/config", "x"),
  ]);
  expect(await run(cwd, ["demo"])).toMatchObject({ outcome: 0, said: [] });
});

it("reports files that the manifest does not cover", async () => {
  const { archive, outcome } = await runOn(
    zipOf([
      ...demoFiles,
      packed(".github/run.sh", "x", true),
      packed(manifestName, manifestIgnoring(".github")),
    ]),
  );
  expect({ outcome, opened: archive.opened }).toMatchObject({
    outcome: 0,
    opened: {
      manifest: "consistent",
      files: 4,
      notes: [
        {
          message: 'files not covered by the manifest: ".github/run.sh"',
          entry: ".github/run.sh",
        },
      ],
    },
  });
});

it("explains a dangling link and standard input", async () => {
  const cwd = makeTree({ x: "" });
  symlinkSync("nowhere", path.join(cwd, "it.zip"));
  expect(await failure(cwd, ["it.zip"])).toBe('not-found: "it.zip" is a dangling symlink');
  expect(await failure(cwd, ["-"])).toBe(
    'not-found: there is no "-"; pass an archive or a skill directory | archives are not read from standard input; write it to a file first',
  );
});

it("compares a directory without a manifest with a digest, and has nothing to verify without either", async () => {
  const cwd = unpacked(demoFiles);
  expect(await run(cwd, ["demo"], { digests: [golden.content] })).toMatchObject({
    outcome: 0,
    directories: [{ path: "demo", opened: { manifest: "none", asExpected: [golden.content] } }],
  });
  const nothing = `not-found: nothing to verify in "demo": it has no ${manifestName}, and no --digest is given`;
  expect(await failure(cwd, ["demo"])).toBe(
    `${nothing} | to check it against a known digest, use skills verify --digest h1:... demo`,
  );
  writeFileSync(path.join(cwd, "demo/a.skill"), "");
  expect(await failure(cwd, ["demo"])).toBe(
    `${nothing} | give a path in it, such as skills verify demo/a.skill`,
  );
  writeFileSync(path.join(cwd, "demo/skills.lock.json"), "");
  expect(await failure(cwd, ["demo"])).toBe(
    `${nothing} | give a path in it, such as skills verify demo/skills.lock.json`,
  );
});

it("refuses a directory whose manifest cannot be used", async () => {
  expect(await run(unpacked([...demoFiles, packed(manifestName, "[]")]), ["demo"])).toMatchObject({
    outcome: 1,
    said: [`archive-manifest-format ${manifestName}`],
    directories: [{ path: "demo", refused: { code: "manifest-format" } }],
  });
});

onUnix("reads no FIFO, device or oversized file, and follows a link that was named", async () => {
  const cwd = makeTree({ "it.zip": zipOf(demoFiles), "big.zip": "" });
  execFileSync("mkfifo", [path.join(cwd, "pipe")]);
  symlinkSync("it.zip", path.join(cwd, "latest.zip"));
  truncateSync(path.join(cwd, "big.zip"), 64 * 1_048_576 + 1);
  expect(await failure(cwd, ["it.zip", "pipe"])).toBe(
    'unreadable: "pipe" is a FIFO; pass an archive or a skill directory',
  );
  expect(await failure(cwd, ["/dev/zero"])).toBe(
    'unreadable: "/dev/zero" is a device; pass an archive or a skill directory',
  );
  expect(await failure(cwd, ["ti.zip"])).toBe('not-found: there is no "ti.zip" | did you mean "it.zip"?');
  expect(await failure(cwd, [""])).toBe("bad-usage: the path is empty; pass an archive or a skill directory");
  expect(await failure(cwd, [])).toBe("bad-usage: no path was given; pass an archive or a skill directory");
  expect((await run(cwd, ["latest.zip"])).outcome).toBe(0);
  expect((await run(cwd, ["big.zip"])).archives).toEqual([{ path: "big.zip", refused: { code: "too-big" } }]);
});

it("treats names with a meaning in JavaScript as ordinary files", async () => {
  const files = [
    ...demoFiles,
    packed("__proto__", "x"),
    packed("constructor", "x"),
    packed("10", "x"),
    packed("toString/__proto__", "x"),
  ];
  expect(await runOn(zipOf(withManifest(files)))).toMatchObject({
    outcome: 0,
    archive: { opened: { files: 7, manifest: "consistent" } },
  });
});

function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
