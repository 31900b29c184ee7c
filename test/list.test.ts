import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { install } from "../src/api/install/install.ts";
import { list } from "../src/api/list.ts";
import type { RootsChoice } from "../src/api/roots/skill-roots.ts";
import { SkillsError } from "../src/core/errors.ts";
import { runSkills, type Surroundings } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { schemaOf } from "./support/schema.ts";

const onUnix = it.skipIf(process.platform === "win32");
const run = (args: readonly string[], surroundings?: Surroundings) =>
  runSkills(["list", ...args], surroundings);
const isReport = schemaOf("report");
const homeOf = (directory: string) => ({ HOME: directory, USERPROFILE: directory });

/** "source directory state by" of each skill. */
function told(choice: RootsChoice): readonly string[] {
  const { skills, report } = list(choice);
  expect([isReport(JSON.parse(JSON.stringify(report))), isReport.errors, report.outcome]).toEqual([
    true,
    null,
    0,
  ]);
  return skills.map(({ source = "-", directory, state, by }) =>
    [source, directory, state, ...(by === undefined ? [] : [by])].join(" "),
  );
}

function failure(choice: RootsChoice): string {
  try {
    list(choice);
    return "nothing was thrown";
  } catch (error) {
    return error instanceof SkillsError ? `${error.code}: ${error.message}` : `not ours: ${error}`;
  }
}

/** Two roots of each of three sources: "all" is in every one, and one skill is in no other. */
function threeSources(): RootsChoice {
  const names = ["p1", "p2", "u1", "u2", "b1", "b2"];
  const files = names.flatMap(
    (root) =>
      [
        [`${root}/all/SKILL.md`, skillMd("all")],
        [`${root}/only-${root}/SKILL.md`, skillMd(`only-${root}`)],
      ] as const,
  );
  const sources = { p: "project", u: "user", b: "builtin" } as const;
  // In an unusual order: precedence is by source, and the given order counts within one.
  const roots = ["b1", "u1", "b2", "p1", "u2", "p2"].map(
    (name) => `${sources[name.startsWith("p") ? "p" : name.startsWith("u") ? "u" : "b"]}:${name}`,
  );
  return { roots, cwd: makeTree(Object.fromEntries(files)) };
}

it("prefers the project's skill to the user's, and the user's to a built-in one", () => {
  expect(told(threeSources())).toEqual([
    "project all active",
    "project only-p1 active",
    "project all shadowed p1/all",
    "project only-p2 active",
    "user all shadowed p1/all",
    "user only-u1 active",
    "user all shadowed p1/all",
    "user only-u2 active",
    "builtin all shadowed p1/all",
    "builtin only-b1 active",
    "builtin all shadowed p1/all",
    "builtin only-b2 active",
  ]);
});

it("prefers a later source on request", () => {
  const choice = threeSources();
  expect(told({ ...choice, source: "user" })).toEqual([
    "user all active",
    "user only-u1 active",
    "user all shadowed u1/all",
    "user only-u2 active",
  ]);
  expect(told({ ...choice, source: "builtin" })).toEqual([
    "builtin all active",
    "builtin only-b1 active",
    "builtin all shadowed b1/all",
    "builtin only-b2 active",
  ]);
});

it("searches the agents' directories unless a directory is given", () => {
  const cwd = makeTree({
    "p/.agents/skills/a/SKILL.md": skillMd("a"),
    "h/.agents/skills/a/SKILL.md": skillMd("a"),
    "other/b/SKILL.md": skillMd("b"),
    "extra/c/SKILL.md": skillMd("c"),
  });
  const choice = { cwd: path.join(cwd, "p"), env: homeOf(path.join(cwd, "h")) };
  expect(told(choice)).toEqual(["project a active", "user a shadowed .agents/skills/a"]);
  expect(told({ ...choice, roots: ["../other"] })).toEqual(["- b active"]);
  expect(told({ ...choice, roots: ["builtin:../extra"] })).toEqual([
    "project a active",
    "user a shadowed .agents/skills/a",
    "builtin c active",
  ]);
  expect(told({ ...choice, roots: ["user:../other"] })).toEqual(["project a active", "user b active"]);
  // In the home directory the two are one.
  expect(told({ cwd: path.join(cwd, "h"), env: homeOf(path.join(cwd, "h")) })).toEqual(["project a active"]);
});

it("finds skills in a namespace, and one that contains another of its name", () => {
  const cwd = makeTree({
    "r/org/a/SKILL.md": skillMd("a"),
    "r/org/notes/x.md": "",
    "r/a/SKILL.md": skillMd("a"),
    "r/copy/SKILL.md": skillMd("a"),
  });
  expect(told({ cwd, roots: ["r"] })).toEqual([
    "- a active",
    "- copy duplicate r/a",
    "- org/a active",
    "- org/notes broken",
  ]);
  expect(list({ cwd, roots: ["r"] }).skills.map(({ name }) => name)).toEqual([
    "a",
    "a",
    "org/a",
    "org/notes",
  ]);
});

onUnix("lists every broken directory with the reason", () => {
  const cwd = makeTree({
    "r/near/skill.md": skillMd("near"),
    "r/none/x.md": "",
    "r/bad/SKILL.md": "no frontmatter\n",
    "r/README.md": "",
    "r/.git/SKILL.md": "",
  });
  mkdirSync(path.join(cwd, "r/late"));
  writeFileSync(
    path.join(cwd, "r/late/SKILL.md"),
    Buffer.from(skillMd("late").replace("forms.", "form\xe9s."), "latin1"),
  );
  symlinkSync("gone", path.join(cwd, "r/dead"));
  symlinkSync("../elsewhere/linked", path.join(cwd, "r/linked"));
  symlinkSync("README.md", path.join(cwd, "r/file"));
  mkdirSync(path.join(cwd, "elsewhere/linked"), { recursive: true });
  writeFileSync(path.join(cwd, "elsewhere/linked/SKILL.md"), skillMd("linked"));
  const { skills } = list({ cwd, roots: ["r"] });
  expect(
    skills.map(({ directory, state, ruleId, reason, link }) => [directory, state, ruleId ?? reason ?? link]),
  ).toEqual([
    ["bad", "broken", "frontmatter-fence"],
    ["dead", "broken", 'a symlink to "gone", which does not exist'],
    ["late", "broken", "skill-file-encoding"],
    ["linked", "active", "../elsewhere/linked"],
    ["near", "broken", "skill-file"],
    ["none", "broken", "SKILL.md is missing"],
  ]);
});

onUnix("does not let a broken skill shadow a valid one", () => {
  const cwd = makeTree({ "p/a/SKILL.md": "---\nname: a\n---\n", "u/a/SKILL.md": skillMd("a") });
  expect(told({ cwd, roots: ["project:p", "user:u"] })).toEqual(["project a broken", "user a active"]);
});

onUnix("reports skills that were modified or removed since installation", async () => {
  const cwd = makeTree({
    "from/a/SKILL.md": skillMd("a"),
    "from/a/run.sh": "#!/bin/sh\n",
    "from/b/SKILL.md": skillMd("b"),
    "from/c/SKILL.md": skillMd("c"),
  });
  chmodSync(path.join(cwd, "from/a/run.sh"), 0o755);
  await install({ paths: ["from"], cwd, env: {}, root: "r" });
  writeFileSync(path.join(cwd, "r/b/SKILL.md"), skillMd("b", "Other.\n"));
  rmSync(path.join(cwd, "r/c"), { recursive: true });
  mkdirSync(path.join(cwd, "r/mine"));
  writeFileSync(path.join(cwd, "r/mine/SKILL.md"), skillMd("mine"));
  const { skills } = list({ cwd, roots: ["r"] });
  expect(skills.map(({ name, state, executables, lock }) => [name, state, executables, lock?.state])).toEqual(
    [
      ["a", "active", 1, "unchanged"],
      ["b", "active", 0, "changed"],
      ["c", "missing", 0, undefined],
      ["mine", "active", 0, "unlisted"],
    ],
  );
  expect((await run(["--root", "r"], { cwd })).stdout).toBe(`r: 4 skills
  a     Fills PDF forms. Use when a form is to be filled.
        1 executable file
  b     Fills PDF forms. Use when a form is to be filled.
        modified since it was installed: "b" does not match the lock
  c     missing: listed in the lock, but not installed
  mine  Fills PDF forms. Use when a form is to be filled.
        not in the lock

4 skills: 3 active and 1 missing
`);
  writeFileSync(path.join(cwd, "r/skills.lock.json"), "<<<<<<<\n");
  const conflict = list({ cwd, roots: ["r"] });
  expect([conflict.roots[0]?.lock, conflict.roots[0]?.problem, conflict.skills.length]).toEqual([
    "unreadable",
    expect.stringContaining("r/skills.lock.json"),
    3,
  ]);
});

it("reports an install that is running or was killed", async () => {
  const cwd = makeTree({ "r/.skills-transaction/journal.json": "", "r/a/SKILL.md": skillMd("a") });
  expect([list({ cwd, roots: ["r"] }).roots[0]?.unfinished, told({ cwd, roots: ["r"] })]).toEqual([
    true,
    ["- a active"],
  ]);
  expect((await run(["--root", "r"], { cwd })).stdout).toContain(
    "r: 1 skill\n  an install is running here or was interrupted; ",
  );
});

it("reports that there are no skills, and fails for a missing directory", async () => {
  const cwd = makeTree({ "empty/.keep": "", file: "" });
  const home = homeOf(cwd);
  const none = await run([], { cwd, env: home });
  expect([none.code, none.stdout]).toEqual([
    0,
    "no skills; .agents/skills does not exist; ~/.agents/skills does not exist\n",
  ]);
  expect(await run(["--root", "empty"], { cwd })).toEqual({
    code: 0,
    stdout: "empty: no skills\n\nno skills\n",
    stderr: "",
  });
  expect(failure({ cwd, roots: ["gone"] })).toBe('not-found: the directory "gone" does not exist');
  expect(failure({ cwd, roots: ["file"] })).toContain("not-a-skill: ");
  expect(failure({ cwd, roots: ["builtin:"] })).toBe('bad-usage: --root "builtin:" has no path');
  expect(failure({ cwd, source: "builtin" })).toBe("bad-usage: --source builtin has no default directory");
  expect(failure({ cwd, source: "user" })).toContain("bad-usage: ");
  expect((await run(["--source", "usr"], { cwd })).code).toBe(2);
});

onUnix("escapes untrusted control characters, within 80 columns", async () => {
  const odd = "\x1b[2J\u202e##[error]";
  const cwd = makeTree({
    [`r/${odd}/SKILL.md`]: `---\nname: "n\\e[2J${odd.slice(4)}"\ndescription: "${"d\\e[2J ".repeat(99)}"\n---\n`,
    [`r/${odd}${odd}`.repeat(2).slice(0, 60) + "/x"]: "",
    "r/ok/SKILL.md": `---\nname: ok\ndescription: "\\e[2J${"漢字".repeat(99)}"\n---\n`,
  });
  symlinkSync(odd, path.join(cwd, "r/link"));
  for (const format of ["text", "json"]) {
    const { stdout } = await run(["--root", "r", "--format", format], { cwd });
    expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]|##\[/u);
    if (format === "text") expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  }
});

it("prints the same as JSON in the common envelope, and describes each option in its help", async () => {
  const cwd = makeTree({ "r/a/SKILL.md": skillMd("a") });
  const { report, roots, skills } = list({ cwd, roots: ["r"] });
  const printed = JSON.parse((await run(["--root", "r", "-f", "json"], { cwd })).stdout);
  expect(printed).toEqual(
    JSON.parse(JSON.stringify({ ...report, data: { roots, skills }, summary: printed.summary })),
  );
  const { stdout } = await run(["--help"]);
  for (const part of ["--root", "--source", "--format", "--color", "Examples:", "Exit codes:"])
    expect(stdout).toContain(part);
});

it("marks and counts skills that are hidden from the model", async () => {
  const cwd = makeTree({
    "r/a/SKILL.md": skillMd("a").replace("\n---\n\n", "\ndisable-model-invocation: true\n---\n\n"),
    "r/b/SKILL.md": skillMd("b"),
  });
  expect(list({ cwd, roots: ["r"] }).skills.map(({ directory, hidden }) => [directory, hidden])).toEqual([
    ["a", true],
    ["b", undefined],
  ]);
  const { stdout } = await run(["--root", "r"], { cwd });
  expect(stdout).toMatch(/\n {2}a {2}.*\n {5}hidden from the model\n {2}b /);
  expect(stdout).toMatch(/\n2 skills: 2 active; 1 hidden from the model \(disable-model-invocation\)\n$/);
});

it("suggests the project's directories with skills if it finds none", async () => {
  const cwd = makeTree({
    "p/.claude/skills/a/SKILL.md": skillMd("a"),
    "p/skills/b/SKILL.md": skillMd("b"),
    "q/.agents/skills/c/SKILL.md": skillMd("c"),
    "q/skills/b/SKILL.md": skillMd("b"),
  });
  const at = (directory: string) =>
    run([], { cwd: path.join(cwd, directory), env: homeOf(path.join(cwd, "home")) });
  const { code, stdout } = await at("p");
  expect([code, stdout]).toEqual([
    0,
    "no skills; .agents/skills does not exist; ~/.agents/skills does not exist\n\nThere are skills in .claude/skills and skills: skills list --root .claude/skills --root skills\n",
  ]);
  expect(
    (await run(["--root", ".claude/skills", "--root", "skills"], { cwd: path.join(cwd, "p") })).stdout,
  ).toContain("2 skills: 2 active\n");
  expect((await at("q")).stdout).not.toContain("There are skills in");
});

it("names the directories of other clients, where install puts their skills, and no chosen ones", async () => {
  const cwd = makeTree({
    ".agents/skills/c/SKILL.md": skillMd("c"),
    ".claude/skills/a/SKILL.md": skillMd("a"),
    "skills/b/SKILL.md": skillMd("b"),
  });
  const lastOf = async (...args: readonly string[]) =>
    (await run(args, { cwd, env: homeOf(path.join(cwd, "home")) })).stdout.trimEnd().split("\n").at(-1);
  expect(await lastOf()).toBe("There are skills in .claude/skills: skills list --root .claude/skills");
  for (const args of [
    ["--source", "project"],
    ["--root", ".agents/skills"],
    ["--client", "codex"],
  ])
    expect([args, await lastOf(...args)]).toEqual([args, expect.not.stringContaining("There are skills in")]);
});

it("searches the directories of a client or agent, where install puts its skills", async () => {
  const cwd = makeTree({
    "forms/SKILL.md": skillMd("forms"),
    "home/.agent/skills/mine/SKILL.md": skillMd("mine"),
  });
  const surroundings = { cwd, env: homeOf(path.join(cwd, "home")) };
  const installed = await runSkills(["install", "forms", "--client", "react-actions"], surroundings);
  expect([installed.code, installed.stderr]).toEqual([0, ""]);
  expect(told({ client: "react-actions", ...surroundings })).toEqual([
    "project forms active",
    "user mine active",
  ]);
  expect(told(surroundings)).toEqual([]);
  const claude = await runSkills(["install", "forms", "--client", "claude-code"], surroundings);
  expect(claude.stdout).toContain(".claude/skills/forms");
  const removed = await runSkills(["uninstall", "forms", "--client", "react-actions"], surroundings);
  expect([removed.code, told({ client: "react-actions", ...surroundings })]).toEqual([
    0,
    ["user mine active"],
  ]);
  expect(failure({ client: "react-action", ...surroundings })).toBe(
    'bad-usage: unknown client "react-action"; run `skills clients` for the list',
  );
  const none = await runSkills(
    ["install", "forms", "--client", "harness9", "--source", "user"],
    surroundings,
  );
  expect([none.code, none.stderr]).toEqual([
    2,
    "skills: the client has no user directory of skills\nset the skills directory with --root\n",
  ]);
});
