import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { findChangeBase } from "../src/api/scope/change-base.ts";
import { validate } from "../src/api/validate.ts";
import { runSkills } from "./support/io.ts";
import { commit, git, makeRepository, writeFiles } from "./support/repository.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const two = { "skills/a/SKILL.md": skillMd("a"), "skills/b/SKILL.md": skillMd("b"), "README.md": "x\n" };

/** The skills that count as changed. */
async function changed(
  cwd: string,
  since?: string,
  paths: readonly string[] = ["."],
): Promise<readonly string[]> {
  const { report } = await validate({ paths, cwd, changed: since === undefined ? {} : { since } });
  return report.subjects.map((subject) => subject.path);
}

async function refusal(cwd: string, ...args: readonly string[]): Promise<readonly [number, string]> {
  const { code, stderr } = await runSkills(["validate", ...args], { cwd });
  return [code, stderr];
}

/** A repository with files among its skills that are laid out as one of their own, in which nothing ever changes. */
function withAnotherInside(): { readonly root: string; readonly base: string } {
  const root = makeRepository(two);
  const base = git(root, "rev-parse", "HEAD");
  const inside = (file: string): string => path.join(root, "skills", file);
  commit(root, {
    "skills/b/SKILL.md": "changed\n",
    "skills/config": "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n",
  });
  writeFiles(root, {
    "skills/HEAD": `${git(root, "rev-parse", "HEAD")}\n`,
    "skills/objects/info/alternates": "../../.git/objects\n",
    "skills/info/exclude": "*\n",
  });
  symlinkSync("../.git/refs", inside("refs"));
  mkdirSync(inside("objects/pack"));
  cpSync(path.join(root, ".git/index"), inside("index"));
  return { root, base };
}

/** Git as it was before it knew of such repositories. */
function beforeItKnew(): void {
  const bin = makeTree({
    git: `#!/bin/sh\nfor word; do shift; [ "$word" = safe.bareRepository=explicit ] && word=safe.bareRepository=all; set -- "$@" "$word"; done\nPATH='${process.env["PATH"]}' exec git "$@"\n`,
  });
  chmodSync(path.join(bin, "git"), 0o755);
  const before = process.env["PATH"];
  process.env["PATH"] = `${bin}${path.delimiter}${before}`;
  onTestFinished(() => void (process.env["PATH"] = before));
}

it("does not query a repository that is committed among the skills", async () => {
  const { root, base } = withAnotherInside();
  const cwd = path.join(root, "skills");
  const head = git(root, "rev-parse", "HEAD");
  expect(await refusal(cwd, "--changed", base)).toEqual([
    2,
    expect.stringContaining("cannot use bare repository"),
  ]);
  expect(await findChangeBase({ cwd, base, head })).toMatchObject({
    missing: expect.stringContaining("cannot use bare repository"),
  });
  beforeItKnew();
  expect(await refusal(cwd, "--changed", base)).toEqual([
    2,
    expect.stringContaining("as a separate repository"),
  ]);
  expect(await findChangeBase({ cwd, base, head })).toMatchObject({
    missing: expect.stringContaining("as a separate repository"),
  });
  expect(await changed(root, base)).toEqual(["skills/b"]);
});

it("detects another commit of an ignored submodule", async () => {
  const inner = makeRepository({ "kit/SKILL.md": skillMd("kit") });
  const root = makeRepository(two);
  git(root, "submodule", "add", "-q", inner, "vendor");
  const base = commit(root);
  commit(path.join(root, "vendor"), { "kit/SKILL.md": "changed\n" });
  git(root, "config", "-f", ".gitmodules", "submodule.vendor.ignore", "all");
  git(root, "add", ".gitmodules");
  git(
    root,
    "update-index",
    "--cacheinfo",
    `160000,${git(path.join(root, "vendor"), "rev-parse", "HEAD")},vendor`,
  );
  git(root, "commit", "-q", "-m", "x");
  expect([await changed(root), await changed(root, base)]).toEqual([[], ["vendor/kit"]]);
});

it("fails for a changed skill that cannot be read", async () => {
  const root = makeRepository(two);
  const deep = `skills/${"d/".repeat(16)}`;
  writeFiles(root, {
    ".hidden/link/SKILL.md": skillMd("link"),
    [`${deep}deep/SKILL.md`]: skillMd("deep"),
    ".gitignore": "#\n".repeat(3_000),
  });
  symlinkSync("../.hidden/link", path.join(root, "skills/link"));
  const skip = ["--changed", "HEAD", "skills"] as const;
  expect(await refusal(root, ...skip)).toEqual([
    2,
    expect.stringMatching(
      /^skills: "skills\/(?:d\/)+deep" changed and was not read: more than 16 directories deep\n1 other path changed and was not read\n$/,
    ),
  ]);
  rmSync(path.join(root, deep, "deep/SKILL.md"));
  writeFiles(root, { [`${deep}deep/Main.java`]: "x\n" });
  const link =
    'skills: "skills/link" changed and was not read: it is a symlink to a skill; pass its path to read it\n';
  expect(await refusal(root, ...skip)).toEqual([2, link]);
  commit(root);
  expect((await refusal(root, ...skip))[0]).toBe(0);
  writeFiles(root, { ".hidden/link/more.md": "x\n" });
  expect(await refusal(root, ...skip)).toEqual([2, link]);
  writeFiles(root, { "list.txt": ".hidden/link/more.md\n" });
  expect(await refusal(root, "--files-from", "list.txt", "skills")).toEqual([2, link]);
  expect(await changed(root)).toEqual([".hidden/link"]);
});

it.skipIf(process.platform !== "linux")(
  "fails for a skill directory whose name is not UTF-8, but not for such a file",
  async () => {
    const root = makeRepository(two);
    writeFileSync(Buffer.from(`${root}/skills/caf\xe9.txt`, "latin1"), "x\n");
    expect(await refusal(root, "--changed")).toEqual([
      0,
      "skills: 0 of 2 skills changed since the last commit\n",
    ]);
    mkdirSync(Buffer.from(`${root}/skills/caf\xe9`, "latin1"));
    writeFileSync(Buffer.from(`${root}/skills/caf\xe9/SKILL.md`, "latin1"), "x\n");
    expect(await refusal(root, "--changed")).toEqual([
      2,
      'skills: "skills/caf\\u{dce9}" changed and was not read: its name is not UTF-8 ("caf\\xe9")\n',
    ]);
    writeFiles(root, { ".gitignore": "/skills/caf*\n" });
    expect((await refusal(root, "--changed"))[0]).toBe(0);
    git(root, "add", "-A", "--force");
    expect((await refusal(root, "--changed"))[0]).toBe(2);
  },
);

it("detects changes in assume-unchanged and skip-worktree files, but not sparse files", async () => {
  const root = makeRepository({
    ...two,
    "skills/c/SKILL.md": skillMd("c"),
    "skills/c/x.md": "x\n",
    "skills/gone/SKILL.md": skillMd("gone"),
  });
  git(root, "update-index", "--assume-unchanged", "skills/a/SKILL.md");
  git(root, "update-index", "--skip-worktree", "skills/b/SKILL.md", "skills/c/x.md", "skills/gone/SKILL.md");
  rmSync(path.join(root, "skills/c/x.md"));
  rmSync(path.join(root, "skills/gone"), { recursive: true });
  const seen = await changed(root);
  // Only git can read the entries of a split index.
  git(root, "update-index", "--split-index");
  expect([seen, await changed(root)]).toEqual([
    ["skills/a", "skills/b"],
    ["skills/a", "skills/b"],
  ]);
});

it("detects a new skill even if it is hidden from git", async () => {
  const root = makeRepository(two);
  writeFiles(root, {
    "skills/new/SKILL.md": skillMd("new"),
    "skills/a/left.log": "x\n",
    "more/other/SKILL.md": skillMd("other"),
  });
  git(
    root,
    "config",
    "core.excludesFile",
    path.join(makeTree({ hidden: "/skills/new/\n*.log\nmore/other/SKILL.md\n" }), "hidden"),
  );
  expect(await changed(root)).toEqual(["more/other", "skills/new"]);
});

it("does not attribute another directory's files to the skills", async () => {
  const root = makeRepository(two);
  const elsewhere = makeTree({});
  cpSync(path.join(root, "skills"), path.join(elsewhere, "skills"), { recursive: true });
  writeFiles(root, { "skills/b/SKILL.md": "changed\n" });
  git(root, "config", "core.worktree", elsewhere);
  expect(await refusal(root, "--changed")).toEqual([
    2,
    `skills: the repository around "skills/a" has its files in "${elsewhere}", so its changes are unknown\nits setting core.worktree points there\n`,
  ]);
});

it("works in a directory whose name contains a line break, also in a worktree", async () => {
  const above = makeTree({});
  const root = path.join(above, "one\n", "tmp\n");
  git(above, "clone", "-q", makeRepository(two), root);
  const worktree = path.join(above, "\ntree\n");
  git(root, "worktree", "add", "-q", "--detach", worktree);
  const base = git(root, "rev-parse", "HEAD");
  for (const place of [root, worktree]) writeFiles(place, { "skills/b/SKILL.md": "changed\n" });
  expect([
    await changed(root, base, ["skills"]),
    await changed(worktree, base),
    await changed(worktree),
  ]).toEqual([["skills/b"], ["skills/b"], ["skills/b"]]);
});

it("reports an unknown commit as a typo if the history is complete", async () => {
  const root = makeRepository(two);
  git(root, "branch", "topic/forms");
  expect(await refusal(root, "--changed", "mian")).toEqual([
    2,
    'skills: unknown commit "mian"\ndid you mean "main"?\n',
  ]);
  expect(await refusal(root, "--changed", "topic/from")).toEqual([
    2,
    'skills: unknown commit "topic/from"\ndid you mean "topic/forms"?\n',
  ]);
  expect(await refusal(root, "--changed", "HEAD~17")).toEqual([2, 'skills: unknown commit "HEAD~17"\n']);
  const base = "1".repeat(40);
  expect(await findChangeBase({ cwd: root, base, head: git(root, "rev-parse", "HEAD") })).toMatchObject({
    missing: `unknown commit "${base}"`,
    shallow: false,
  });
});
