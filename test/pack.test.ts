import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { readFilesToPack } from "../src/api/archives/files-to-pack.ts";
import { findSkill } from "../src/archive/find-skills.ts";
import { openArchive } from "../src/archive/open-archive.ts";
import { skills } from "../src/cli/router.ts";
import { parseManifest } from "../src/manifest/parse-manifest.ts";
import { nameProblem } from "../src/archive/name-problem.ts";
import { openDirectory } from "../src/read/directory.ts";
import { runSkills } from "./support/io.ts";
import { needs } from "./support/needs.ts";
import { makeDemo, pack, packedPaths } from "./support/packing.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { schemaOf } from "./support/schema.ts";

const golden = "9d05eaa2dd8014e9d551091efc58fbb3333181d9d86031c8454962e07231364c";
const goldenContent = "h1:kO+8x4IK7StcfB/O8kSEwcq2759SwwzG9dZBjqf4xn8=";

function sha256(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

it("gives the published bytes of the published skill", async () => {
  const cwd = makeDemo();
  const { code, stdout, stderr } = await pack(cwd, "demo", "--no-manifest");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.replace(/[\d.]+ s$/m, "")).toBe(
    `demo.zip: 423 bytes, 3 files\n  ${goldenContent}\n  sha256:${golden}\n\n1 archive written; \n`,
  );
  expect([statSync(path.join(cwd, "demo.zip")).size, sha256(path.join(cwd, "demo.zip"))]).toEqual([
    423,
    golden,
  ]);
});

it("gives the same bytes regardless of times, of modes except the executable bit, and of the order of creation", async () => {
  const cwd = makeTree({
    "demo/scripts/run.sh": "#!/bin/sh\necho hi\n",
    "demo/references/café.md": "café\n",
    "demo/SKILL.md": "---\nname: demo\ndescription: d\n---\nhi\n",
  });
  for (const [file, mode] of [
    ["scripts/run.sh", 0o711],
    ["SKILL.md", 0o600],
    ["references/café.md", 0o666],
  ] as const) {
    chmodSync(path.join(cwd, "demo", file), mode);
    utimesSync(path.join(cwd, "demo", file), 0, 4_102_444_800);
  }
  await pack(cwd, "demo", "--no-manifest");
  expect(sha256(path.join(cwd, "demo.zip"))).toBe(golden);
});

it("has the same content digest for every form of the archive", async () => {
  const cwd = makeDemo();
  const forms = [
    ["--no-manifest"],
    [],
    ["--layout", "root"],
    ["--archive", "tar.gz"],
    ["--archive", "skill", "--layout", "root"],
  ];
  const digests = [];
  for (const form of forms) digests.push(/h1:\S+/.exec((await pack(cwd, "demo", ...form)).stdout)?.[0]);
  expect(digests).toEqual(forms.map(() => goldenContent));
  expect(readdirSync(cwd).sort()).toEqual(["demo", "demo.skill", "demo.tar.gz", "demo.zip"]);
});

it("adds a manifest of the files, never an existing one", async () => {
  const cwd = makeDemo();
  await pack(cwd, "demo");
  const first = sha256(path.join(cwd, "demo.zip"));
  writeFileSync(path.join(cwd, "demo/skill.manifest.json"), "an old one");
  await pack(cwd, "demo");
  expect(sha256(path.join(cwd, "demo.zip"))).toBe(first);
  const { files } = findSkill(await openArchive(readFileSync(path.join(cwd, "demo.zip"))));
  const manifest = parseManifest(files.at(-1)!.bytes, nameProblem);
  expect([manifest.subject, manifest.resources.map(({ name, executable }) => [name, executable])]).toEqual([
    "demo",
    [
      ["SKILL.md", false],
      ["references/café.md", false],
      ["scripts/run.sh", true],
    ],
  ]);
  await pack(cwd, "demo", "--no-manifest");
  expect(sha256(path.join(cwd, "demo.zip"))).toBe(golden);
});

it("derives the archive format from the requested name, and refuses a name of another format", async () => {
  const cwd = makeDemo();
  await pack(cwd, "demo", "-o", "a/b.tgz");
  expect((await openArchive(readFileSync(path.join(cwd, "a/b.tgz")))).format).toBe("tar.gz");
  expect((await pack(cwd, "demo", "-o", "x.zip", "--archive", "tar.gz")).stderr).toBe(
    'skills: --output "x.zip" ends in ".zip", but --archive is tar.gz\n',
  );
  expect((await pack(cwd, "demo", "-o", "dist/")).stderr).toBe(
    'skills: --output "dist/" is a directory; give it a file name\nuse --out-dir for a directory\n',
  );
  expect((await pack(cwd, "demo", "-o", "x.zip", "--out-dir", "y")).code).toBe(2);
  for (const name of ["x.tar", "x.tar.gz.7z", "x.GZ"])
    expect((await pack(cwd, "demo", "-o", name)).stderr).toMatch(
      /^skills: --output "x\S+" ends in "\.\w+"; use \.zip, \.skill, \.tar\.gz or \.tgz\n$/,
    );
  for (const name of ["-", ""])
    expect((await pack(cwd, "demo", "-o", name)).stderr).toBe(
      `skills: --output "${name}" is not a file name\n`,
    );
  await pack(cwd, "demo", "-o", "a/C.TGZ");
  expect((await openArchive(readFileSync(path.join(cwd, "a/C.TGZ")))).format).toBe("tar.gz");
  expect(readdirSync(cwd).sort()).toEqual(["a", "demo"]);
});

it("does not pack a skill that a target refuses, and leaves the earlier archive unchanged", async () => {
  const cwd = makeTree({
    "good/SKILL.md": skillMd("good"),
    "bad/SKILL.md": skillMd("worse"),
    "bad.zip": "old",
  });
  const { code, stdout } = await pack(cwd, "good", "bad");
  expect(code).toBe(1);
  expect(stdout).toContain("  name-matches-directory\n");
  expect(stdout).toMatch(/^1 archive written; 1 skill refused; /m);
  expect([existsSync(path.join(cwd, "good.zip")), readFileSync(path.join(cwd, "bad.zip"), "utf8")]).toEqual([
    true,
    "old",
  ]);
});

it("packs each of many skills, and shows progress only on a terminal", async () => {
  const names = Array.from({ length: 25 }, (_, index) => `s${index}`);
  const cwd = makeTree(Object.fromEntries(names.map((name) => [`skills/${name}/SKILL.md`, skillMd(name)])));
  const quiet = await pack(cwd, "skills", "--out-dir", "dist", "--quiet");
  expect(quiet).toEqual({
    code: 0,
    stdout: names
      .toSorted()
      .map((name) => `dist/${name}.zip\n`)
      .join(""),
    stderr: "",
  });
  expect(readdirSync(path.join(cwd, "dist")).sort()).toEqual(names.map((name) => `${name}.zip`).sort());
  let shown = "";
  const io = {
    cwd,
    env: {},
    stdout: { isTTY: false, write: () => {} },
    stderr: { isTTY: true, write: (text: string) => void (shown += text) },
    readStdin: () => new Uint8Array(),
  };
  await skills(["pack", "skills", "--list"], io);
  expect([shown.startsWith("\rpacking 1 of 25\rpacking 2 of 25"), shown.endsWith("\r\x1b[K")]).toEqual([
    true,
    true,
  ]);
});

it("writes nothing if two skills would have the same archive", async () => {
  const cwd = makeTree({
    "a/pdf/SKILL.md": skillMd("pdf"),
    "b/pdf/SKILL.md": skillMd("pdf"),
    "c/PDF/SKILL.md": skillMd("PDF"),
  });
  const refusal = (one: string, other: string, archive: string) => ({
    code: 2,
    stdout: "",
    stderr: `skills: "${one}" and "${other}" would both be written to "${archive}"\npack them one at a time, each with --output\n`,
  });
  expect(await pack(cwd, "a", "b")).toEqual(refusal("a/pdf", "b/pdf", "pdf.zip"));
  expect(await pack(cwd, "a", "c")).toEqual(refusal("a/pdf", "c/PDF", "PDF.zip"));
  expect((await pack(cwd, "a", "b", "-o", "x.zip")).stderr).toMatch(
    /^skills: --output is one file, but 2 skills are in scope\n/,
  );
  expect(readdirSync(cwd).sort()).toEqual(["a", "b", "c"]);
});

it("never writes an archive into a skill, by any path", async () => {
  const cwd = makeDemo();
  symlinkSync("demo/scripts", path.join(cwd, "link"));
  const inside = path.join(cwd, "demo");
  expect(await pack(inside)).toEqual({
    code: 2,
    stdout: "",
    stderr: 'skills: "demo.zip" is inside the skill "."\nuse --out-dir .. to write it next to the skill\n',
  });
  for (const where of ["demo/x.zip", "demo/new/x.zip"])
    expect((await pack(cwd, "demo", "-o", where)).stderr).toContain(`"${where}" is inside the skill "demo"`);
  expect((await pack(cwd, "demo", "-o", "link/x.zip")).stderr).toContain(
    'cannot write "link/x.zip": "link" is a symlink to "demo/scripts"\n',
  );
  expect((await pack(inside, "--out-dir", "..")).code).toBe(0);
  expect(readdirSync(inside).sort()).toEqual(["SKILL.md", "references", "scripts"]);
});

it("reports files that the skill refers to and the archive leaves out", async () => {
  const text =
    "[a](evals/a.json) [b](references/b.md) [c](references/c.md) `references/d.md` `.env` [n](nowhere.md)\n";
  const cwd = makeTree({
    "demo/SKILL.md": skillMd("demo", text),
    "demo/references/b.md": "[d](d.md)\n",
    "demo/references/c.md": "",
    "demo/references/d.md": "",
    "demo/evals/a.json": "{}",
    "demo/.env": "",
    "demo/.skillignore": "references/[cd].md\n",
  });
  const { code, stdout } = await pack(cwd, "demo", "--format", "json");
  const said = JSON.parse(stdout).subjects[0].findings.flatMap(
    ({ ruleId, message, file, severity }: Record<string, string>) =>
      ruleId === "reference-broken" ? [`${severity} ${file}: ${message}`] : [],
  );
  expect({ code, said }).toEqual({
    code: 0,
    said: [
      'warning SKILL.md: "evals/a.json" is not packed (evals); refer to a packed file',
      'warning SKILL.md: "references/c.md" is not packed (.skillignore); refer to a packed file',
      'warning SKILL.md: "references/d.md" is not packed (.skillignore); refer to a packed file',
      expect.stringMatching(/^warning SKILL\.md: "nowhere\.md" does not exist/),
      'warning references/b.md: "d.md" is not packed (.skillignore); refer to a packed file',
    ],
  });
  expect((await pack(cwd, "demo")).stdout).toContain(
    'demo/SKILL.md\n  6:5   warn   "evals/a.json" is not packed (evals); refer to a packed file  reference-broken\n',
  );
});

it("overwrites only a plain file, and preserves its mode", async () => {
  const cwd = makeDemo();
  mkdirSync(path.join(cwd, "directory.zip"));
  symlinkSync("demo/SKILL.md", path.join(cwd, "link.zip"));
  writeFileSync(path.join(cwd, "old.zip"), "old", { mode: 0o640 });
  expect((await pack(cwd, "demo", "-o", "directory.zip")).stderr).toBe(
    'skills: --output "directory.zip" is a directory; give it a file name\nuse --out-dir directory.zip to write into it\n',
  );
  expect((await pack(cwd, "demo", "-o", "link.zip")).stderr).toBe(
    'skills: cannot write "link.zip": it is a symlink\n',
  );
  expect((await pack(cwd, "demo", "-o", "/dev/null")).stderr).toContain("it is a FIFO, a socket or a device");
  expect((await pack(cwd, "demo", "-o", "old.zip", "--no-manifest")).code).toBe(0);
  expect([sha256(path.join(cwd, "old.zip")), statSync(path.join(cwd, "old.zip")).mode & 0o777]).toEqual([
    golden,
    0o640,
  ]);
});

it("reports whether packing reproduces an archive, or the first file that differs", async () => {
  const cwd = makeDemo();
  const check = async (...args: string[]) => {
    const { code, stdout } = await pack(cwd, "demo", "--check", ...args);
    return [
      code,
      stdout
        .split("\n")
        [code === 0 ? 0 : 1]!.replace(/; [\d.]+ s$/, "")
        .trim(),
    ];
  };
  for (const [name, ...form] of [
    ["a.zip"],
    ["a.skill", "--no-manifest"],
    ["a.tar.gz", "--layout", "root"],
  ] as const) {
    await pack(cwd, "demo", "-o", name, ...form);
    expect(await check(name)).toEqual([0, `${name} matches the skill, byte for byte`]);
  }
  const edit = (file: string, text: string) => writeFileSync(path.join(cwd, "demo", file), text);
  chmodSync(path.join(cwd, "demo/scripts/run.sh"), 0o644);
  expect(await check("a.zip")).toEqual([
    1,
    'error  "scripts/run.sh" is executable in "a.zip", but not in the directory  archive-file-mode',
  ]);
  edit("references/new.md", "");
  expect(await check("a.zip")).toEqual([
    1,
    'error  "references/new.md" would be packed, but is not in "a.zip"  archive-file-missing',
  ]);
  edit("references/café.md", "café\r\n");
  expect(await check("a.zip")).toEqual([
    1,
    'error  "references/café.md" in "a.zip" differs from the directory only by its line endings  archive-file-line-endings',
  ]);
  edit("SKILL.md", skillMd("demo"));
  expect(await check("a.zip")).toEqual([
    1,
    'error  "SKILL.md" in "a.zip" differs from the directory  archive-file-modified',
  ]);
  edit("broken.zip", "");
  expect(await check("demo/broken.zip")).toEqual([
    1,
    expect.stringContaining('"demo/broken.zip" is refused'),
  ]);
  expect((await pack(cwd, "demo", "--check", "absent.zip")).code).toBe(2);
});

it("recognizes an archive of the same files packed by another tool", async () => {
  needs("python3");
  const cwd = makeDemo();
  execFileSync(
    "python3",
    [
      "-c",
      "import zipfile; z = zipfile.ZipFile('other.zip', 'w')\nfor n, x in [('SKILL.md', 0o644), ('references/café.md', 0o644), ('scripts/run.sh', 0o755)]: i = zipfile.ZipInfo('demo/' + n); i.external_attr = (0o100000 | x) << 16; i.create_system = 3; z.writestr(i, open('demo/' + n, 'rb').read())",
    ],
    { cwd },
  );
  const { code, stdout } = await pack(cwd, "demo", "--check", "other.zip");
  expect([code, stdout.split("\n")[1]]).toEqual([
    1,
    expect.stringMatching(
      /"other\.zip" contains the same files, but differs from byte \d+ on  archive-canonical$/,
    ),
  ]);
});

it("takes the executable bit from Git's index, and on Windows from a script's first line", async () => {
  const cwd = makeTree({
    "s/SKILL.md": skillMd("s"),
    "s/tracked.py": "1\n",
    "s/plain.txt": "",
    "s/run.sh": "#!/bin/sh\n",
  });
  const git = (...args: string[]) => execFileSync("git", ["-c", "core.fileMode=false", ...args], { cwd });
  git("init", "-q");
  git("add", "s");
  git("update-index", "--chmod=+x", "s/tracked.py");
  git("rm", "-q", "--cached", "s/run.sh");
  await pack(cwd, "s", "--no-manifest");
  expect(await packedPaths(path.join(cwd, "s.zip"))).toEqual([
    "SKILL.md",
    "plain.txt",
    "run.sh",
    "tracked.py*",
  ]);
  const { files } = await readFilesToPack(openDirectory(path.join(cwd, "s"), "s"), { platform: "win32" });
  expect(files.flatMap((file) => (file.executable ? [file.path] : []))).toEqual(["run.sh", "tracked.py"]);
});

it("uses the layout of the uploader, and reports two uploaders with different layouts", async () => {
  const cwd = makeDemo();
  const form = async (...args: string[]) => {
    const { archives, uploads } = JSON.parse(
      (await pack(cwd, "demo", "--list", "--format", "json", ...args)).stdout,
    ).data;
    return [uploads, archives[0].path, archives[0].layout];
  };
  expect(await form()).toEqual([[], "demo.zip", "wrapped"]);
  expect(await form("--target", "well-known,spec")).toEqual([
    ["well-known"],
    expect.stringMatching(/^demo\./),
    "root",
  ]);
  expect(await form("--target", "claude-ai", "--archive", "skill")).toEqual([
    ["claude-ai"],
    "demo.skill",
    "wrapped",
  ]);
  expect((await pack(cwd, "demo", "--target", "claude-ai,well-known")).stderr).toBe(
    "skills: no layout works for claude-ai (wrapped) and well-known (root)\npack for one target at a time, or choose with --layout\n",
  );
});

it("refuses before the upload what the uploader would refuse, with its message and the largest files", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 201 }, (_, index) => [`big/assets/${index}.txt`, "x"]),
  );
  const cwd = makeTree({ "big/SKILL.md": skillMd("big"), ...many });
  const { code, stdout } = await pack(cwd, "big", "--target", "claude-ai");
  expect([code, existsSync(path.join(cwd, "big.zip"))]).toEqual([1, false]);
  expect(stdout).toContain('claude-ai refuses it with "Zip contains too many files (maximum 200)"');
  expect(stdout).toContain("see assets (201 files");
  expect((await pack(cwd, "big")).code).toBe(0);
});

it("prints the same JSON for the same skills, except for the duration", async () => {
  const cwd = makeDemo();
  const run = async () =>
    (await pack(cwd, "demo", "--format", "json")).stdout.replace(/"seconds": .*/, '"seconds": 0');
  const first = await run();
  expect(await run()).toBe(first);
  const { command, outcome, data } = JSON.parse(first);
  expect({ command, outcome, uploads: data.uploads }).toEqual({ command: "pack", outcome: 0, uploads: [] });
  expect(data.archives).toEqual([
    expect.objectContaining({
      skill: "demo",
      path: "demo.zip",
      format: "zip",
      layout: "wrapped",
      written: true,
      made: {
        bytes: 1713,
        archiveDigest: `sha256:${sha256(path.join(cwd, "demo.zip"))}`,
        contentDigest: goldenContent,
      },
    }),
  ]);
});

it("prints JSON that matches the report's schema, also for refused skills", async () => {
  const matches = schemaOf("report");
  const cwd = makeDemo();
  symlinkSync("SKILL.md", path.join(cwd, "demo/link"));
  for (const flags of [
    ["--target", "claude-ai,claude-api"],
    ["--follow-internal", "--target", "claude-ai,spec"],
    ["--follow-internal", "--list"],
  ]) {
    matches(JSON.parse((await pack(cwd, "demo", "--format", "json", ...flags)).stdout));
    expect(matches.errors).toBe(null);
  }
});

it("refuses to pack a skill without a directory", async () => {
  expect(await runSkills(["pack", "-"], { cwd: makeDemo() })).toMatchObject({
    code: 2,
    stderr: 'skills: there is no "-"\n',
  });
});

it("packs several skills into one archive that install takes apart, or none of them", async () => {
  const cwd = makeTree({
    "skills/forms/SKILL.md": skillMd("forms"),
    "skills/forms/scripts/a.sh": "echo\n",
    "skills/mail/SKILL.md": skillMd("mail"),
    "bad/broken/SKILL.md": "---\nname: broken\n---\n",
  });
  const first = await pack(cwd, "--bundle", "all.zip", "skills");
  expect([first.code, first.stderr]).toEqual([0, ""]);
  expect(first.stdout).toContain("all.zip: ");
  expect(first.stdout).toContain("2 skills, sha256:");
  const digest = sha256(path.join(cwd, "all.zip"));
  const { stdout } = await pack(cwd, "--bundle", "all.zip", "skills", "--format", "json");
  expect(schemaOf("report")(JSON.parse(stdout))).toBe(true);
  expect(sha256(path.join(cwd, "all.zip"))).toBe(digest);
  expect((await runSkills(["verify", "all.zip"], { cwd })).code).toBe(0);
  const installed = await runSkills(["install", "all.zip", "--root", "there"], { cwd });
  expect([installed.code, readdirSync(path.join(cwd, "there")).sort()]).toEqual([
    0,
    ["forms", "mail", "skills.lock.json"],
  ]);
  expect(readFileSync(path.join(cwd, "there/forms/scripts/a.sh"), "utf8")).toBe("echo\n");
  const refused = await pack(cwd, "--bundle", "none.zip", "skills", "bad");
  expect([refused.code, existsSync(path.join(cwd, "none.zip"))]).toEqual([1, false]);
  expect(refused.stdout).toContain("nothing was written; 1 skill refused");
  expect((await pack(cwd, "--bundle", "a.zip", "--output", "b.zip", "skills")).stderr).toBe(
    "skills: --bundle cannot be combined with --output, --out-dir or --check\n",
  );
  expect((await pack(cwd, "--bundle", "a.zip", "--target", "claude-ai", "skills")).stderr).toBe(
    "skills: an uploader takes one skill per archive; pack for it without --bundle\n",
  );
});

it("warns of a key in a text, and names what it leaves out", async () => {
  const key = `ghp_${"16C7e42F292c6912E7710c838347Ae178B4a"}`;
  const cwd = makeTree({
    "demo/SKILL.md": `${skillMd("demo")}\nRead [the setup](references/setup.md).\n`,
    "demo/references/setup.md": `export GITHUB_TOKEN=${key}\n`,
    "demo/.env": "A=1\n",
    "demo/node_modules/a/index.js": "",
  });
  const { code, stdout } = await pack(cwd, "demo");
  expect(code).toBe(0);
  expect(stdout).toContain("demo/references/setup.md\n  1:21  note   ");
  expect(stdout).toContain('  note   "ghp_16C7…" has the form of a GitHub token, but a wrong checksum');
  expect(stdout).toContain("  left out: .env (secrets), node_modules/ (installed packages)\n");
  expect(existsSync(path.join(cwd, "demo.zip"))).toBe(true);
  writeFileSync(path.join(cwd, "demo/.DS_Store"), "");
  writeFileSync(path.join(cwd, "demo/a.orig"), "");
  expect((await pack(cwd, "demo", "-o", "other.zip")).stdout).toContain(
    "  left out: system files (1), editor files (1), installed packages (1), secrets (1) (--list shows them)\n",
  );
});
