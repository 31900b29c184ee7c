import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { runSkills, type Ran } from "./support/io.ts";
import { demoFiles, zipOf } from "./support/packed.ts";
import { makeTree, skillMd } from "./support/tree.ts";

/** A project in a directory of the user, which has another directory beside it. */
let cwd = "";

const outside = (): readonly string[] =>
  readdirSync(path.join(cwd, "../private"), { recursive: true }).map(String);

beforeEach(() => {
  const base = makeTree({
    "private/x": "",
    "project/.agent/skills/demo/SKILL.md": skillMd("demo"),
    "project/demo.zip": zipOf(demoFiles),
    "project/kept/x": "",
  });
  cwd = path.join(base, "project");
});

const run = (...args: readonly string[]): Promise<Ran> =>
  runSkills(args, { cwd, env: { HOME: path.join(cwd, "../home") } });

describe.skipIf(process.platform === "win32")("a symlink in a project", () => {
  const outputs: readonly (readonly string[])[] = [
    ["lint", "-o", "linked/r.sarif"],
    ["lint", "-o", "linked/deep/r.sarif"],
    ["lint", "-o", "../linked-beside/r.sarif"],
    ["lint", "--write-baseline", "linked/baseline.json"],
    ["pack", ".agent/skills/demo", "-o", "linked/demo.zip"],
    ["pack", ".agent/skills/demo", "--out-dir", "linked"],
    ["pack", ".agent/skills/demo", "--bundle", "linked/all.zip"],
    ["run", "--system", "react-actions", "--record", "linked/r.json", "Fill the form"],
  ];

  it.each(outputs.map((args) => [args.join(" "), args] as const))(
    "is not written through: %s",
    async (_, args) => {
      symlinkSync("../private", path.join(cwd, "linked"));
      symlinkSync("private", path.join(cwd, "../linked-beside"));
      const { code, stderr } = await run(...args);
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/cannot write ".*": ".*" is a symlink to ".*"/),
      ]);
      expect(outside()).toEqual(["x"]);
    },
  );

  it("is not written through by an absolute path or one that stays in the project", async () => {
    symlinkSync("kept", path.join(cwd, "linked"));
    for (const file of ["linked/r.sarif", path.join(cwd, "linked/r.sarif")])
      expect((await run("lint", "-o", file)).stderr).toContain('"linked" is a symlink to "kept"');
    expect(readdirSync(path.join(cwd, "kept"))).toEqual(["x"]);
  });

  it("does not matter outside of it, in an absolute path", async () => {
    symlinkSync("private", path.join(cwd, "../reports"));
    const { code } = await run("lint", "-o", path.join(cwd, "../reports/r.sarif"));
    expect([code, outside()]).toEqual([0, ["r.sarif", "x"]]);
  });

  it.each([
    [".agent/runs", "../../private", { "project/.agent/skills/demo/SKILL.md": skillMd("demo") }],
    [".agent", "../private", { "private/skills/demo/SKILL.md": skillMd("demo"), "project/x": "" }],
  ])("takes no record of a run through %s, and no session starts", async (link, target, files) => {
    const base = makeTree({ "private/x": "", ...files });
    symlinkSync(target, path.join(base, "project", link));
    const { code, stdout, stderr } = await runSkills(
      ["run", "--system", "react-actions", "--model", "lexical", "Fill the form"],
      { cwd: path.join(base, "project"), env: { HOME: path.join(base, "home") } },
    );
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(`"${link}" is a symlink to `)]);
    expect(existsSync(path.join(base, "private/runs"))).toBe(false);
    expect(readdirSync(path.join(base, "private")).filter((name) => name !== "skills")).toEqual(["x"]);
  });

  it.each([
    ["install", ".agents", "../private", []],
    ["install", ".agents/skills", "../../private", []],
    ["install", "linked", "../private", ["--root", "linked"]],
    ["install", "linked", "../private", ["--root", "linked/new/skills"]],
  ] as const)("is not a root of %s if it leads out of it: %s", async (command, link, target, options) => {
    mkdirSync(path.dirname(path.join(cwd, link)), { recursive: true });
    symlinkSync(target, path.join(cwd, link));
    const { code, stderr } = await run(command, ...options, "demo.zip");
    expect([code, stderr]).toEqual([2, expect.stringContaining("outside the working directory")]);
    expect(outside()).toEqual(["x"]);
  });

  it("is named before a root inside the project is changed through it", async () => {
    symlinkSync("kept", path.join(cwd, ".agents"));
    const named = 'skills: ".agents/skills" leads through a symlink to "kept/skills"\n';
    const installed = await run("install", "demo.zip");
    expect([installed.code, installed.stderr]).toEqual([0, named]);
    expect(existsSync(path.join(cwd, "kept/skills/demo/SKILL.md"))).toBe(true);
    const removed = await run("uninstall", "demo");
    expect([removed.code, removed.stderr]).toEqual([0, named]);
  });
});
