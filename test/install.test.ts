import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { writeZip } from "../src/archive/zip/write-zip.ts";
import type { FileBytes } from "../src/model/archive.ts";
import { writeProof } from "../src/install/proof.ts";
import { hostileArchives } from "./support/hostile-archives.ts";
import { type Ran, runSkills } from "./support/io.ts";
import { packed, tarGzOf, withManifest, wrapped, zipOf } from "./support/packed.ts";
import { pictureOf } from "./support/picture.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import type { InstallData } from "../src/model/reports/install.ts";
import { schemaOf } from "./support/schema.ts";

const isLock = schemaOf("lock");

function run(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return runSkills(args, {
    cwd,
    env: { HOME: path.join(cwd, "home"), USERPROFILE: path.join(cwd, "home") },
  });
}

function skillFiles(name: string, body?: string): readonly FileBytes[] {
  return [
    packed("SKILL.md", skillMd(name, body)),
    packed("scripts/run.sh", "#!/bin/sh\ncurl https://api.test.dev/x\n", true),
  ];
}

/** A skill with the directory of another skill next to it. */
function zipOfBoth(first: string, second: string): Buffer {
  return writeZip([...wrapped(skillFiles(first), first), ...wrapped(skillFiles(second), second)]);
}

const lockOf = (root: string) => JSON.parse(readFileSync(path.join(root, "skills.lock.json"), "utf8"));

describe("skills install", () => {
  it("refers to what a skill calls only if it calls something", async () => {
    const cwd = makeTree({ "quiet/SKILL.md": skillMd("quiet") });
    const { stdout } = await run(cwd, "install", "quiet");
    expect(stdout).toMatch(
      /\nNo code was run\. skills verify \.agents\/skills\/skills\.lock\.json checks for\s/,
    );
  });

  it.each([
    ["project", [], ["codex"], ["claude-code"]],
    ["user", ["--source", "user"], ["codex"], ["claude-code"]],
    ["client", ["--client", "claude-code"], ["claude-code"], ["codex"]],
    ["other", ["--root", "elsewhere"], [], []],
  ])("says which clients read the directory: %s", async (_, args, reading, others) => {
    const cwd = makeTree({ "demo/SKILL.md": skillMd("demo") });
    const { stdout } = await run(cwd, "install", "demo", "--format", "json", ...args);
    const { clients } = (JSON.parse(stdout) as { readonly data: InstallData }).data;
    const ids = (reads: boolean) =>
      clients.flatMap((reader) => (reader.reads === reads ? [reader.client] : []));
    expect(ids(true)).toEqual(expect.arrayContaining(reading));
    expect(ids(false)).toEqual(expect.arrayContaining(others));
    if (reading.length === 0) expect(clients).toEqual([]);
  });

  it("names a client that does not read the directory, and the option that helps", async () => {
    const { stdout } = await run(makeTree({ "demo/SKILL.md": skillMd("demo") }), "install", "demo");
    expect(stdout.replace(/\s+/g, " ")).toContain(
      " but not by Claude Code; --client claude-code installs where Claude Code looks. ",
    );
  });

  it("installs an archive's skill with its modes and reports its location", async () => {
    const cwd = makeTree({ "demo.zip": zipOf(withManifest(skillFiles("demo"))) });
    const { code, stdout, stderr } = await run(cwd, "install", "demo.zip");
    expect([code, stderr]).toEqual([0, ""]);
    const root = path.join(cwd, ".agents/skills");
    expect(
      Object.entries(pictureOf(root)).map(([name, what]) => [
        name,
        what.split(" ", 2)[what.startsWith("directory") ? 1 : 0],
      ]),
    ).toEqual([
      ["demo", "755"],
      ["demo/SKILL.md", "644"],
      ["demo/scripts", "755"],
      ["demo/scripts/run.sh", "755"],
      ["demo/skill.manifest.json", "644"],
      ["skills.lock.json", "644"],
    ]);
    expect(stdout).toMatch(/^\.agents\/skills\/demo: installed, from demo\.zip, 3 files/);
    expect(stdout).toMatch(/runnable files +scripts\/run\.sh\n +calls +curl\n +contacts +api\.test\.dev\n/);
    expect(stdout.replace(/\s+/g, " ")).toContain(
      "No code was run. skills inspect .agents/skills/demo shows where each of these occurs;",
    );
    expect(stdout).not.toMatch(/\b(?:safe|clean|verified|trusted)\b/i);
    const lock = lockOf(root);
    expect(isLock(lock), JSON.stringify(isLock.errors)).toBe(true);
    expect(lock.skills.demo).toEqual({
      source: "demo.zip",
      contentDigest: /h1:\S+/.exec(stdout)?.[0],
      archiveDigest: /sha256:\S+/.exec(stdout)?.[0],
      executable: ["scripts/run.sh"],
    });
  });

  it("gives a directory and archives of it the same digest, and changes nothing if the same skill is installed", async () => {
    const cwd = makeTree({ "demo/SKILL.md": skillMd("demo"), "demo/.DS_Store": "junk" });
    await run(cwd, "pack", "demo");
    await run(cwd, "pack", "demo", "--archive", "tar.gz", "--layout", "root", "--no-manifest");
    expect((await run(cwd, "install", "demo.zip")).code).toBe(0);
    const before = pictureOf(path.join(cwd, ".agents"));
    for (const again of ["demo.zip", "demo.tar.gz", "demo"]) {
      const { code, stdout } = await run(cwd, "install", again);
      expect([code, stdout]).toEqual([0, expect.stringContaining("already installed, unchanged")]);
    }
    expect(pictureOf(path.join(cwd, ".agents"))).toEqual(before);
  });

  it("installs a skill at the root of a tar.gz under its name", async () => {
    const cwd = makeTree({ "whatever.tar.gz": await tarGzOf(skillFiles("demo")) });
    expect((await run(cwd, "install", "--root", "r", "whatever.tar.gz")).code).toBe(0);
    expect(readdirSync(path.join(cwd, "r"))).toEqual(["demo", "skills.lock.json"]);
  });

  it("replaces another skill of the same name only on request", async () => {
    const cwd = makeTree({
      "old.zip": zipOf([...skillFiles("demo"), packed("old.md", "old")]),
      "new.zip": zipOf(skillFiles("demo", "New.\n")),
    });
    await run(cwd, "install", "--root", "r", "old.zip");
    const before = pictureOf(path.join(cwd, "r"));
    const refused = await run(cwd, "install", "--root", "r", "new.zip");
    expect([refused.code, refused.stderr]).toEqual([
      2,
      'skills: "r/demo" already exists and is a different skill\nskills diff r/demo new.zip shows the changes; --backup replaces it and saves the old one, --force only replaces it\n',
    ]);
    expect(pictureOf(path.join(cwd, "r"))).toEqual(before);
    const { code, stdout } = await run(cwd, "install", "--root", "r", "--force", "new.zip");
    expect([code, stdout]).toEqual([0, expect.stringContaining("replaced another skill")]);
    expect(existsSync(path.join(cwd, "r/demo/old.md"))).toBe(false);
    expect(lockOf(path.join(cwd, "r")).skills.demo.source).toBe("new.zip");
  });

  it("reports local changes before replacing them, and backs them up on request", async () => {
    const cwd = makeTree({
      "old.zip": zipOf(skillFiles("demo")),
      "new.zip": zipOf(skillFiles("demo", "New.\n")),
    });
    await run(cwd, "install", "--root", "r", "old.zip");
    writeFileSync(path.join(cwd, "r/demo/SKILL.md"), skillMd("demo", "Mine.\n"));
    const before = pictureOf(path.join(cwd, "r"));
    const refused = await run(cwd, "install", "--root", "r", "new.zip");
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(
        /^skills: "r\/demo" already exists and was modified since it was installed: "demo" does not match the lock.*\nskills diff r\/demo new.zip shows/,
      ),
    ]);
    expect(pictureOf(path.join(cwd, "r"))).toEqual(before);
    const kept = await run(cwd, "install", "--root", "r", "--backup", "new.zip");
    const [, backup = ""] =
      /backup\s+in\s+(r\/\.skills-backup\/demo-[0-9a-f]{12}),\s/.exec(kept.stdout) ?? [];
    expect([kept.code, readFileSync(path.join(cwd, backup, "SKILL.md"), "utf8")]).toEqual([
      0,
      skillMd("demo", "Mine.\n"),
    ]);
    expect(readFileSync(path.join(cwd, "r/demo/SKILL.md"), "utf8")).toBe(skillMd("demo", "New.\n"));
    expect(readdirSync(path.join(cwd, "r"))).toEqual([".skills-backup", "demo", "skills.lock.json"]);
  });

  it("reports with --force that changes were replaced, and ignores files that running a skill creates", async () => {
    const cwd = makeTree({
      "old.zip": zipOf(skillFiles("demo")),
      "new.zip": zipOf(skillFiles("demo", "New.\n")),
    });
    for (const [file, told] of [
      ["SKILL.md", true],
      ["scripts/__pycache__/a.cpython-312.pyc", false],
    ] as const) {
      await run(cwd, "install", "--root", "r", "--force", "old.zip");
      mkdirSync(path.dirname(path.join(cwd, "r/demo", file)), { recursive: true });
      writeFileSync(path.join(cwd, "r/demo", file), skillMd("demo", "Mine.\n"));
      const { stdout } = await run(cwd, "install", "--root", "r", "--force", "--format", "json", "new.zip");
      const {
        skills: [skill],
      } = JSON.parse(stdout).data;
      expect([file, skill.status, skill.changed !== undefined, skill.backup]).toEqual([
        file,
        "replaced",
        told,
        undefined,
      ]);
    }
  });

  it("suggests a comparison command for one skill of several", async () => {
    const cwd = makeTree({
      "both.zip": zipOfBoth("one", "two"),
      "r/two/SKILL.md": skillMd("two", "Mine.\n"),
    });
    const { stderr } = await run(cwd, "install", "--root", "r", "both.zip");
    const [, command = ""] = /^skills (diff .*) shows the changes/m.exec(stderr) ?? [];
    expect([command, (await run(cwd, ...command.split(" "))).stdout]).toEqual([
      "diff r/two both.zip",
      expect.stringContaining('"one" in both.zip/one'),
    ]);
  });

  it("installs all skills of an archive or none", async () => {
    const cwd = makeTree({
      "both.zip": zipOfBoth("one", "two"),
      "r/two/SKILL.md": skillMd("two", "Mine.\n"),
    });
    const before = pictureOf(path.join(cwd, "r"));
    expect((await run(cwd, "install", "--root", "r", "both.zip")).code).toBe(2);
    expect(pictureOf(path.join(cwd, "r"))).toEqual(before);
    expect((await run(cwd, "install", "--root", "other", "both.zip")).code).toBe(0);
    expect(readdirSync(path.join(cwd, "other"))).toEqual(["one", "skills.lock.json", "two"]);
  });

  it("chooses by --name and never renames", async () => {
    const cwd = makeTree({ "both.zip": zipOfBoth("one", "two"), "demo.zip": zipOf(skillFiles("demo")) });
    expect((await run(cwd, "install", "--root", "r", "--name", "two", "both.zip")).code).toBe(0);
    expect(readdirSync(path.join(cwd, "r"))).toEqual(["skills.lock.json", "two"]);
    const { code, stderr } = await run(cwd, "install", "--root", "r", "--name", "mine", "demo.zip");
    expect([code, stderr]).toEqual([
      2,
      'skills: no skill is named "mine"; found "demo"\n--name selects a skill and does not rename it; to rename it, use skills rename in the directory that it was packed from\n',
    ]);
  });

  it("refuses what the specification refuses, and then installs no other skill", async () => {
    const cwd = makeTree({
      "good.zip": zipOf(skillFiles("demo")),
      "bad.zip": zipOf(skillFiles("other"), "demo-two"),
    });
    const { code, stdout, stderr } = await run(cwd, "install", "--root", "r", "good.zip", "bad.zip");
    expect([code, stderr]).toEqual([1, "skills: nothing was installed\n"]);
    expect(stdout).toContain("  name-matches-directory\n");
    expect(existsSync(path.join(cwd, "r"))).toBe(false);
  });

  it("refuses an archive whose files its manifest does not list", async () => {
    const cwd = makeTree({
      "demo.zip": zipOf([...withManifest(skillFiles("demo")), packed("extra.md", "extra")]),
    });
    const { code, stdout } = await run(cwd, "install", "demo.zip");
    expect([code, stdout]).toEqual([1, expect.stringContaining("  archive-file-extra\n")]);
    expect(existsSync(path.join(cwd, ".agents"))).toBe(false);
  });

  it("reports everything in JSON", async () => {
    const cwd = makeTree({ "demo.zip": zipOf(skillFiles("demo")) });
    const { stdout } = await run(cwd, "install", "--format", "json", "demo.zip");
    const report = JSON.parse(stdout);
    const matches = schemaOf("report");
    expect(matches(report), JSON.stringify(matches.errors)).toBe(true);
    expect(report.data.skills).toMatchObject([
      { name: "demo", path: ".agents/skills/demo", status: "installed", executable: ["scripts/run.sh"] },
    ]);
  });
});

describe("where skills install writes", () => {
  it("knows the project's root, the user's and any other", async () => {
    const cwd = makeTree({ "demo.zip": zipOf(skillFiles("demo")), "home/x": "" });
    for (const args of [
      ["--source", "project"],
      ["--source", "user"],
      ["--root", "a/b"],
    ])
      expect((await run(cwd, "install", ...args, "demo.zip")).code).toBe(0);
    for (const root of [".agents/skills", "home/.agents/skills", "a/b"])
      expect(existsSync(path.join(cwd, root, "demo/SKILL.md"))).toBe(true);
    const homeless = await runSkills(["install", "--source", "user", "demo.zip"], {
      cwd,
    });
    expect([homeless.code, homeless.stderr]).toEqual([
      2,
      expect.stringMatching(/is not the absolute path of a home directory/),
    ]);
  });

  it.skipIf(process.platform === "win32")(
    "accepts a root that is a symlink, but not one out of the project",
    async () => {
      const cwd = makeTree({ "demo.zip": zipOf(skillFiles("demo")), "p/.agents/x": "", "elsewhere/x": "" });
      symlinkSync("elsewhere", path.join(cwd, "link"));
      expect((await run(cwd, "install", "--root", "link", "demo.zip")).code).toBe(0);
      expect(existsSync(path.join(cwd, "elsewhere/demo/SKILL.md"))).toBe(true);
      symlinkSync("../../elsewhere", path.join(cwd, "p/.agents/skills"));
      const { code, stderr } = await run(path.join(cwd, "p"), "install", "../demo.zip");
      expect([code, stderr]).toEqual([2, expect.stringContaining("outside the working directory")]);
    },
  );

  it("refuses a file, a symlink and another spelling at a skill's path, with any options", async () => {
    const zip = zipOf(skillFiles("demo"));
    const [file, spelled, linked] = [
      makeTree({ "demo.zip": zip, "r/demo": "" }),
      makeTree({ "demo.zip": zip, "r/Demo/x": "" }),
      makeTree({ "demo.zip": zip, "r/x": "", "target/x": "" }),
    ];
    symlinkSync("../target", path.join(linked, "r/demo"));
    for (const cwd of [file, spelled, linked]) {
      const before = pictureOf(cwd);
      expect((await run(cwd, "install", "--force", "--root", "r", "demo.zip")).code).toBe(2);
      expect(pictureOf(cwd)).toEqual(before);
    }
  });

  it("never installs a skill into a skill or itself", async () => {
    const cwd = makeTree({
      "demo/SKILL.md": skillMd("demo"),
      "demo/scripts/run.sh": "echo\n",
      "other/SKILL.md": skillMd("other"),
    });
    const before = pictureOf(cwd);
    expect(await run(cwd, "install", "--root", "demo", "other")).toMatchObject({
      code: 2,
      stderr:
        'skills: "demo" is a skill, not a directory of skills\nchoose a directory outside it with --root\n',
    });
    expect(await run(cwd, "install", "--root", "demo/skills", "demo")).toMatchObject({
      code: 2,
      stderr:
        'skills: "demo/skills" is inside the skill "demo", which cannot be installed into itself\nchoose a directory outside it with --root\n',
    });
    expect((await run(path.join(cwd, "demo"), "install", ".")).code).toBe(2);
    expect(pictureOf(cwd)).toEqual(before);
    expect((await run(cwd, "install", "--root", "demo/skills", "other")).code).toBe(0);
  });

  it("creates no directory with a Windows device name", async () => {
    const cwd = makeTree({ "con.zip": writeZip([packed("SKILL.md", skillMd("con"))]) });
    expect(await run(cwd, "install", "--root", "r", "con.zip")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'the name of the skill in "con.zip" is not a usable directory name: name "con" has the segment "con", which is a device name on Windows',
      ),
    });
    expect(readdirSync(cwd)).toEqual(["con.zip"]);
  });

  it("prints no verdict for an archive that was refused before the check", async () => {
    const { code, stdout } = await run(makeTree({ "x.zip": "no zip" }), "install", "x.zip");
    expect([code, stdout.replace(/\d+\.\d+ s/, "")]).toEqual([
      1,
      "x.zip\n  error  file is not a zip or tar.gz archive  archive-format\n\n1 skill checked: 1 error; \n",
    ]);
  });

  it("refuses an invalid lock, with the line", async () => {
    const cwd = makeTree({
      "demo.zip": zipOf(skillFiles("demo")),
      "r/skills.lock.json":
        '{\n  "$schema": "https://skills.example/schemas/lock.schema.json",\n<<<<<<< HEAD\n',
    });
    const { code, stderr } = await run(cwd, "install", "--root", "r", "demo.zip");
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/cannot read the lock "r\/skills\.lock\.json": line 3: /),
    ]);
    expect(readdirSync(path.join(cwd, "r"))).toEqual(["skills.lock.json"]);
  });
});

describe("hostile surroundings", () => {
  it("installs no hostile archive and changes nothing", async () => {
    const cwd = makeTree({ "r/x": "", canary: "" });
    const archive = path.join(makeTree({}), "a.zip");
    const before = pictureOf(cwd);
    for (const { how, bytes } of Object.values(hostileArchives).flat()) {
      writeFileSync(archive, bytes());
      const { code } = await run(cwd, "install", "--root", "r", archive);
      expect([how, code]).toEqual([how, 1]);
    }
    expect(pictureOf(cwd)).toEqual(before);
  });

  it.skipIf(process.platform === "win32")(
    "does nothing that a journal says whose directories are links",
    async () => {
      const journal = JSON.stringify({
        version: 2,
        place: [{ name: "stolen", replaces: false }],
        remove: [],
        lock: "keep",
      });
      const planted = {
        "r/.skills-transaction/owner-999999-0-00000000-0123456789abcdef": "",
        "r/.skills-transaction/journal.json": journal,
      };
      const cwd = makeTree({
        "demo.zip": zipOf(skillFiles("demo")),
        "private/stolen/key": "secret",
        "home/x": "",
        ...planted,
      });
      writeProof(
        { directory: path.join(cwd, "r"), label: "r", state: path.join(cwd, "home/.local/state") },
        Buffer.from(journal),
      );
      symlinkSync("../../private", path.join(cwd, "r/.skills-transaction/new"));
      utimesSync(path.join(cwd, "r/.skills-transaction"), 0, 0);
      const { code, stderr } = await run(cwd, "install", "--root", "r", "demo.zip");
      expect([code, stderr]).toEqual([2, expect.stringContaining("it is not a directory")]);
      expect(readFileSync(path.join(cwd, "private/stolen/key"), "utf8")).toBe("secret");
    },
  );

  it("refuses a transaction directory without an owner", async () => {
    const cwd = makeTree({ "demo.zip": zipOf(skillFiles("demo")) });
    mkdirSync(path.join(cwd, "r/.skills-transaction/new"), { recursive: true });
    const { code, stderr } = await run(cwd, "install", "--root", "r", "demo.zip");
    expect([code, stderr]).toEqual([2, expect.stringContaining("its owner is unknown")]);
  });
});
