import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { runSkillsIn } from "./support/io.ts";
import { packed, withManifest, zipOf } from "./support/packed.ts";
import { pictureOf } from "./support/picture.ts";
import { makeTree, skillMd } from "./support/tree.ts";

/** A root with a hand-written skill and an installed one. */
async function installed(): Promise<{
  readonly cwd: string;
  readonly root: string;
  readonly before: ReturnType<typeof pictureOf>;
}> {
  const files = [packed("SKILL.md", skillMd("demo")), packed("scripts/run.py", "print(1)\n", true)];
  const cwd = makeTree({ "demo.zip": zipOf(withManifest(files)), "r/mine/SKILL.md": skillMd("mine") });
  const root = path.join(cwd, "r");
  const before = pictureOf(root);
  expect((await runSkillsIn(cwd, "install", "--root", "r", "demo.zip")).code).toBe(0);
  return { cwd, root, before };
}

describe("skills uninstall", () => {
  it("restores the root to the state before the install", async () => {
    const { cwd, root, before } = await installed();
    const { code, stdout, stderr } = await runSkillsIn(cwd, "uninstall", "--root", "r", "demo");
    expect([code, stdout, stderr]).toEqual([0, "r/demo: removed\n", ""]);
    expect(pictureOf(root)).toEqual(before);
  });

  it("suggests the nearest skill for an unknown name", async () => {
    const { cwd, root } = await installed();
    const before = pictureOf(root);
    const { code, stderr } = await runSkillsIn(cwd, "uninstall", "--root", "r", "dmeo");
    expect([code, stderr]).toEqual([
      2,
      'skills: no skill "dmeo" is installed in "r"; did you mean "demo"?\n',
    ]);
    expect(pictureOf(root)).toEqual(before);
    expect((await runSkillsIn(cwd, "uninstall", "--root", "absent", "demo")).stderr).toContain(
      '"absent" does not exist, so nothing is installed there',
    );
  });

  it("accepts a name only as a directory in the root itself, however it is spelled", async () => {
    const { cwd, root } = await installed();
    for (const name of ["Demo_2", ".skills-backup", "org"]) {
      mkdirSync(path.join(root, name));
      writeFileSync(path.join(root, name, "SKILL.md"), "kept");
    }
    const before = pictureOf(root);
    for (const name of [
      ".skills-backup",
      "skills.lock.json",
      "..",
      ".",
      "",
      "r/demo",
      "demo/scripts",
      "demo_2",
    ])
      expect((await runSkillsIn(cwd, "uninstall", "--root", "r", "--force", name)).code).toBe(2);
    expect((await runSkillsIn(cwd, "uninstall", "--root", "r", "r/demo")).stderr).toBe(
      'skills: no skill "r/demo" is installed in "r"; did you mean "demo"?\nuse the name of a directory in "r"\n',
    );
    expect(pictureOf(root)).toEqual(before);
    expect((await runSkillsIn(cwd, "uninstall", "--root", "r", "--backup", "Demo_2")).code).toBe(0);
    expect(readdirSync(root)).toEqual([".skills-backup", "demo", "mine", "org", "skills.lock.json"]);
    expect(readdirSync(path.join(root, ".skills-backup"))).toEqual([
      expect.stringMatching(/^Demo_2-[0-9a-f]{12}$/),
      "SKILL.md",
    ]);
  });

  it("removes all requested skills or none", async () => {
    const { cwd, root } = await installed();
    const before = pictureOf(root);
    expect((await runSkillsIn(cwd, "uninstall", "--root", "r", "demo", "nothing-like-it")).code).toBe(2);
    expect(pictureOf(root)).toEqual(before);
  });

  it("removes changed or not installed skills only on request", async () => {
    const { cwd, root } = await installed();
    writeFileSync(path.join(root, "demo/scripts/run.py"), "print(2)\n");
    const changed = await runSkillsIn(cwd, "uninstall", "--root", "r", "demo");
    expect([changed.code, changed.stderr]).toEqual([
      2,
      expect.stringContaining(
        '"r/demo" was modified since it was installed: "demo" does not match the lock: "scripts/run.py" was modified',
      ),
    ]);
    const foreign = await runSkillsIn(cwd, "uninstall", "--root", "r", "mine");
    expect([foreign.code, foreign.stderr]).toEqual([
      2,
      expect.stringContaining('"r/mine" was not installed by skills install'),
    ]);
    expect((await runSkillsIn(cwd, "uninstall", "--root", "r", "--force", "demo", "mine")).code).toBe(0);
    expect(readdirSync(root)).toEqual([]);
  });

  it("ignores files that running a skill creates", async () => {
    const { cwd, root, before } = await installed();
    mkdirSync(path.join(root, "demo/scripts/__pycache__"));
    writeFileSync(path.join(root, "demo/scripts/__pycache__/run.cpython-311.pyc"), "x");
    expect((await runSkillsIn(cwd, "uninstall", "--root", "r", "demo")).code).toBe(0);
    expect(pictureOf(root)).toEqual(before);
  });

  it("never replaces a backup", async () => {
    const { cwd, root } = await installed();
    const kept = pictureOf(path.join(root, "demo"));
    for (const suffix of ["", "-2", "-3"]) {
      await runSkillsIn(cwd, "install", "--root", "r", "demo.zip");
      const { code, stdout } = await runSkillsIn(cwd, "uninstall", "--root", "r", "--backup", "demo");
      const backup = /backup in r\/(\.skills-backup\/demo-[0-9a-f]{12})/.exec(stdout)?.[1] ?? "";
      expect([code, stdout]).toEqual([0, `r/demo: removed; backup in r/${backup}${suffix}\n`]);
      expect(pictureOf(path.join(root, `${backup}${suffix}`))).toEqual(kept);
    }
  });

  it("removes a missing skill from the lock", async () => {
    const { cwd, root } = await installed();
    rmSync(path.join(root, "demo"), { recursive: true });
    const { code, stdout } = await runSkillsIn(cwd, "uninstall", "--root", "r", "demo");
    expect([code, stdout]).toEqual([0, expect.stringContaining("already missing")]);
    expect(readdirSync(root)).toEqual(["mine"]);
  });

  it.skipIf(process.platform === "win32")("removes no symlink and follows none", async () => {
    const { cwd, root } = await installed();
    symlinkSync("demo", path.join(root, "linked"));
    expect((await runSkillsIn(cwd, "uninstall", "--root", "r", "--force", "linked")).stderr).toContain(
      '"r/linked" is a symlink',
    );
    mkdirSync(path.join(cwd, "outside"));
    writeFileSync(path.join(cwd, "outside/x"), "x");
    symlinkSync("../../outside", path.join(root, "demo/away"));
    expect((await runSkillsIn(cwd, "uninstall", "--root", "r", "demo")).stderr).toContain(
      '"demo" contains "away", which is a symbolic link',
    );
    expect((await runSkillsIn(cwd, "uninstall", "--root", "r", "--force", "demo")).code).toBe(0);
    expect([existsSync(path.join(root, "demo")), readFileSync(path.join(cwd, "outside/x"), "utf8")]).toEqual([
      false,
      "x",
    ]);
  });

  it("removes a skill with a read-only directory", async () => {
    const { cwd, root, before } = await installed();
    chmodSync(path.join(root, "demo/scripts"), 0o555);
    expect((await runSkillsIn(cwd, "uninstall", "--root", "r", "demo")).code).toBe(0);
    expect(pictureOf(root)).toEqual(before);
  });
});
