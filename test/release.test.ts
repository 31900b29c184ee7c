import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { commit, git } from "./support/repository.ts";
import { runStep } from "./support/runner.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

/** The sources of a release, committed in a separate repository, without generated or installed files. */
function makeSources(): string {
  const copy = makeTree({});
  for (const name of [
    "build",
    "src",
    "CHANGELOG.md",
    "package-lock.json",
    "action.yml",
    ".pre-commit-hooks.yaml",
    "LICENSE",
    "README.md",
    "package.json",
    ".gitignore",
    "editors/vscode/package.json",
    "editors/vscode/package-lock.json",
    "examples/plugin",
  ])
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  git(copy, "init", "-q");
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  writeFileSync(path.join(copy, ".git/info/exclude"), "node_modules\n");
  commit(copy);
  git(copy, "config", "user.name", "a");
  git(copy, "config", "user.email", "a@example.com");
  return copy;
}

/** `npm run release`. */
function wholeRelease(
  cwd: string,
  ...words: readonly string[]
): { readonly code: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["build/release.js", ...words], {
    cwd,
    encoding: "utf8",
  });
  return { code: status, said: stdout + stderr };
}

function release(
  cwd: string,
  ...flags: readonly string[]
): { readonly code: number | null; readonly stdout: string; readonly stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["build/tag-release.js", ...flags], {
    cwd,
    encoding: "utf8",
  });
  return { code: status, stdout, stderr };
}

it("creates a commit that needs only Node, and moves the tag of the major version", () => {
  const sources = makeSources();
  const head = git(sources, "rev-parse", "HEAD");
  const dry = release(sources, "--tag", "--dry-run");
  expect([dry.code, dry.stderr, git(sources, "tag"), git(sources, "count-objects")]).toEqual([
    0,
    "",
    "",
    expect.any(String),
  ]);
  const made = release(sources, "--tag");
  const [, id = ""] = /^([0-9a-f]{40})$/m.exec(made.stdout) ?? [];
  expect({ ...made, stdout: "", same: dry.stdout.includes(`${id}\n`) }).toEqual({
    code: 0,
    stdout: "",
    stderr: "",
    same: true,
  });
  const version = /"version": "(.*)"/.exec(git(sources, "show", "HEAD:package.json"))![1]!;
  const major = version.split(".")[0]!;
  expect(git(sources, "for-each-ref", "--format=%(refname:short) %(objectname)").split("\n")).toEqual([
    `main ${head}`,
    `v${major} ${id}`,
    `v${version} ${id}`,
  ]);
  expect([git(sources, "rev-parse", `${id}^`), git(sources, "status", "--porcelain")]).toEqual([head, ""]);

  const clone = path.join(makeTree({}), "clone");
  git(sources, "clone", "-q", "--depth", "1", "--branch", `v${major}`, `file://${sources}`, clone);
  expect(readdirSync(clone).sort()).toEqual([
    ".git",
    ".pre-commit-hooks.yaml",
    "LICENSE",
    "README.md",
    "action.yml",
    "dist",
    "package.json",
  ]);
  const step = runStep({
    workspace: makeTree({ "Bad/SKILL.md": skillMd("Bad") }),
    event: "push",
    with: { command: "lint" },
    main: path.join(clone, "dist/action.cjs"),
  });
  expect([step.code, step.annotations[0]?.properties["file"], step.stderr]).toEqual([1, "Bad/SKILL.md", ""]);
  expect(
    execFileSync(process.execPath, [path.join(clone, "dist/skills.cjs"), "--version"], { encoding: "utf8" }),
  ).toContain(version);
});

it("refuses uncommitted changes, and never moves the tag of a version", () => {
  const sources = makeSources();
  writeFileSync(path.join(sources, "src/new.ts"), "\n");
  expect(release(sources)).toEqual({
    code: 1,
    stdout: "",
    stderr: "release: the checkout has uncommitted changes; commit them\n",
  });
  commit(sources);
  expect(release(sources, "--tag").code).toBe(0);
  commit(sources, { "README.md": "other\n" });
  expect(release(sources, "--tag").stderr).toMatch(
    /^release: the tag v\S+ already points to [0-9a-f]{40}; change the version or remove the tag/,
  );
  expect(release(sources, "--now").stderr).toBe("release: unknown option --now; use --tag or --dry-run\n");
});

it("refuses a release that is older, undescribed, published or of an unsaved checkout", () => {
  const sources = makeSources();
  expect(wholeRelease(sources, "0.0.9").said).toMatch(/^release: 0\.0\.9 is older than /);
  expect(wholeRelease(sources, "next").said).toMatch(/^release: "next" is not a version/);
  expect(wholeRelease(sources).said).toMatch(/^release: expected one version/);
  expect(wholeRelease(sources, "9.0.0").said).toMatch(/^release: CHANGELOG\.md describes \S+, not 9\.0\.0/);
  git(sources, "tag", "v9.0.0");
  expect(wholeRelease(sources, "9.0.0").said).toMatch(/^release: the tag v9\.0\.0 exists/);
  writeFileSync(path.join(sources, "CHANGELOG.md"), "# Changelog\n");
  expect(wholeRelease(sources, "9.1.0").said).toMatch(/^release: the checkout has uncommitted changes/);
  commit(sources);
  expect(wholeRelease(sources, "9.1.0")).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^release: CHANGELOG\.md has no section that ends in Unreleased/),
  });
  expect(git(sources, "status", "--porcelain")).toBe("");
});

it("says what a release would write and tag, and writes nothing", () => {
  const sources = makeSources();
  commit(sources, { "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n- All.\n" });
  const { code, said } = wholeRelease(sources, "9.1.0", "--dry-run");
  expect([code, git(sources, "status", "--porcelain"), git(sources, "tag")]).toEqual([0, "", ""]);
  expect(said).toMatch(/^would write package\.json, package-lock\.json, CHANGELOG\.md, editors\//);
});
