import { mkdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { discover } from "../src/find/discover.ts";
import { labels, refusal } from "./support/discovery.ts";
import { runSkills } from "./support/io.ts";
import { makeTree } from "./support/tree.ts";

const onUnix = it.skipIf(process.platform === "win32");

const nameOne = "pass a directory that contains a SKILL.md, or a directory above one";

it("finds one skill by its directory, its SKILL.md, or from within", async () => {
  const root = makeTree({ "skills/pdf/SKILL.md": "" });
  const ways = ["skills/pdf", "./skills/pdf/", "skills/pdf/SKILL.md", path.join(root, "skills/pdf")];
  expect(await Promise.all(ways.map((way) => labels(root, way)))).toEqual([
    ["skills/pdf"],
    ["./skills/pdf"],
    ["skills/pdf"],
    [`${root}/skills/pdf`],
  ]);
  const { sources } = await discover(["."], { cwd: path.join(root, "skills/pdf") });
  expect(sources.map(({ name, label }) => [name, label])).toEqual([["pdf", "."]]);
  expect(await labels(path.join(root, "skills/pdf"), "SKILL.md")).toEqual(["."]);
});

it("finds every skill of a tree in order, in hidden directories too, but not in .git and node_modules", async () => {
  const root = makeTree({
    ".agents/skills/a/SKILL.md": "",
    ".claude/skills/b/SKILL.md": "",
    ".git/skills/x/SKILL.md": "",
    ".github/skills/c/SKILL.md": "",
    "node_modules/p/skills/y/SKILL.md": "",
    "skills/B/SKILL.md": "",
    "skills/a/SKILL.md": "",
    "skills/a-b/SKILL.md": "",
    "README.md": "",
  });
  const all = [
    ".agents/skills/a",
    ".claude/skills/b",
    ".github/skills/c",
    "skills/B",
    "skills/a",
    "skills/a-b",
  ];
  expect(await labels(root, ".")).toEqual(all);
  expect(await labels(root, "./")).toEqual(all);
  expect(await labels(root, "node_modules", ".git")).toEqual(["node_modules/p/skills/y", ".git/skills/x"]);
});

it("leaves skills that are test fixtures out and says so, but for those that are named", async () => {
  const root = makeTree({
    "fixtures/a/SKILL.md": "",
    "skills/b/SKILL.md": "",
    "src/__fixtures__/c/SKILL.md": "",
    "src/__fixtures__/d/README.md": "",
    "tests/fixtures/e/SKILL.md": "",
    "tests/e2e/_fixtures/g/SKILL.md": "",
    "tests/unit/fixtures/data.json": "",
    "tests/skills/f/SKILL.md": "",
  });
  const { sources, unread } = await discover(["."], { cwd: root });
  expect(sources.map(({ label }) => label)).toEqual(["fixtures/a", "skills/b", "tests/skills/f"]);
  const reason = "skills that are test fixtures; pass the directory to read them";
  expect(unread).toEqual([
    { path: "src/__fixtures__", reason },
    { path: "tests/e2e/_fixtures", reason },
    { path: "tests/fixtures", reason },
  ]);
  expect(await labels(root, "tests/fixtures")).toEqual(["tests/fixtures/e"]);
  expect(await labels(root, "tests/fixtures/e")).toEqual(["tests/fixtures/e"]);
});

it("leaves templates and backups of skills out and says so, but for those that are named", async () => {
  const root = makeTree({
    "archive/SKILL.md": "",
    "backup/SKILL.md": "",
    ".migration-backup/forms/e/SKILL.md": "---\nname: e\n---\n",
    "backups/old/a/SKILL.md": "",
    "pdf-forms.bak/b/SKILL.md": "",
    "template/SKILL.md": "",
    "starter/template/.claude/skills/e/SKILL.md": "",
    "templates/c/SKILL.md": "",
    "templates/skill-ts/SKILL.md": "---\nname: {{SKILL_NAME}}\n---\n",
    "forms/skill-ts/SKILL.md": "---\nname: __SKILL_NAME__\n---\n",
    "templates/plugin-template/skills/d/SKILL.md": "",
  });
  const { sources, unread } = await discover(["."], { cwd: root });
  expect(sources.map(({ label }) => label)).toEqual([
    "archive",
    "backup",
    "forms/skill-ts",
    "starter/template/.claude/skills/e",
    "templates/c",
  ]);
  const reason = (what: string) => `skills that are ${what}; pass the directory to read them`;
  expect(unread).toEqual([
    { path: ".migration-backup", reason: reason("backups") },
    { path: "backups", reason: reason("backups") },
    { path: "pdf-forms.bak", reason: reason("backups") },
    { path: "template", reason: reason("templates") },
    { path: "templates/plugin-template", reason: reason("templates") },
    { path: "templates/skill-ts", reason: reason("templates") },
  ]);
  expect(await labels(root, "template")).toEqual(["template"]);
  expect(await labels(root, "backups")).toEqual(["backups/old/a"]);
});

it("leaves sources of skills out, which have no name and are where no client looks", async () => {
  const source = "---\ndescription: Fills forms.\n---\n";
  const root = makeTree({
    ".compiler/skills/a/SKILL.md": source,
    ".compiler/skills/b/SKILL.md": "---\nname: b\n---\n",
    ".compiler/skills/c/SKILL.md": "---\n{name: c}\n---\n",
    ".claude/skills/d/SKILL.md": source,
    "skills/e/SKILL.md": source,
  });
  const { sources, unread } = await discover(["."], { cwd: root });
  expect(sources.map(({ label }) => label)).toEqual([
    ".claude/skills/d",
    ".compiler/skills/b",
    ".compiler/skills/c",
    "skills/e",
  ]);
  const reason =
    "sources of skills, without a name and where no client looks; pass the directory to read them";
  expect(unread).toEqual([{ path: ".compiler/skills/a", reason }]);
  expect(await labels(root, ".compiler")).toHaveLength(3);
});

it("stops at a SKILL.md, and takes a near miss for a skill where none lies below it", async () => {
  const root = makeTree({
    "a/SKILL.md": "",
    "a/nested/SKILL.md": "",
    "b/Skill.md": "",
    "b/nested/SKILL.md": "",
    "c/SKILL.md/x": "",
    "d/skill.md": "---\nname: d\n---\n",
    "d/docs/x.md": "",
  });
  expect(await labels(root, ".")).toEqual(["a", "b/nested", "c", "d"]);
  expect(await labels(root, "b")).toEqual(["b", "b/nested"]);
  expect(await labels(root, "a/nested")).toEqual(["a/nested"]);
});

it("takes a skill.md for a skill only by its location, its frontmatter, or if it cannot be read", async () => {
  const root = makeTree({
    "wiki/skill.md": "# Skill page\n\nname: none\n",
    "notes/skill.md": "---\nlayout: page\n---\n\nname: none\n",
    "skills/broken/skill.md": "# No frontmatter\n",
    "described/SKILL.MD": "---\r\ndescription: Counts words.\r\n---\r\n",
    "unclosed/Skill.md": "---\nname: unclosed\n",
    "target.md": "",
  });
  mkdirSync(path.join(root, "linked"));
  symlinkSync("../target.md", path.join(root, "linked", "skill.md"));
  expect(await labels(root, ".")).toEqual(["described", "linked", "skills/broken", "unclosed"]);
  expect(await labels(root, "wiki")).toEqual(["wiki"]);
});

it("finds the skills inside a skill, but for those in its own directories, as clients do", async () => {
  const root = makeTree({
    "SKILL.md": "",
    "a/foo/SKILL.md": "",
    "a/foo/more/bar/SKILL.md": "",
    "assets/sample/SKILL.md": "",
    "b/Templates/x/SKILL.md": "",
    ".gitignore": "ignored/\n",
    "ignored/x/SKILL.md": "",
  });
  const found = await discover(["."], { cwd: root, asClients: true });
  expect(found.sources.map(({ label }) => label)).toEqual([".", "a/foo", "a/foo/more/bar"]);
  expect(await labels(root, ".")).toEqual(["."]);
});

it("notes a single file for each root of clients that leads to it", async () => {
  const root = makeTree({ ".qwen/skills/note.md": "# Note\n", "a/SKILL.md": "" });
  mkdirSync(path.join(root, ".pi"));
  symlinkSync("../.qwen/skills", path.join(root, ".pi", "skills"));
  const { loose } = await discover(["."], { cwd: root, asClients: true });
  expect(loose.map(({ label }) => label)).toEqual([".qwen/skills/note.md", ".pi/skills/note.md"]);
});

it("takes SKILLS.md and <name>.md for a skill only where nothing else is found in a directory named outright", async () => {
  const root = makeTree({
    "pdf/pdf.md": "",
    "list/SKILLS.md": "",
    "both/SKILLS.md": "",
    "both/a/SKILL.md": "",
    "docs/README.md": "",
  });
  expect(await labels(root, "pdf", "list", "both", "pdf/pdf.md", "both/SKILLS.md")).toEqual([
    "pdf",
    "list",
    "both/a",
    "both",
  ]);
  expect(await labels(root, ".")).toEqual(["both/a"]);
  expect(await refusal(root, "docs")).toEqual(["not-a-skill", 'no SKILL.md at or below "docs"', nameOne]);
});

onUnix("gives a directory once, however often it is reached", async () => {
  const root = makeTree({ "skills/a/SKILL.md": "", "skills/b/SKILL.md": "" });
  symlinkSync("skills", path.join(root, "link"));
  expect(await labels(root, "skills/b", ".", "skills", "skills/a/SKILL.md", "link", "link/a")).toEqual([
    "skills/b",
    "skills/a",
  ]);
});

onUnix(
  "follows a link that is named, and only names a skill that a link in a tree would lead to",
  async () => {
    const root = makeTree({
      "tree/a/SKILL.md": "",
      "tree/node_modules/p/SKILL.md": "",
      "elsewhere/b/SKILL.md": "",
      "elsewhere/c/README.md": "",
    });
    for (const [name, target] of Object.entries({
      p: "node_modules/p",
      again: "a",
      b: "../elsewhere/b",
      c: "../elsewhere/c",
      gone: "gone",
      all: "../elsewhere",
    }))
      symlinkSync(target, path.join(root, "tree", name));
    const { sources, unread } = await discover(["tree"], { cwd: root });
    expect(sources.map(({ label }) => label)).toEqual(["tree/a"]);
    const reason = "it is a symlink to a skill; pass its path to read it";
    expect(unread).toEqual([
      { path: "tree/b", reason },
      { path: "tree/p", reason },
    ]);
    expect((await discover(["tree", "elsewhere/b", "tree/p"], { cwd: root })).unread).toEqual([]);
    const named = await discover(["tree/b", "tree/all"], { cwd: root });
    expect(named.sources.map(({ name, label }) => [name, label])).toEqual([["b", "tree/b"]]);
    rmSync(path.join(root, "tree/a"), { recursive: true });
    expect(await refusal(root, "tree")).toEqual([
      "not-a-skill",
      'no SKILL.md at or below "tree"',
      '"tree/b" was not read: it is a symlink to a skill; pass its path to read it',
    ]);
  },
);

onUnix("keeps a skill whose SKILL.md is a link, wherever that leads", async () => {
  const root = makeTree({ "a/other.md": "", "b/x": "", "c/x": "" });
  symlinkSync("other.md", path.join(root, "a/SKILL.md"));
  symlinkSync("gone", path.join(root, "b/SKILL.md"));
  symlinkSync("SKILL.md", path.join(root, "c/SKILL.md"));
  expect(await labels(root, ".")).toEqual(["a", "b", "c"]);
  expect(await labels(root, "b/SKILL.md", "c/SKILL.md", "a/SKILL.md")).toEqual(["b", "c", "a"]);
});

it("looks 16 directories down and says what lies below", async () => {
  const deep = Array.from({ length: 16 }, () => "d").join("/");
  const root = makeTree({ [`${deep}/SKILL.md`]: "", [`x/${deep}/SKILL.md`]: "" });
  const { sources, unread } = await discover(["."], { cwd: root });
  expect([sources.map(({ label }) => label), unread]).toEqual([
    [deep],
    [{ path: `x/${deep}`, reason: "more than 16 directories deep" }],
  ]);
});

it("takes an argument as a path if it exists, and as a pattern otherwise", async () => {
  const root = makeTree({
    "[a]/SKILL.md": "",
    "a/SKILL.md": "",
    "skills/b/SKILL.md": "",
    "skills/b/nested/SKILL.md": "",
    "skills/c/skill.md": "",
    "skills/README.md": "",
    ".claude/skills/d/SKILL.md": "",
    "node_modules/e/SKILL.md": "",
  });
  expect(await labels(root, "[a]")).toEqual(["[a]"]);
  expect(await labels(root, "[ab]")).toEqual(["a"]);
  expect(await labels(root, "./skills/*")).toEqual(["./skills/b", "./skills/c"]);
  expect(await labels(root, "skills/{b,c}/*.md")).toEqual(["skills/b", "skills/c"]);
  expect(await labels(root, "**/SKILL.md")).toEqual(["[a]", "a", "skills/b", ".claude/skills/d"]);
  expect(await labels(root, "**")).toEqual([".claude/skills/d", "[a]", "a", "skills/b", "skills/c"]);
  expect(await labels(path.join(root, "skills"), "../.claude/*/*")).toEqual(["../.claude/skills/d"]);
  expect(await labels("/", `${root}/skills/*`)).toEqual([`${root}/skills/b`, `${root}/skills/c`]);
  expect(await refusal(root, "skills/*.md")).toEqual([
    "not-a-skill",
    'no SKILL.md matches "skills/*.md"',
    nameOne,
  ]);
  expect(await refusal(root, "none/*")).toEqual(["not-a-skill", 'no SKILL.md matches "none/*"', nameOne]);
});

onUnix("opens skills whose files can be read by their labels", async () => {
  const root = makeTree({ "link-to/pdf/SKILL.md": "text" });
  symlinkSync("link-to", path.join(root, "way"));
  const [source] = (await discover(["way/p*"], { cwd: realpathSync(root) })).sources;
  expect([source?.name, source?.label, Buffer.from(source!.read("SKILL.md")).toString()]).toEqual([
    "pdf",
    "way/pdf",
    "text",
  ]);
});

it.each(["test", "graph", "compat", "pack", "digest"])(
  "ends %s of a plugin without skills with 2, and says what checks it",
  async (command) => {
    const cwd = makeTree({ "p/.claude-plugin/plugin.json": '{"name": "p"}', "p/hooks/hooks.json": "{}" });
    const { code, stdout, stderr } = await runSkills([command, "p"], { cwd });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      'skills: no SKILL.md at or below "p"\nthis plugin or marketplace brings no skills; `skills check` checks its manifests\n',
    );
    expect((await runSkills(["check", "p"], { cwd })).stdout).toContain("0 skills and 1 plugin checked");
  },
);
