import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { gitChanges } from "../src/git/changes.ts";
import { headOf } from "../src/lint/head.ts";
import { readHeadOf } from "../src/run/heads.ts";
import { findSources } from "../src/api/scope/find-sources.ts";
import { lint } from "../src/api/lint/lint.ts";
import { loadSkill } from "../src/lint/load-skill.ts";
import { validate } from "../src/api/validate.ts";
import { fixturesRoot } from "./support/fixtures.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const identity = {
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@example.com",
};

/** Git without any user or system settings. */
function git(cwd: string, ...words: readonly string[]): string {
  const env = {
    PATH: process.env["PATH"],
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    ...identity,
  };
  return execFileSync(
    "git",
    ["-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always", ...words],
    { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
  ).trim();
}

type Files = Readonly<Record<string, string>>;

function write(root: string, files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
}

function commit(root: string, files: Files = {}): string {
  write(root, files);
  git(root, "add", "-A");
  git(root, "commit", "-q", "--allow-empty", "-m", "x");
  return git(root, "rev-parse", "HEAD");
}

const three: Files = {
  "skills/a/SKILL.md": skillMd("a", "[x](x.md)\n"),
  "skills/a/x.md": "x\n",
  "skills/b/SKILL.md": skillMd("b"),
  "skills/b/y.md": "y\n",
  "skills/c/SKILL.md": skillMd("c"),
};

function repository(files: Files = three): string {
  const root = makeTree({});
  git(root, "init", "-q");
  commit(root, files);
  return root;
}

/** The skills that count as changed. */
async function changed(
  cwd: string,
  since?: string,
  paths: readonly string[] = ["."],
): Promise<readonly string[]> {
  const { report } = await validate({ paths, cwd, changed: since === undefined ? {} : { since } });
  return report.subjects.map((subject) => subject.path);
}

it("selects skills with staged, unstaged and untracked changes", async () => {
  const root = repository();
  expect(await changed(root)).toEqual([]);
  write(root, { "skills/a/x.md": "changed\n" });
  expect(await changed(root)).toEqual(["skills/a"]);
  git(root, "add", "-A");
  write(root, { "skills/c/new.md": "new\n" });
  expect(await changed(root)).toEqual(["skills/a", "skills/c"]);
  write(root, { ".gitignore": "*.tmp\n", "skills/b/x.tmp": "ignored\n", "README.md": "beside\n" });
  expect(await changed(root)).toEqual(["skills/a", "skills/c"]);
});

it("detects deleted files, changed modes and files that became symlinks", async () => {
  const root = repository();
  rmSync(path.join(root, "skills/a/x.md"));
  chmodSync(path.join(root, "skills/b/y.md"), 0o755);
  rmSync(path.join(root, "skills/c/SKILL.md"));
  symlinkSync("../a/SKILL.md", path.join(root, "skills/c/SKILL.md"));
  expect(await changed(root)).toEqual(["skills/a", "skills/b", "skills/c"]);
});

it("detects both paths of a rename, in the working tree and across a commit", async () => {
  const root = repository();
  renameSync(path.join(root, "skills/a/x.md"), path.join(root, "skills/c/x.md"));
  expect(await changed(root)).toEqual(["skills/a", "skills/c"]);
  const base = git(root, "rev-parse", "HEAD");
  commit(root);
  expect([await changed(root), await changed(root, base)]).toEqual([[], ["skills/a", "skills/c"]]);
});

it("compares a branch with its merge base", async () => {
  const root = repository();
  git(root, "switch", "-q", "-c", "topic");
  commit(root, { "skills/a/x.md": "topic\n" });
  git(root, "switch", "-q", "main");
  commit(root, { "skills/b/y.md": "main\n" });
  git(root, "switch", "-q", "topic");
  expect(await changed(root, "main")).toEqual(["skills/a"]);
  git(root, "merge", "-q", "-m", "merge", "main");
  expect(await changed(root, "main")).toEqual(["skills/a"]);
  // As a server checks out a pull request: the merge of the topic into main.
  git(root, "switch", "-q", "--detach", "main");
  git(root, "merge", "-q", "--no-ff", "-m", "merge", "topic");
  expect(await changed(root, "HEAD^")).toEqual(["skills/a"]);
  write(root, { "skills/c/SKILL.md": skillMd("c", "Else.\n") });
  expect(await changed(root, "HEAD^")).toEqual(["skills/a", "skills/c"]);
});

/** Runs git through a script that counts its runs. */
async function gitRunsOf(act: () => Promise<unknown>): Promise<number> {
  const bin = makeTree({ runs: "" });
  const before = process.env["PATH"];
  writeFileSync(
    path.join(bin, "git"),
    `#!/bin/sh\necho run >> '${bin}/runs'\nPATH='${before}' exec git "$@"\n`,
    { mode: 0o755 },
  );
  process.env["PATH"] = `${bin}${path.delimiter}${before}`;
  try {
    await act();
  } finally {
    process.env["PATH"] = before;
  }
  return readFileSync(path.join(bin, "runs"), "utf8").split("\n").length - 1;
}

it("runs git once, and once more to compare with a commit", async () => {
  const root = repository();
  commit(root, { "skills/a/x.md": "changed\n" });
  expect(await gitRunsOf(() => changed(root))).toBe(1);
  expect(await gitRunsOf(() => changed(root, "HEAD^"))).toBe(2);
});

it("checks all skills if the base is missing, and says how to fetch it", async () => {
  const root = repository();
  git(root, "switch", "-q", "-c", "topic");
  commit(root, { "skills/a/x.md": "1\n" });
  commit(root, { "skills/a/x.md": "2\n" });
  const clone = makeTree({});
  git(clone, "clone", "-q", "--depth", "1", `file://${root}`, ".");
  const { code, stdout, stderr } = await runSkills(["validate", "--changed", "origin/main"], { cwd: clone });
  expect([code, stdout.split(":")[0], stderr.split("\n")]).toEqual([
    0,
    "3 skills checked",
    [
      'skills: unknown commit "origin/main"; checking all skills',
      'skills: this is a shallow clone; set "fetch-depth: 2" for the previous commit or "fetch-depth: 0" for all commits',
      "",
    ],
  ]);
  expect(await changed(clone, "HEAD^")).toHaveLength(3);
  git(clone, "fetch", "-q", "--depth", "2", "origin", "topic");
  expect(await changed(clone, "HEAD^")).toEqual(["skills/a"]);
  git(clone, "fetch", "-q", "--depth", "1", "origin", "main:refs/remotes/origin/main");
  const { report } = await validate({ paths: ["."], cwd: clone, changed: { since: "origin/main" } });
  expect(report.data).toEqual({
    scope: {
      skills: 3,
      selected: 3,
      since: "origin/main",
      missing: [
        {
          reason: '"origin/main" has no commit in common with HEAD',
          shallow: true,
        },
      ],
    },
  });
});

it("fetches nothing into a clone without files", async () => {
  const root = repository();
  git(root, "config", "uploadpack.allowFilter", "true");
  commit(root, { "skills/a/x.md": "other\n" });
  const clone = makeTree({});
  git(clone, "clone", "-q", "--filter=blob:none", `file://${root}`, ".");
  const objects = git(clone, "count-objects", "-v");
  write(clone, { "skills/c/SKILL.md": skillMd("c", "Else.\n") });
  expect(await changed(clone, "HEAD^")).toEqual(["skills/a", "skills/c"]);
  expect(git(clone, "count-objects", "-v")).toBe(objects);
});

it("selects all skills in a repository without commits", async () => {
  const root = makeTree(three);
  git(root, "init", "-q");
  expect(await changed(root)).toHaveLength(3);
  git(root, "add", "-A");
  const { stderr } = await runSkills(["validate", "--changed"], { cwd: root });
  expect(stderr).toBe("skills: 3 of 3 skills changed since the last commit\n");
});

it("works from a subdirectory, for paths outside it, in a worktree and through a symlink", async () => {
  const root = repository();
  const worktree = path.join(makeTree({}), "tree");
  git(root, "worktree", "add", "-q", worktree);
  write(worktree, { "skills/b/y.md": "changed\n" });
  write(root, { "skills/a/x.md": "changed\n" });
  expect(await changed(path.join(root, "skills/b"), undefined, ["../a", "."])).toEqual(["../a"]);
  expect(await changed(worktree)).toEqual(["skills/b"]);
  const link = path.join(makeTree({}), "link");
  symlinkSync(root, link);
  expect(await changed(path.dirname(link), undefined, ["link/skills/a", "link/skills/b"])).toEqual([
    "link/skills/a",
  ]);
  git(worktree, "config", "diff.relative", "true");
  expect(await changed(path.join(worktree, "skills/c"), undefined, ["../b"])).toEqual(["../b"]);
});

it("selects the skills of a submodule if its commit or its files changed", async () => {
  const inner = repository();
  const root = repository({ "skills/own/SKILL.md": skillMd("own") });
  git(root, "submodule", "add", "-q", inner, "vendor");
  const base = commit(root);
  expect(await changed(root)).toEqual([]);
  write(root, { "vendor/skills/a/x.md": "changed\n" });
  expect(await changed(root)).toEqual(["vendor/skills/a", "vendor/skills/b", "vendor/skills/c"]);
  expect(await changed(path.join(root, "vendor"))).toEqual(["skills/a"]);
  commit(path.join(root, "vendor"));
  commit(root);
  expect([await changed(root), await changed(root, base)]).toEqual([
    [],
    ["vendor/skills/a", "vendor/skills/b", "vendor/skills/c"],
  ]);
});

it("is not affected by file names, settings, hooks or a hook's variables", async () => {
  const root = repository({ ...three, "skills/é ü/SKILL.md": skillMd("e"), 'skills/a/-x "\\\n\t.md': "x\n" });
  git(root, "config", "core.fsmonitor", "touch fsmonitor-ran; false");
  git(root, "config", "diff.external", "touch external-ran");
  git(root, "config", "status.relativePaths", "true");
  write(root, { 'skills/a/-x "\\\n\t.md': "y\n", "skills/é ü/SKILL.md": skillMd("e", "Else.\n") });
  const other = repository();
  const before = { ...process.env };
  Object.assign(process.env, {
    GIT_DIR: path.join(other, ".git"),
    GIT_WORK_TREE: other,
    GIT_INDEX_FILE: path.join(other, ".git/index"),
    GIT_LITERAL_PATHSPECS: "1",
  });
  try {
    expect(await changed(root)).toEqual(["skills/a", "skills/é ü"]);
  } finally {
    for (const name of ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_LITERAL_PATHSPECS"])
      delete process.env[name];
    Object.assign(process.env, before);
  }
  expect(readdirSync(root)).toEqual([".git", "skills"]);
});

/** A repository in which every setting for a program names one that creates a file. */
function hostile(): { readonly root: string; readonly ran: () => readonly string[] } {
  const marks = makeTree({});
  const inner = repository({ ...three, ".gitattributes": "* filter=own diff=own\n" });
  const root = repository({ ...three, ".gitattributes": "* filter=own diff=own\n*.md filter=included\n" });
  git(root, "submodule", "add", "-q", inner, "vendor");
  commit(root);
  write(root, { "skills/b/y.md": "staged\n" });
  git(root, "add", "-A");
  const leave = (name: string): string => `touch '${path.join(marks, name)}'; cat`;
  for (const [cwd, name] of [
    [root, "outer"],
    [path.join(root, "vendor"), "inner"],
  ] as const) {
    for (const key of [
      "filter.own.clean",
      "filter.own.process",
      "diff.own.command",
      "diff.own.textconv",
      "diff.external",
      "core.fsmonitor",
      "core.pager",
      "pager.status",
      "core.sshCommand",
      "core.alternateRefsCommand",
    ])
      git(cwd, "config", key, leave(`${name}-${key}`));
    git(cwd, "config", "filter.own.required", "true");
    git(cwd, "config", "status.submoduleSummary", "true");
    git(cwd, "config", "core.hooksPath", marks);
  }
  writeFileSync(path.join(root, ".git/more"), `[FILTER "included"]\n\tclean = ${leave("included")}\n`);
  git(root, "config", "include.path", "more");
  for (const hook of ["post-index-change", "reference-transaction", "post-checkout"])
    writeFileSync(path.join(marks, hook), `#!/bin/sh\n${leave(`hook-${hook}`)}\n`, { mode: 0o755 });
  // Of another time, so that git has to look into the file.
  for (const file of ["skills/a/x.md", "skills/b/SKILL.md", "vendor/skills/a/x.md"])
    utimesSync(path.join(root, file), 1, 1);
  return { root, ran: () => readdirSync(marks).filter((name) => !/^post-|^reference-/.test(name)) };
}

it("runs no program that is set by or stored in the repository", async () => {
  const { root, ran } = hostile();
  expect(await changed(root)).toEqual(["skills/b"]);
  expect(await changed(root, "HEAD")).toEqual(["skills/b"]);
  write(root, {
    "skills/c/SKILL.md": skillMd("c", "Else.\n"),
    "vendor/skills/c/SKILL.md": skillMd("c", "Else.\n"),
  });
  expect(await changed(root)).toEqual([
    "skills/b",
    "skills/c",
    "vendor/skills/a",
    "vendor/skills/b",
    "vendor/skills/c",
  ]);
  expect(await gitChanges(root, "HEAD")).toMatchObject({
    paths: expect.arrayContaining(["skills/c/SKILL.md"]),
  });
  expect(ran()).toEqual([]);
});

it("refuses a filter that cannot be disabled", async () => {
  const root = repository();
  git(root, "config", "filter.a=b.clean", "cat");
  const { code, stderr } = await runSkills(["lint", "--changed"], { cwd: root });
  expect([code, stderr]).toEqual([
    2,
    'skills: git cannot determine what changed: its filter "a=b" cannot be disabled\n',
  ]);
});

it("selects a skill whose index differs though its working tree does not", async () => {
  const root = repository();
  write(root, { "skills/a/x.md": "staged\n" });
  git(root, "add", "-A");
  write(root, { "skills/a/x.md": "x\n" });
  expect(await changed(root)).toEqual(["skills/a"]);
});

it("writes nothing, as another git process may be running", async () => {
  const root = repository();
  write(root, { "skills/a/x.md": "x\n" });
  writeFileSync(path.join(root, ".git/index.lock"), "");
  expect(await changed(root)).toEqual([]);
});

/** The rules that speak, by skill; descriptions are long enough to be compared. */
async function said(cwd: string): Promise<readonly (readonly [string, readonly string[]])[]> {
  const { report } = await lint({
    paths: ["."],
    cwd,
    changed: {},
    rules: { "description-when": "off", "name-matches-directory": "off" },
  });
  return report.subjects.map(({ path: at, findings }) => [at, findings.map(({ ruleId }) => ruleId)]);
}

const described = (name: string, description: string): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\nDo it.\n`;

const family: Files = {
  "skills/pdf-fill/SKILL.md": described(
    "pdf-fill",
    "Fills in forms. For reading them use the pdf-read skill.",
  ),
  "skills/pdf-read/SKILL.md": described("pdf-read", "Takes the text out of pages."),
  "skills/other-directory/SKILL.md": described("pdf-sign", "Plays chess against a person or an engine."),
  "skills/z/SKILL.md": described("z", "Reports the weather of tomorrow."),
};

it("compares changed skills' names with other skill directories without opening them", async () => {
  const root = repository(family);
  expect(await said(root)).toEqual([]);
  write(root, { "skills/z/SKILL.md": described("pdf-read", "Reports the weather of tomorrow.") });
  expect(await said(root)).toEqual([["skills/z", ["name-duplicate"]]]);
  write(root, {
    "skills/z/SKILL.md": described("PDF_read", "Reports the weather. For pages use the pdf-write skill."),
  });
  expect((await said(root))[0]?.[1].filter((id) => !id.startsWith("name-format"))).toEqual([
    "name-confusable",
    "sibling-absent",
  ]);
  write(root, { "skills/z/SKILL.md": described("pdf-sign", "Reports the weather of tomorrow.") });
  expect(await said(root)).toEqual([["skills/z", []]]);
});

it("reports only findings of a changed skill that a full run reports", async () => {
  const root = repository(family);
  write(root, {
    "skills/z/SKILL.md": described(
      "other-directory",
      "Reports the weather. For pages use the pdf-sign skill.",
    ),
  });
  expect(await said(root)).toEqual([["skills/z", []]]);
});

it("reports nothing about unchanged skills", async () => {
  const root = repository(family);
  rmSync(path.join(root, "skills/pdf-read"), { recursive: true });
  expect(await said(root)).toEqual([]);
});

it("compares descriptions only among the changed skills", async () => {
  const root = repository(family);
  const chess = "Plays chess against a person or an engine, today.";
  write(root, { "skills/z/SKILL.md": described("z", chess) });
  expect(await said(root)).toEqual([["skills/z", []]]);
  write(root, { "skills/pdf-read/SKILL.md": described("pdf-read", chess) });
  expect(await said(root)).toEqual([
    ["skills/pdf-read", ["description-similar"]],
    ["skills/z", ["description-similar"]],
  ]);
});

it("exits with 0 and a message if no skill changed", async () => {
  const root = repository({ "a/SKILL.md": skillMd("A"), "b/SKILL.md": skillMd("b") });
  const { code, stderr } = await runSkills(["lint", "--changed", "--format", "json"], {
    cwd: root,
  });
  expect([code, stderr]).toEqual([0, "skills: 0 of 2 skills changed since the last commit\n"]);
  const since = await runSkills(["lint", "--changed=HEAD", "-q"], { cwd: root });
  expect([since.code, since.stderr]).toEqual([0, ""]);
});

it("fails if git cannot determine the changes", async () => {
  const outside = makeTree({ "a/SKILL.md": skillMd("a") });
  const refusal = async (cwd: string, ...args: readonly string[]) => {
    const { code, stderr } = await runSkills(["lint", ...args], { cwd });
    return [code, stderr];
  };
  expect(await refusal(outside, "--changed")).toEqual([
    2,
    'skills: "a" is not in a git repository, so its changes are unknown\n',
  ]);
  expect(await refusal(repository(), "--changed", "skills/a")).toEqual([
    2,
    'skills: "skills/a" is a path, not a commit\nwrite paths before --changed, or use --changed=HEAD\n',
  ]);
  expect(await refusal(outside, "--changed=--output=x")).toEqual([
    2,
    'skills: --changed "--output=x" is not a commit\n',
  ]);
  expect(await refusal(outside, "--changed", "--files-from", "x")).toEqual([
    2,
    "skills: --changed and --files-from cannot be combined; use only one\n",
  ]);
  expect(await refusal(path.join(repository(), ".git"), "--changed", "..")).toEqual([
    2,
    expect.stringMatching(/git repository|cannot use bare repository/),
  ]);
});

it("reads the same name and description of an unchecked skill as of a checked one", async () => {
  const { sources } = await findSources({ paths: [path.join(fixturesRoot, "rules")], cwd: "/" });
  expect(sources.length).toBeGreaterThan(300);
  for (const source of sources) {
    const [head, whole] = [readHeadOf(source), headOf(loadSkill(source, []).skill)];
    expect({ source, skill: head?.skill }).toEqual({ source, skill: whole?.skill });
  }
});

it("selects all skills if the config or the baseline changed", async () => {
  const root = repository({ ...three, "skills.config.yaml": "targets: spec\n", "known.json": "" });
  const run = (...args: readonly string[]) =>
    runSkills(["lint", "--format", "json", "--changed", ...args], { cwd: root });
  expect((await run()).stderr).toBe("skills: 0 of 3 skills changed since the last commit\n");
  write(root, { "skills.config.yaml": "targets: claude-api\n" });
  const { stdout, stderr } = await run();
  expect([JSON.parse(stdout).subjects.length, JSON.parse(stdout).data.scope.governing, stderr]).toEqual([
    3,
    ["skills.config.yaml"],
    'skills: "skills.config.yaml" changed; checking all 3 skills\n',
  ]);
  commit(root);
  rmSync(path.join(root, "known.json"));
  expect((await run("--write-baseline", "known.json")).stderr).toContain(
    'skills: "known.json" changed; checking all 3 skills\n',
  );
  write(root, { "skills.config.yaml": "baseline: known.json\n" });
  expect((await run()).stderr).toContain(
    'skills: "skills.config.yaml" and "known.json" changed; checking all 3 skills\n',
  );
});
