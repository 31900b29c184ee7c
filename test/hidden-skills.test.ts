import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { check } from "../src/api/check/check.ts";
import { compat } from "../src/api/compat/compat.ts";
import { doctor } from "../src/api/doctor/doctor.ts";
import { validate } from "../src/api/validate.ts";
import { runSkills } from "./support/io.ts";
import { commit, git, makeRepository, writeFiles } from "./support/repository.ts";
import { makeTree, skillMd } from "./support/tree.ts";

type Files = Readonly<Record<string, string>>;

/** A skill in hidden text of which a client would read instructions. */
const evil = skillMd("evil");

/** A repository with one open skill, these files, and these symlinks. */
function hiding(files: Files, links: Files = {}): string {
  const root = makeRepository({ "skills/good/SKILL.md": skillMd("good"), ...files });
  for (const [link, target] of Object.entries(links)) {
    mkdirSync(path.dirname(path.join(root, link)), { recursive: true });
    symlinkSync(target, path.join(root, link));
  }
  commit(root);
  return root;
}

interface Seen {
  readonly outcome: number;
  readonly skills: readonly string[];
  /** What was not read; with "!" if the run ends with 2 because of it. */
  readonly unread: readonly string[];
}

async function seen(cwd: string, since?: string): Promise<Seen> {
  const changed = since === undefined ? {} : { changed: { since } };
  const { report } = await validate({ paths: ["."], cwd, ...changed });
  return {
    outcome: report.outcome,
    skills: report.subjects.map((subject) => subject.path),
    unread: report.unread.map((each) => `${each.path}${each.needed ? "!" : ""}`),
  };
}

/** The paths of the skills that a client loads. */
function loadedBy(client: string, cwd: string): readonly string[] {
  const home = makeTree({});
  return doctor({
    cwd,
    clients: [client],
    env: { HOME: home, USERPROFILE: home },
  }).data!.clients[0]!.skills.flatMap((skill) => (skill.state === "loads" ? [skill.path] : []));
}

const inPackages = { "node_modules/t/evil/SKILL.md": evil };

it.each<readonly [string, Files, Files]>([
  [".claude/skills/evil", inPackages, { ".claude/skills": "../node_modules/t" }],
  [".agents/skills/evil", inPackages, { ".agents/skills": "../node_modules/t" }],
  [".claude/skills/evil", inPackages, { ".claude/skills/evil": "../../node_modules/t/evil" }],
  [".claude/skills/evil", { "node_modules/t/skills/evil/SKILL.md": evil }, { ".claude": "node_modules/t" }],
  [
    ".claude/skills/evil",
    { "tests/fixtures/f/evil/SKILL.md": evil },
    { ".claude/skills": "../tests/fixtures/f" },
  ],
  [
    ".claude/skills/evil",
    { "a/node_modules/t/evil/SKILL.md": evil },
    { ".claude/skills": "../way", way: "a/node_modules/t" },
  ],
  [".claude/skills/template", { ".claude/skills/template/SKILL.md": skillMd("template") }, {}],
  [".claude/skills/evil.bak", { ".claude/skills/evil.bak/SKILL.md": skillMd("evil.bak") }, {}],
  [
    ".gemini/skills/evil",
    { ".gemini/skills/SKILL.md": skillMd("skills"), ".gemini/skills/evil/SKILL.md": evil },
    {},
  ],
  [".gemini/skills/SKILL.md/evil", inPackages, { ".gemini/skills/SKILL.md": "../../node_modules/t" }],
  [".claude/skills/node_modules", { ".claude/skills/node_modules/SKILL.md": evil }, {}],
])("examines %s, which a client loads", async (label, files, links) => {
  const root = hiding(files, links);
  const { skills } = await seen(root);
  expect(skills).toContain(label);
  expect(skills).toContain("skills/good");
});

it("examines a skill inside another one, and in its node_modules, where clients look for those", async () => {
  const files = {
    ".codex/skills/budget/SKILL.md": skillMd("budget"),
    ".codex/skills/budget/node_modules/pw/SKILL.md": skillMd("pw"),
    ".codex/skills/budget/inner/SKILL.md": skillMd("inner"),
    ".qwen/skills/one/SKILL.md": skillMd("one"),
    ".qwen/skills/one/inner/SKILL.md": skillMd("inner"),
  };
  const root = hiding(files);
  expect(loadedBy("codex", root)).toEqual([
    ".codex/skills/budget/SKILL.md",
    ".codex/skills/budget/inner/SKILL.md",
    ".codex/skills/budget/node_modules/pw/SKILL.md",
  ]);
  expect((await seen(root)).skills).toEqual([
    ".codex/skills/budget",
    ".codex/skills/budget/inner",
    ".qwen/skills/one",
    "skills/good",
    ".codex/skills/budget/node_modules/pw",
  ]);
});

it("names a tracked skill in a directory that is skipped, even in one that is left out", async () => {
  const root = hiding(
    { ...inPackages, "tests/fixtures/node_modules/x/SKILL.md": evil, ".gitignore": "node_modules\n" },
    { skills2: "node_modules/t" },
  );
  expect((await seen(root)).unread).toEqual([]);
  git(root, "add", "-f", "node_modules", "tests/fixtures/node_modules");
  expect(await seen(root)).toEqual({
    outcome: 0,
    skills: ["skills/good"],
    unread: ["node_modules", "tests/fixtures"],
  });
});

it("examines skills in a root of clients that git ignores", async () => {
  const root = hiding({ ".gitignore": ".claude\n" });
  writeFiles(root, { ".claude/skills/mine/SKILL.md": skillMd("mine") });
  expect((await seen(root)).skills).toEqual(["skills/good", ".claude/skills/mine"]);
});

it("follows no symlink out of the repository, and ends with 2 where clients do", async () => {
  const outside = makeTree({ "skills/evil/SKILL.md": evil, "empty/x": "" });
  const at = (place: string): string => path.join(outside, place);
  expect(await seen(hiding({}, { ".claude": outside }))).toMatchObject({ outcome: 2, unread: [".claude!"] });
  expect(await seen(hiding({}, { ".claude": at("empty") }))).toMatchObject({ outcome: 0, unread: [] });
  expect(await seen(hiding({}, { ".claude/skills": at("skills") }))).toMatchObject({
    outcome: 2,
    unread: [".claude/skills!"],
  });
  const root = hiding({}, { ".claude/skills/evil": at("skills/evil"), ".git-x": ".git" });
  expect(await seen(root)).toMatchObject({ outcome: 2, unread: [".claude/skills/evil!"] });
  const { code, stdout } = await runSkills(["lint", ".", ".claude/skills/evil"], { cwd: root });
  expect([code, stdout.includes("not read")]).toEqual([0, false]);
});

it("ends with 2 for a submodule that is not checked out, where clients look for skills", async () => {
  const inner = makeRepository({ "evil/SKILL.md": evil });
  const root = hiding({});
  for (const place of [".claude/skills", "vendor/kit", ".github"])
    git(root, "submodule", "add", "-q", inner, place);
  commit(root);
  const { skills, outcome } = await seen(root);
  expect([outcome, skills]).toEqual([
    0,
    [".claude/skills/evil", ".github/evil", "skills/good", "vendor/kit/evil"],
  ]);
  const clone = path.join(makeTree({}), "clone");
  git(root, "clone", "-q", root, clone);
  expect(await seen(clone)).toEqual({
    outcome: 2,
    skills: ["skills/good"],
    unread: [".claude/skills!", ".github!", "vendor/kit"],
  });
  git(clone, "submodule", "update", "-q", "--init", ".claude/skills", ".github");
  expect(await seen(clone)).toMatchObject({ outcome: 0, unread: ["vendor/kit"] });
  symlinkSync("../vendor/kit/more", path.join(clone, ".agents"));
  expect(await seen(clone)).toMatchObject({ outcome: 0 });
  rmSync(path.join(clone, ".agents"));
  symlinkSync("vendor/kit/more", path.join(clone, ".agents"));
  expect(await seen(clone)).toMatchObject({ outcome: 2, unread: [".agents!", "vendor/kit"] });
});

it("selects the skills that refer to a changed or deleted file, or that a changed symlink leads to", async () => {
  const root = hiding(
    {
      "docs/a.md": "a\n",
      "docs/b.md": "b\n",
      "docs/list/c.md": "c\n",
      "skills/one/SKILL.md": skillMd("one", "See [a](../../docs/a.md).\n"),
      "skills/two/SKILL.md": skillMd("two", "See [more](more.md).\n"),
      "skills/two/more.md": "See [b](../../docs/b.md).\n",
      "skills/three/SKILL.md": skillMd("three", "See [c](docs/list/c.md) and [good](../good/notes.md).\n"),
      "skills/good/notes.md": "n\n",
      "node_modules/t/evil/SKILL.md": evil,
    },
    { "skills/four/x.md": "../../docs/a.md" },
  );
  writeFiles(root, { "skills/four/SKILL.md": skillMd("four") });
  const base = commit(root);
  const after = async (change: () => void): Promise<readonly string[]> => {
    change();
    commit(root);
    const { skills } = await seen(root, base);
    git(root, "reset", "-q", "--hard", base);
    return skills;
  };
  expect(await after(() => rmSync(path.join(root, "docs/a.md")))).toEqual(["skills/four", "skills/one"]);
  expect(await after(() => writeFiles(root, { "docs/b.md": "changed\n" }))).toEqual(["skills/two"]);
  expect(await after(() => rmSync(path.join(root, "docs/list"), { recursive: true }))).toEqual([
    "skills/three",
  ]);
  expect(await after(() => rmSync(path.join(root, "skills/good/notes.md")))).toEqual([
    "skills/good",
    "skills/three",
  ]);
  expect(await after(() => writeFiles(root, { "skills/good/notes.md": "changed\n" }))).toEqual([
    "skills/good",
  ]);
  expect(await after(() => writeFiles(root, { "README.md": "changed\n" }))).toEqual([]);
  const link = (target: string) => () => {
    mkdirSync(path.join(root, ".claude"));
    symlinkSync(target, path.join(root, ".claude/skills"));
  };
  expect(await after(link("../node_modules/t"))).toEqual([".claude/skills/evil"]);
  expect(await after(link("../skills"))).toHaveLength(5);
});

it("fails with --changed for a symlink out of the repository only if it changed", async () => {
  const outside = makeTree({ "evil/SKILL.md": evil });
  const root = hiding({ "README.md": "x\n" });
  const base = git(root, "rev-parse", "HEAD");
  mkdirSync(path.join(root, ".claude"));
  symlinkSync(outside, path.join(root, ".claude/skills"));
  const next = commit(root);
  await expect(seen(root, base)).rejects.toThrow(/"\.claude\/skills" changed and was not read/);
  commit(root, { "README.md": "changed\n" });
  expect(await seen(root, next)).toEqual({ outcome: 0, skills: [], unread: [".claude/skills"] });
});

it("answers for a SKILL.md that is a symlink as each client follows it, or says that it is not evaluated", async () => {
  const root = hiding(
    { "docs/evil.md": evil, ".agents/skills/in/real.md": skillMd("in"), ".agents/skills/out/x": "" },
    { ".agents/skills/out/SKILL.md": "../../../docs/evil.md", ".agents/skills/in/SKILL.md": "real.md" },
  );
  const { report } = await compat({
    paths: ["."],
    cwd: root,
    clients: ["codex@0.171.0", "gemini-cli", "goose"],
  });
  const rows = report.data!.rows.map(
    ({ skill, client, outcome, reasons }) => `${skill} ${client}: ${outcome} ${reasons.join()}`,
  );
  const unread = "not evaluated: SKILL.md is a symlink out of the skill, which is not read";
  const unfollowed = "SKILL.md is a symlink, which this client does not follow";
  expect(rows).toEqual([
    `.agents/skills/in codex: not-loaded ${unfollowed}`,
    ".agents/skills/in gemini-cli: as-written ",
    ".agents/skills/in goose: unknown not evaluated: it is not recorded whether this client follows a SKILL.md that is a symlink",
    `.agents/skills/out codex: not-loaded ${unfollowed}`,
    `.agents/skills/out gemini-cli: unknown ${unread}`,
    expect.stringMatching(/^\.agents\/skills\/out goose: unknown not evaluated/),
    "skills/good codex: as-written ",
    "skills/good gemini-cli: as-written ",
    "skills/good goose: as-written ",
  ]);
  expect(loadedBy("gemini-cli", root)).toContain(".agents/skills/out/SKILL.md");
  expect(await seen(root)).toMatchObject({ outcome: 2, unread: [".agents/skills/out/SKILL.md!"] });
  const { report: page } = await check({ paths: ["."], cwd: root });
  const reasons = page.data!.skills.flatMap(({ loads }) => loads.flatMap((each) => each.reasons));
  expect(reasons.filter((reason) => reason.includes("missing"))).toEqual([]);
});

it("names a skill in a single file that some client loads", async () => {
  const root = hiding({ ".pi/skills/evil.md": evil, ".pi/skills/notes.md": "x\n" });
  expect(await seen(root)).toEqual({ outcome: 2, skills: ["skills/good"], unread: [".pi/skills/evil.md!"] });
});
