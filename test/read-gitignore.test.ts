import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { SkillsError } from "../src/core/errors.ts";
import { discover } from "../src/find/discover.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { canBeDenied, unprivileged } from "./support/unprivileged.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";
import { samples } from "./support/samples.ts";

async function labels(cwd: string, ...paths: string[]): Promise<string[]> {
  try {
    return (await discover(paths, { cwd })).sources.map(({ label }) => label);
  } catch (error) {
    if (error instanceof SkillsError && error.code === "not-a-skill") return [];
    throw error;
  }
}

/** A repository as far as a search is concerned. */
function makeRepository(files: Readonly<Record<string, string>>): string {
  const root = makeTree({ ".git/HEAD": "ref: refs/heads/main\n", ...files });
  mkdirSync(path.join(root, ".git/refs"));
  mkdirSync(path.join(root, ".git/objects"));
  return root;
}

it("passes over what the .gitignore of the tree, of a directory in it, or of one above it names", async () => {
  const root = makeRepository({
    ".gitignore": "dist/\n*.tmp\n",
    "skills/.gitignore": "/draft\n",
    "skills/a/SKILL.md": "",
    "skills/b.tmp/SKILL.md": "",
    "skills/dist/c/SKILL.md": "",
    "skills/draft/SKILL.md": "",
    "skills/more/draft/SKILL.md": "",
  });
  const kept = ["skills/a", "skills/more/draft"];
  expect([await labels(root, "."), await labels(root, "skills")]).toEqual([kept, kept]);
  expect(await labels(path.join(root, "skills"), ".", "more")).toEqual(["a", "more/draft"]);
});

it("takes no notice of it for what is named outright, and what is in there", async () => {
  const root = makeRepository({
    ".gitignore": "dist/\nSKILL.md\n",
    "dist/.gitignore": "b\n",
    "dist/a/SKILL.md": "",
    "dist/b/SKILL.md": "",
    "c/SKILL.md": "",
  });
  expect(await labels(root, ".")).toEqual([]);
  expect(await labels(root, "dist", "dist/b", "c/SKILL.md")).toEqual(["dist/a", "dist/b", "c"]);
  expect(await labels(root, "c")).toEqual(["c"]);
});

it("takes a negation for one, and lets the deeper file have the last word", async () => {
  const root = makeRepository({
    ".gitignore": ".claude/*\n!.claude/skills\nout/*\n",
    ".claude/plans/a/SKILL.md": "",
    ".claude/skills/b/SKILL.md": "",
    "out/.gitignore": "!kept\n",
    "out/gone/SKILL.md": "",
    "out/kept/c/SKILL.md": "",
  });
  expect(await labels(root, ".")).toEqual([".claude/skills/b", "out/kept/c"]);
});

it("reads info/exclude, and no .gitignore above the repository", async () => {
  const outer = makeTree({
    ".gitignore": "a\n",
    "repository/.git/info/exclude": "b\n",
    "repository/a/SKILL.md": "",
    "repository/b/SKILL.md": "",
  });
  expect(await labels(path.join(outer, "repository"), ".")).toEqual(["a"]);
  expect(await labels(outer, "repository")).toEqual(["repository/a"]);
});

it("heeds the .gitignore files of a tree that is no repository, but none above it", async () => {
  const root = makeTree({
    ".gitignore": "a\n",
    "tree/.gitignore": "b\n",
    "tree/a/SKILL.md": "",
    "tree/b/SKILL.md": "",
    "tree/c/SKILL.md": "",
  });
  expect(await labels(root, "tree")).toEqual(["tree/a", "tree/c"]);
});

it("ignores nothing that is tracked, and all that is not beside it", async () => {
  const root = makeTree({
    ".gitignore": "/.claude/\nSKILL.md\nvendor\n",
    ".claude/skills/forced/SKILL.md": "",
    ".claude/worktrees/x/skills/copy/SKILL.md": "",
    "skills/named/SKILL.md": "",
    "skills/new/SKILL.md": "",
    "vendor/kit/notes.md": "",
    "vendor/kit/SKILL.md": "",
  });
  execFileSync("git", ["init", "-q"], { cwd: root });
  execFileSync("git", ["add", "-f", ".gitignore", ".claude/skills", "skills/named", "vendor/kit/notes.md"], {
    cwd: root,
  });
  const kept = [".claude/skills/forced", "skills/named"];
  expect([
    await labels(root, "."),
    await labels(root, "{.claude,skills,vendor}"),
    (await labels(root, "{.claude,skills,vendor}/**/SKILL.md")).sort(),
  ]).toEqual([kept, kept, kept]);
  expect(await labels(path.join(root, "vendor"), ".")).toEqual(["kit"]);
});

it("holds for what a pattern matches", async () => {
  const root = makeRepository({
    ".gitignore": "b\n",
    "skills/a/SKILL.md": "",
    "skills/b/SKILL.md": "",
    "skills/c/b/SKILL.md": "",
  });
  expect(await labels(root, "skills/*")).toEqual(["skills/a"]);
  expect(await labels(root, "**/SKILL.md")).toEqual(["skills/a"]);
  expect(await labels(root, "skills/b", "skills/c/b")).toEqual(["skills/b", "skills/c/b"]);
});

it.skipIf(!canBeDenied)(
  "says that a .gitignore could not be read, and searches on (as an unprivileged user)",
  async () => {
    const root = makeTree({
      ".gitignore": "a\n",
      "a/SKILL.md": "",
      "b/.gitignore/x": "",
      "b/c/SKILL.md": "",
    });
    chmodSync(root, 0o755);
    chmodSync(path.join(root, ".gitignore"), 0);
    const { sources, unread } = await unprivileged(() => discover(["."], { cwd: root }));
    expect(sources.map(({ label }) => label)).toEqual(["a", "b/c"]);
    expect(unread).toEqual([
      { path: ".gitignore", reason: "permission denied" },
      { path: "b/.gitignore", reason: "a directory" },
    ]);
  },
);

it.skipIf(process.platform === "win32")(
  "does not follow a .gitignore that is a link, as Git does not",
  async () => {
    const root = makeTree({ patterns: "a\n", "a/SKILL.md": "" });
    symlinkSync("patterns", path.join(root, ".gitignore"));
    const { sources, unread } = await discover(["."], { cwd: root });
    expect([sources.map(({ label }) => label), unread]).toEqual([
      ["a"],
      [{ path: ".gitignore", reason: "a symbolic link" }],
    ]);
  },
);

it("is not held up by patterns made to be, nor by very many", async () => {
  const started = cpuTime();
  const root = makeTree({
    "b/.gitignore": "a\n".repeat(500_000),
    "b/a/SKILL.md": "",
    "c/.gitignore": `${"*a".repeat(100_000)}\n`,
    "c/a/SKILL.md": "",
    ".gitignore": `${"*a".repeat(60)}*z\n${"**/a*".repeat(30)}/z\n${"[a-z]*".repeat(60)}!\n`,
    [`${"a".repeat(200)}/SKILL.md`]: "",
  });
  const { sources, unread } = await discover(["."], { cwd: root });
  expect([sources.map(({ label }) => label), unread]).toEqual([
    ["a".repeat(200), "b/a", "c/a"],
    [
      { path: "b/.gitignore", reason: "more than 2000 lines" },
      { path: "c/.gitignore", reason: "a line is longer than 1000 characters" },
    ],
  ]);
  expect(cpuTime() - started).toBeLessThan(linearLimit);
});

it("passes over exactly what Git itself ignores", async () => {
  const name = fc.constantFrom("a", "b", "ab", ".c", "A");
  const directory = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
  const pattern = fc
    .tuple(
      fc.constantFrom("", "", "!"),
      fc.constantFrom("", "", "/", "**/"),
      fc.array(fc.oneof(name, fc.constantFrom("*", "**", "a*", "?", "[ab]", "*b", "SKILL.md")), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.constantFrom("", "", "/", "/**"),
    )
    .map(([negation, start, parts, end]) => negation + start + parts.join("/") + end);
  const ignoreFile = fc
    .array(pattern, { minLength: 1, maxLength: 4 })
    .map((lines) => `${lines.join("\n")}\n`);
  const ignoreFiles = fc.array(fc.tuple(fc.oneof(fc.constant("."), directory), ignoreFile), {
    minLength: 1,
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(directory, { minLength: 2, maxLength: 10 }),
      ignoreFiles,
      async (directories, ignores) => {
        // A skill in a skill is a part of it, which Git does not know: only the outermost are made.
        const skills = directories.filter((one) => !directories.some((other) => one.startsWith(`${other}/`)));
        const root = makeRepository({
          ...Object.fromEntries(skills.map((skill) => [`${skill}/SKILL.md`, skillMd("a")])),
          ...Object.fromEntries(ignores.map(([place, text]) => [path.posix.join(place, ".gitignore"), text])),
        });
        const listed = execFileSync(
          "git",
          [
            "-c",
            "core.ignoreCase=false",
            "-c",
            "core.excludesFile=",
            "ls-files",
            "--others",
            "--exclude-standard",
            "-z",
            "--",
            "*SKILL.md",
          ],
          { cwd: root, encoding: "utf8" },
        );
        const kept = listed
          .split("\0")
          .filter(Boolean)
          .map((file) => path.posix.dirname(file));
        expect((await labels(root, ".")).toSorted()).toEqual(kept.toSorted());
      },
    ),
    {
      ...samples(60),
      // A deeper file brings back a directory, but not what an upper one ignores in it by itself.
      examples: [
        [
          ["A/ab/.c", "a"],
          [
            [".", "*/ab/**\n!*b\n"],
            ["A/ab", "!.c\n"],
          ],
        ],
      ],
    },
  );
});
