import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { doctor } from "../src/api/doctor/doctor.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

function git(cwd: string, ...args: string[]): void {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  execFileSync("git", [...identity, ...args], { cwd, stdio: "ignore" });
}

/** A clone of a repository with symlinks as Git makes it on Windows by default: each is a file with its target. */
function cloneWithoutSymlinks(links: Readonly<Record<string, string>>): string {
  const root = makeTree({ "origin/.agents/skills/x/SKILL.md": skillMd("x") });
  const origin = path.join(root, "origin");
  for (const [link, target] of Object.entries(links)) {
    mkdirSync(path.dirname(path.join(origin, link)), { recursive: true });
    symlinkSync(target, path.join(origin, link));
  }
  git(origin, "init", "-q");
  git(origin, "add", "-A");
  git(origin, "commit", "-qm", "a");
  git(root, "clone", "-q", "-c", "core.symlinks=false", "origin", "clone");
  return path.join(root, "clone");
}

const advice = "checked out as text; use `git config core.symlinks true` and check it out again";

it("names a SKILL.md that is a symlink checked out as text", async () => {
  const cwd = cloneWithoutSymlinks({ ".claude/skills/x/SKILL.md": "../../../.agents/skills/x/SKILL.md" });
  const { stdout, code } = await runSkills(["lint", "--format", "github"], { cwd });
  expect(stdout).toContain(
    `file contains only the path "../../../.agents/skills/x/SKILL.md", as a Git symlink that is ${advice}`,
  );
  expect(code).toBe(1);
});

it.each([
  [".claude/skills", "../.agents/skills"],
  [".claude", ".agents"],
  [".claude/skills/y", "../../.agents/skills/x"],
])("names %s, and what helps makes it readable", async (link, target) => {
  const cwd = cloneWithoutSymlinks({ [link]: target });
  const check = await runSkills(["check"], { cwd });
  expect(check.stdout).toContain(`${link} not read: it is a Git symlink to "${target}" that is ${advice}`);
  expect(check.code).toBe(2);
  const named = await runSkills(["check", link], { cwd });
  expect(named.stderr).toContain(`it is a Git symlink to "${target}" that is ${advice}`);
  git(cwd, "config", "core.symlinks", "true");
  git(cwd, "checkout", "--", ".");
  const after = await runSkills(["check"], { cwd });
  expect([after.stdout.includes("not read"), after.code]).toEqual([false, 0]);
});

it.each([".claude/skills", ".claude/skills/y"])("is in doctor's report: %s", (link) => {
  const cwd = cloneWithoutSymlinks({
    [link]: link === ".claude/skills" ? "../.agents/skills" : "../../.agents/skills/x",
  });
  const { unread } = doctor({ cwd, home: "no-home", clients: ["claude-code"] });
  expect(unread.map(({ reason }) => reason).join()).toContain(advice);
});

it("takes no other file for a symlink", async () => {
  const cwd = makeTree({
    ".git/HEAD": "",
    ".agents/skills/x/SKILL.md": skillMd("x"),
    ".agents/skills/LICENSE": "MIT",
    ".agents/skills/none": "../none",
    ".claude/skills": "../.agents/skills and more",
    skills: "",
  });
  writeFileSync(path.join(cwd, ".agents/skills/lines"), "x\nx\n");
  const { stdout, code } = await runSkills(["check"], { cwd });
  expect([stdout.includes("not read"), code]).toEqual([false, 0]);
  const one = makeTree({ "x/SKILL.md": "See ../other/SKILL.md\n" });
  expect((await runSkills(["lint", "x"], { cwd: one })).stdout).toContain('file starts with the text "See');
});
