import { symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { writeZip } from "../src/archive/zip/write-zip.ts";
import { listArchiveCodes } from "../src/api/explain-archive.ts";
import type { FileBytes } from "../src/model/archive.ts";
import { hostileArchives } from "./support/hostile-archives.ts";
import { demoFiles, packed, withManifest, zipOf } from "./support/packed.ts";
import { type Surroundings, runSkills } from "./support/io.ts";
import { makeTree } from "./support/tree.ts";

const [document, , script] = demoFiles as readonly [FileBytes, FileBytes, FileBytes];

const run = (cwd: string, args: readonly string[], surroundings?: Surroundings) =>
  runSkills(["verify", ...args], { cwd, ...surroundings });

const onUnix = it.skipIf(process.platform === "win32");

/** Characters that a terminal must not get from untrusted text. */
const unprintable = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u;

/** Standard output without the duration. */
async function shown(cwd: string, args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run(cwd, ["--no-color", ...args], { columns: 80 });
  expect(stderr).toBe("");
  return stdout.replace(/\d+\.\d\d s\n$/, "0.00 s\n");
}

it("describes an archive and its manifest", async () => {
  const cwd = makeTree({
    "demo.skill": zipOf(withManifest([...demoFiles, packed("assets/form.docx", "PK\x03\x04")])),
    "bare.zip": zipOf(demoFiles),
  });
  expect(await shown(cwd, ["demo.skill", "bare.zip"])).toMatchInlineSnapshot(`
    "demo.skill: matches its manifest (unsigned)
      archive   zip of 2,052 bytes, in the form that skills pack writes
        sha256:bfde3f456f00121ae710f743326a3e5423826e9c1242e8b3a206e8e25ca0a4b4
      skill     4 files (65 bytes) in "demo", 1 executable
                h1:r63KvSZSFEcBngHIyNhx82a9e3hjm7UiiSpD+/kAK2w=
      manifest  files match the manifest; unsigned, so this says nothing about who
                made it
      note      nested archives were not checked: "demo/assets/form.docx"
      accepted by spec, skills-ref, claude-api

    bare.zip: has no manifest
      archive   zip of 423 bytes, in the form that skills pack writes
        sha256:9d05eaa2dd8014e9d551091efc58fbb3333181d9d86031c8454962e07231364c
      skill     3 files (61 bytes) in "demo", 1 executable
                h1:kO+8x4IK7StcfB/O8kSEwcq2759SwwzG9dZBjqf4xn8=
      manifest  none, so the content cannot be checked
      accepted by spec, skills-ref, claude-api

    2 archives checked: none with errors; nothing to report; 0.00 s
    "
  `);
});

it("shows the first file that differs in full, and counts the others", async () => {
  const files = [
    document,
    packed("references/café.md", "cafe\n"),
    { ...script, executable: false },
    packed("new.md", "x"),
    ...withManifest([...demoFiles, packed("gone.md", "x")]).slice(4),
  ];
  const cwd = makeTree({ "demo.skill": zipOf(files), "more.zip": zipOf(withManifest(demoFiles, "other")) });
  expect(await shown(cwd, ["demo.skill", "more.zip"])).toMatchInlineSnapshot(`
    "demo.skill: differs from its manifest
      archive   zip of 2,019 bytes, in the form that skills pack writes
        sha256:279c2d341fbaff403fc0d5f7d26bcb33a181e966905246c4064bc58a1499a280
      skill     4 files (61 bytes) in "demo"
                h1:1FwuE0tJHkDZJSWQ8fOajJCzHvp43dBPxU9b2CjSTzM=
      manifest  differs in 4 files
      error     "gone.md" is in the manifest, but missing [archive-file-missing]
                expected  1 byte, not executable,
        sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881
                and 3 more files: 1 extra (new.md), 1 modified (references/café.md),
                1 with a different mode (scripts/run.sh)
      remedy    If the change is yours, pack again: \`skills pack DIR\`. If not, do
                not install the skill; fetch it again from its publisher.
      accepted by spec, skills-ref, claude-api

    more.zip: differs from its manifest
      archive   zip of 1,714 bytes, in the form that skills pack writes
        sha256:7556830b5fc17f7f9fae191f435a6e17dd16e06bb1a4c278b76c90b8a404fd23
      skill     3 files (61 bytes) in "demo", 1 executable
                h1:kO+8x4IK7StcfB/O8kSEwcq2759SwwzG9dZBjqf4xn8=
      manifest  differs
      error     the manifest is for a skill named "other", but this one is named
                "demo" [archive-manifest-subject]
      accepted by spec, skills-ref, claude-api

    2 archives checked: 2 with errors; 5 errors; 0.00 s
    "
  `);
});

it("explains why an archive is refused and what to do", async () => {
  const cwd = makeTree({ "evil.zip": writeZip([packed("../\x1b[2Jevil", "x"), ...demoFiles]) });
  const page = listArchiveCodes().find(({ id }) => id === "archive-name-char");
  const { code, stdout } = await run(cwd, ["evil.zip"]);
  expect({ code, lines: stdout.split("\n").slice(0, 4) }).toEqual({
    code: 1,
    lines: [
      "evil.zip",
      '  refused   archive-name-char  name "../\\x1b[2Jevil" contains U+001B, which is not printable',
      `  why       ${page?.why}`,
      `  remedy    ${page?.remedy}`,
    ],
  });
});

it("shows the worst finding of each file first", async () => {
  const cwd = makeTree({
    "a.zip": zipOf(
      [
        packed(
          "SKILL.md",
          "---\nlicense: MIT\n\nzzz: 1\nname: PDF\ndescription: d\n---\nSee [it](gone.md).\n",
        ),
        packed("assets/b/SKILL.md", "x"),
      ],
      "a",
    ),
  });
  const words = Array.from(
    (await shown(cwd, ["a.zip"])).matchAll(/^ {2}(?:[\d: ]+ )?(error|warn|note) /gm),
    ([, word]) => word,
  );
  expect(words).toEqual(["error", "warn", "note", "warn"]);
});

it("shows findings in the skill under the archive's path", async () => {
  const cwd = makeTree({
    "pdf.zip": zipOf([packed("SKILL.md", "---\nname: PDF\ndescription: d\n---\nhi\n")], "pdf"),
  });
  expect(await shown(cwd, ["pdf.zip"])).toMatchInlineSnapshot(`
    "pdf.zip: has no manifest
      archive   zip of 158 bytes, in the form that skills pack writes
        sha256:d53effe6f9aae0bbb36229728a351e7c6d0c9d98b356b727f92dc8fd87657371
      skill     1 file (36 bytes) in "pdf"
                h1:7MHfnXp14ptKgVYznGfZXKuuYpHVVTLQwEfg2OCoSOk=
      manifest  none, so the content cannot be checked

    pdf.zip/pdf/SKILL.md
      2:7  error  name "PDF" has upper-case letters and differs from its directory;
                  write \`pdf\`                                            name-format
           2 │ name: PDF
             │       ^^^
           refused by every validator

      refused by spec, skills-ref, claude-api

    1 archive checked: 1 error; 0.00 s
    "
  `);
});

it("prints a line for each of many archives, and a block for those with findings", async () => {
  const names = ["a", "b", "c", "d", "e", "f"];
  const cwd = makeTree(
    Object.fromEntries(
      names.map((name) => [
        `${name}.zip`,
        zipOf(
          withManifest([packed("SKILL.md", `---\nname: ${name}\ndescription: d\n---\nhi\n`)], name),
          name,
        ),
      ]),
    ),
  );
  writeFileSync(path.join(cwd, "g.zip"), "no archive");
  const stdout = await shown(
    cwd,
    [...names, "g"].map((name) => `${name}.zip`),
  );
  expect(stdout.split("\n").filter((line) => /^\w\.zip/.test(line))).toEqual([
    "g.zip",
    ...names.map((name) =>
      expect.stringMatching(new RegExp(`^${name}\\.zip: matches its manifest \\(unsigned\\)  h1:.{44}$`)),
    ),
  ]);
  expect(stdout).toMatch(/\n\n7 archives checked: 1 with errors; 1 error; 0\.00 s\n$/);
  expect((await shown(cwd, ["--quiet", ...names.map((name) => `${name}.zip`)])).split("\n")).toEqual([
    "6 archives checked: none with errors; nothing to report; 0.00 s",
    "",
  ]);
});

it("reports where a digest matches and where it does not", async () => {
  const cwd = makeTree(Object.fromEntries(demoFiles.map((file) => [`demo/${file.path}`, file.bytes])));
  writeFileSync(path.join(cwd, "other.zip"), zipOf([document]));
  const digest = "h1:kO+8x4IK7StcfB/O8kSEwcq2759SwwzG9dZBjqf4xn8=";
  const same = await shown(cwd, ["--digest", digest, "demo"]);
  expect(same).toContain("demo: has the expected digest\n");
  expect(same).toContain(`${digest} as expected\n`);
  const { code, stdout } = await run(cwd, ["--digest", digest, "other.zip"]);
  expect({ code, first: stdout.split("\n", 1)[0] }).toEqual({
    code: 1,
    first: "other.zip: digest differs from the expected one",
  });
  expect(stdout).toContain(`, not ${digest} [archive-digest]\n`);
});

it("exits with 2 if there is nothing to verify, nothing to read, or the usage is wrong", async () => {
  const cwd = makeTree({ "demo/SKILL.md": document.bytes });
  expect(await run(cwd, ["demo"])).toEqual({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining('skills: nothing to verify in "demo"'),
  });
  expect(await run(cwd, ["gone.zip"])).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining('there is no "gone.zip"'),
  });
  expect(await run(cwd, [])).toEqual({
    code: 2,
    stdout: "",
    stderr: "skills: missing required argument 'PATH'\nskills verify --help lists its options\n",
  });
  expect((await run(cwd, ["--profile", "foriegn", "demo"])).stderr).toBe(
    'skills: profile "foriegn" is not supported; use auto, own\n',
  );
});

it("prints JSON in ASCII only", async () => {
  const cwd = makeTree({
    "demo.zip": zipOf(withManifest(demoFiles)),
    "evil.zip": writeZip([packed("\u202egpj.exe", "x"), ...demoFiles]),
  });
  const { code, stdout } = await run(cwd, ["--format", "json", "demo.zip", "evil.zip"]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^[\n -~]+$/);
  expect(JSON.parse(stdout).data.archives).toMatchObject([
    { path: "demo.zip", opened: { manifest: "consistent" } },
    { path: "evil.zip", refused: { code: "name-char", entry: "\u202egpj.exe" } },
  ]);
});

it("shows only printable text of hostile archives", async () => {
  const { cost: _, ...small } = hostileArchives;
  const all = Object.values(small)
    .flat()
    .map((archive, at) => ({ ...archive, file: `${at}.zip` }));
  const cwd = makeTree(Object.fromEntries(all.map(({ file, bytes }) => [file, bytes()])));
  const files = all.map(({ file }) => file);
  const { code, stdout } = await run(cwd, files);
  expect({ code, odd: unprintable.exec(stdout) }).toEqual({ code: 1, odd: null });
  const printed = (await run(cwd, ["--format", "json", ...files])).stdout;
  expect(printed).toMatch(/^[\n -~]+$/);
  const archives: readonly { readonly path: string; readonly archive?: string }[] =
    JSON.parse(printed).data.archives;
  expect([...new Set(archives.map(({ path: file, archive = file }) => archive))]).toEqual(files);
});

onUnix("shows nothing of hostile names in a directory but printable text", async () => {
  const names = ["\x1b[2J", "a\nb", "\u202egpj.exe", "\u{e0041}", "##[error]x", "::error::x"];
  const cwd = makeTree(
    Object.fromEntries(
      [
        ...withManifest(demoFiles).map((file) => [file.path, file.bytes] as const),
        ...names.map((name) => [name, "x"] as const),
      ].map(([name, bytes]) => [`demo/${name}`, bytes]),
    ),
  );
  symlinkSync("\x1b[2J\u202e", path.join(cwd, "demo/link"));
  const { code, stdout } = await run(cwd, ["demo"]);
  expect({ code, odd: unprintable.exec(stdout) }).toEqual({ code: 1, odd: null });
  expect(stdout).not.toMatch(/##\[|^\s*::|\s::[a-z]/m);
  expect((await run(cwd, ["--format", "json", "demo"])).stdout).toMatch(/^[\n -~]+$/);
});

it("colors its output on request", async () => {
  const cwd = makeTree({ "demo.zip": zipOf(withManifest(demoFiles)) });
  expect((await run(cwd, ["--color", "demo.zip"])).stdout).toContain(
    "\x1b[1mdemo.zip\x1b[22m: \x1b[32mmatches its manifest (unsigned)\x1b[39m\n",
  );
});

it("prints no verdict that it cannot determine", async () => {
  const differing = zipOf([...withManifest(demoFiles), packed("new.md", "x")]);
  const cwd = makeTree({
    "demo.zip": zipOf(withManifest(demoFiles)),
    "bare.zip": zipOf(demoFiles),
    "differs.zip": differing,
    "evil.zip": writeZip([packed("../evil", "x")]),
  });
  const verdicts = /\b(?:safe|verified|clean|trusted)\b/i;
  const texts = await Promise.all([
    ...[
      ["--help"],
      ["demo.zip", "bare.zip", "differs.zip", "evil.zip"],
      ["--format", "json", "demo.zip", "differs.zip"],
    ].map(async (args) => (await run(cwd, args)).stdout),
    runSkills(["--help"]).then(({ stdout }) => stdout),
    Promise.resolve(
      JSON.stringify(listArchiveCodes().map(({ summary, why, remedy }) => [summary, why, remedy])),
    ),
  ]);
  for (const text of texts) expect(text).not.toMatch(verdicts);
});

it("keeps its help within 100 columns, with every option and exit code", async () => {
  const { code, stdout } = await run(".", ["--help"]);
  expect(code).toBe(0);
  for (const part of [
    "--target",
    "--digest",
    "--profile",
    "--format",
    "--quiet",
    "--color",
    "(unsigned)",
    "Examples:",
    "Exit codes:",
  ])
    expect(stdout).toContain(part);
  expect(stdout.split("\n").filter((line) => line.length > 100)).toEqual([]);
});
