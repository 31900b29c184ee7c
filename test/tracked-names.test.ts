import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { findSources } from "../src/api/scope/find-sources.ts";
import { changesInRepositoryOf } from "../src/api/scope/repository-changes.ts";
import { type GitEntries, parseEntries, unwatchedIn } from "../src/git/index-format.ts";
import { trackedNames, treeOf } from "../src/find/tracked-names.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { canBeDenied, handOver, unprivileged } from "./support/unprivileged.ts";

function git(cwd: string, ...words: readonly string[]): string {
  const env = {
    PATH: process.env["PATH"],
    HOME: cwd,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "a",
    GIT_AUTHOR_EMAIL: "a@b.invalid",
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@b.invalid",
  };
  return execFileSync(
    "git",
    ["-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always", ...words],
    { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
  );
}

function write(root: string, files: readonly string[], text?: string): void {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(
      path.join(root, file),
      text ?? (/skill\.md$/i.test(file) ? skillMd(path.basename(path.dirname(file))) : `${file}\n`),
    );
  }
}

const tracked = [
  "SKILLS.md",
  "README.md",
  "skills/a/SKILL.md",
  "skills/a/x/y.md",
  "skills/b/skill.md",
  "skills/b/inner/SKILL.md",
  "skills/c/Skill.md",
  "deep/er/and/deeper/SKILL.md",
  "plain/readme.md",
  "node_modules/m/SKILL.md",
];

function repository(): string {
  const root = realpathSync(makeTree({}));
  write(root, tracked);
  git(root, "init", "-q");
  git(root, "add", "-A", "-f");
  git(root, "commit", "-q", "-m", "x");
  return root;
}

/** What is found with git's word for it, which must be there, and what is found by looking into every directory. */
async function bothWays(root: string, paths: readonly string[] = ["."], ignore?: readonly string[]) {
  const known = (await changesInRepositoryOf(root))?.known;
  const scope = { paths, cwd: root, ...(ignore && { ignore: { directory: root, patterns: ignore } }) };
  const [quick, slow] = [await findSources(scope, known), await findSources(scope)];
  const plain = ({ sources, places, unread }: typeof quick): unknown => ({
    skills: sources.map(({ label, name, directory }) => [label, name, directory]),
    places: Array.from(places.values()),
    unread,
  });
  return {
    isKnown: known !== undefined,
    quick: plain(quick),
    slow: plain(slow),
    labels: slow.sources.map(({ label }) => label),
  };
}

const shapes: Readonly<Record<string, (root: string) => void>> = {
  "as it was committed": () => {},
  "with files that are gone": (root) => {
    rmSync(path.join(root, "skills/a/SKILL.md"));
    rmSync(path.join(root, "deep"), { recursive: true });
  },
  "with files that git does not know": (root) =>
    write(root, ["new/one/SKILL.md", "skills/a/x/SKILL.md", "plain/SKILL.md", "skills/d/e/SKILL.md"]),
  "with files that are staged, and gone again": (root) => {
    write(root, ["skills/staged/SKILL.md", "skills/gone/SKILL.md"]);
    git(root, "add", "-A");
    git(root, "rm", "-q", "--cached", "skills/a/SKILL.md");
    rmSync(path.join(root, "skills/gone"), { recursive: true });
  },
  "with files and directories that were moved": (root) => {
    renameSync(path.join(root, "skills/a"), path.join(root, "skills/A"));
    git(root, "mv", "plain", "skills/plain");
    renameSync(path.join(root, "skills/c/Skill.md"), path.join(root, "skills/c/SKILL.md"));
  },
  "with ignored directories, tracked and not": (root) => {
    write(root, [".gitignore"], "/skills/b/\nbuild/\n*.tmp\n");
    write(root, ["deep/.gitignore"], "!build/\nand/\n");
    write(root, ["build/SKILL.md", "deep/build/SKILL.md", "skills/x.tmp/SKILL.md", "skills/e/SKILL.md"]);
    git(root, "add", ".gitignore", "deep/.gitignore");
    git(root, "commit", "-q", "-m", "y");
  },
  "with new skills and a repository in an ignored directory that is tracked": (root) => {
    write(root, [".gitignore"], "skills/\ndeep\n");
    write(path.join(root, "skills/own"), ["sub/SKILL.md"]);
    git(path.join(root, "skills/own"), "init", "-q");
    git(path.join(root, "skills/own"), "add", "-A");
    git(path.join(root, "skills/own"), "commit", "-q", "-m", "x");
    git(root, "add", "-f", "skills/own", ".gitignore");
    git(root, "commit", "-q", "-m", "y");
    write(root, ["skills/own/new/SKILL.md", "deep/er/new/SKILL.md"]);
  },
  "with an ignore file that cannot be used": (root) => {
    write(root, [".gitignore"], "x".repeat(2_000));
  },
  "with an ignore file that ignores itself": (root) => {
    write(root, ["skills/b/.gitignore"], "*\n!*/\n");
    write(root, ["skills/new/SKILL.md"]);
  },
  "with what only this clone ignores": (root) => {
    write(root, [".git/info/exclude"], "hidden/\nskills/a\n");
    write(root, ["hidden/h/SKILL.md", "skills/h/SKILL.md"]);
  },
  "with what only this user ignores": (root) => {
    write(root, ["excluded"], "later/\n");
    git(root, "config", "core.excludesFile", path.join(root, "excluded"));
    write(root, ["later/l/SKILL.md", "skills/later/SKILL.md"]);
  },
  "with skills that are not meant to be installed": (root) => {
    write(root, ["skills/_template/SKILL.md", "skills/old.bak/SKILL.md", "_archive/one/SKILL.md"]);
    write(root, ["tests/fixtures/broken/SKILL.md", "tests/own/SKILL.md", "skills/__fixtures__/SKILL.md"]);
    write(root, ["skills/nested/SKILL.md", "skills/nested/.gitignore", "skills/nested/inner/SKILL.md"]);
    write(root, [`${"d/".repeat(70)}SKILL.md`]);
    git(root, "add", "-A", "-f");
    git(root, "commit", "-q", "-m", "y");
  },
  "with links": (root) => {
    symlinkSync("../skills/a", path.join(root, "plain/link"));
    symlinkSync("../../skills/a/SKILL.md", path.join(root, "skills/c/SKILL.md"));
    git(root, "add", "-A");
    git(root, "commit", "-q", "-m", "y");
    symlinkSync("skills", path.join(root, "untracked-link"));
    rmSync(path.join(root, "deep/er"), { recursive: true });
    symlinkSync("../skills", path.join(root, "deep/er"));
  },
  "with a file where a directory was, and the other way round": (root) => {
    rmSync(path.join(root, "skills/a"), { recursive: true });
    write(root, ["skills/a"]);
    rmSync(path.join(root, "README.md"));
    write(root, ["README.md/SKILL.md"]);
  },
  "with repositories in it": (root) => {
    for (const place of ["vendor", "skills/own"]) {
      write(path.join(root, place), ["SKILL.md", "sub/SKILL.md"].slice(place === "vendor" ? 1 : 0));
      git(path.join(root, place), "init", "-q");
      git(path.join(root, place), "add", "-A");
      git(path.join(root, place), "commit", "-q", "-m", "x");
    }
    git(root, "add", "vendor");
    git(root, "commit", "-q", "-m", "y");
    write(path.join(root, "vendor"), ["late/SKILL.md"]);
  },
  "with files that git was told not to look at": (root) => {
    git(root, "update-index", "--assume-unchanged", "skills/a/SKILL.md");
    git(root, "update-index", "--skip-worktree", "deep/er/and/deeper/SKILL.md");
    rmSync(path.join(root, "skills/a/SKILL.md"));
    rmSync(path.join(root, "deep"), { recursive: true });
  },
  "as a sparse checkout": (root) => {
    git(root, "sparse-checkout", "set", "--no-cone", "/skills/", "!/skills/b/");
  },
  "with names that take quoting": (root) => {
    write(root, ['skills/é ü\n"\\/SKILL.md', "skills/-x/SKILL.md", "skills/\t/skill.md"]);
    git(root, "add", "-A");
    git(root, "commit", "-q", "-m", "y");
    write(root, ["skills/ñ/SKILL.md"]);
  },
  "with an index of version 4": (root) => {
    git(root, "update-index", "--index-version", "4");
    write(root, ["skills/v/SKILL.md"]);
  },
  "in a merge that is not done": (root) => {
    git(root, "switch", "-q", "-c", "other");
    write(root, ["skills/a/SKILL.md", "skills/f/SKILL.md"], "one\n");
    git(root, "add", "-A");
    git(root, "commit", "-q", "-m", "y");
    git(root, "switch", "-q", "main");
    write(root, ["skills/a/SKILL.md"], "other\n");
    git(root, "rm", "-q", "-r", "skills/b");
    git(root, "add", "-A");
    git(root, "commit", "-q", "-m", "z");
    expect(() => git(root, "merge", "other")).toThrow();
  },
};

describe.runIf(process.platform === "linux")(
  "a search that takes git's word finds the same skills as one that opens every directory",
  () => {
    it.each(Object.keys(shapes))("%s", async (shape) => {
      const root = repository();
      shapes[shape]!(root);
      const all = await bothWays(root);
      expect(all.isKnown).toBe(true);
      expect(all.labels.length).toBeGreaterThan(0);
      expect(all.quick).toEqual(all.slow);
      const some = await bothWays(root, ["skills", "*/*", "."], ["skills/a/", "deep"]);
      expect(some.quick).toEqual(some.slow);
    });

    it("from below the root, through a link, and in a worktree", async () => {
      const root = repository();
      const link = path.join(makeTree({}), "link");
      symlinkSync(root, link);
      const worktree = path.join(realpathSync(makeTree({})), "tree");
      git(root, "worktree", "add", "-q", worktree, "-b", "beside");
      write(worktree, ["skills/new/SKILL.md"]);
      for (const [cwd, paths] of [
        [path.join(root, "skills"), ["..", "../deep"]],
        [path.dirname(link), ["link/skills", "link"]],
        [worktree, ["."]],
      ] as const) {
        const known = (await changesInRepositoryOf(path.resolve(cwd, paths[0])))?.known;
        const [quick, slow] = [await findSources({ paths, cwd }, known), await findSources({ paths, cwd })];
        expect(quick.sources.map(({ label }) => label)).toEqual(slow.sources.map(({ label }) => label));
        expect([known !== undefined, slow.sources.length > 3]).toEqual([true, true]);
      }
    });
  },
);

it.runIf(process.platform === "linux")(
  "ignores git's list of files if git could not scan the whole tree or the index is partial",
  async () => {
    const root = repository();
    git(root, "update-index", "--split-index");
    expect((await changesInRepositoryOf(root))?.known).toBeUndefined();
    git(root, "update-index", "--no-split-index");
    expect((await changesInRepositoryOf(root))?.known).toBeDefined();
    git(root, "sparse-checkout", "set", "--cone", "--sparse-index", "skills/a");
    expect((await changesInRepositoryOf(root))?.known).toBeUndefined();
  },
);

it.runIf(process.platform === "linux" && canBeDenied)(
  "ignores git's list of files if a directory cannot be opened (as an unprivileged user)",
  async () => {
    const root = repository();
    handOver(root);
    vi.stubEnv("HOME", root);
    onTestFinished(() => void vi.unstubAllEnvs());
    const known = async () => (await unprivileged(() => changesInRepositoryOf(root)))?.known;
    expect(await known()).toBeDefined();
    chmodSync(path.join(root, "plain"), 0o300);
    try {
      expect(await known()).toBeUndefined();
    } finally {
      chmodSync(path.join(root, "plain"), 0o700);
    }
  },
);

/** An index with these entries, in this order. */
function indexOf(...entries: readonly (string | readonly [name: string, mode: number])[]): GitEntries {
  const pairs = entries.map((each) => (typeof each === "string" ? ([each, 0o100644] as const) : each));
  const starts: number[] = [];
  let text = "";
  for (const [name] of pairs) {
    starts.push(text.length);
    text += `${name}\0`;
  }
  const apart = pairs.flatMap(([, mode], at) =>
    mode === 0o100644 ? [] : [{ at, unwatched: false as const }],
  );
  return { text, starts, modes: pairs.map(([, mode]) => mode), apart };
}

/** What is known of the directory of a repository in /r with this index. */
function namesIn(entries: GitEntries, real: string, unlike: readonly string[] = []) {
  return trackedNames("/r", treeOf(entries), unlike)?.(real)?.names;
}

it("is not led out of the repository by an index, and knows nothing of what it cannot spell", () => {
  for (const [name, directory] of [
    ["../x/SKILL.md", "/r"],
    ["a/../../x/SKILL.md", "/r/a"],
    ["/etc/SKILL.md", "/r"],
    ["a//SKILL.md", "/r/a"],
    ["./SKILL.md", "/r"],
    ["a\xff/SKILL.md", "/r"],
    ["a/b\xff", "/r/a"],
  ] as const) {
    const known = trackedNames("/r", treeOf(indexOf("0/SKILL.md", "a/0/SKILL.md", name)), [])!(directory);
    expect({ name, known: known?.names, inside: known?.directories.size }).toEqual({
      name,
      known: undefined,
      inside: 0,
    });
  }
  expect(treeOf(indexOf(["a", 0o040000]))).toBeUndefined();
  expect(namesIn(indexOf("a/SKILL.md"), "/r/a", ["\ufffd"])).toBeUndefined();
  const entries = indexOf("a/SKILL.md", "a/b.md", "c/d/SKILL.md", ["c/l", 0o120000], ["v", 0o160000]);
  expect(
    ["/r/a", "/r", "/r/c", "/r/c/d", "/r/v", "/elsewhere", "/r2"].map((real) =>
      namesIn(entries, real, ["c/x"]),
    ),
  ).toEqual([
    [{ text: "SKILL.md", kind: "file" }],
    undefined,
    undefined,
    [{ text: "SKILL.md", kind: "file" }],
    undefined,
    undefined,
    undefined,
  ]);
});

it("lists each directory of an index", () => {
  const entries = indexOf(
    ".gitignore",
    "a/.gitignore",
    "a/SKILL.md",
    "b/SKILL.md/x",
    "c/SKILL.mdx",
    "d/skill.md",
    ["l", 0o120000],
    "p\xc3\xbc/SKILL.md",
    ["v", 0o160000],
    "x.md",
  );
  const known = trackedNames("/r", treeOf(entries), [])!;
  const [file, directory] = ["file", "directory"] as const;
  expect(known("/r")?.names).toEqual([
    { text: ".gitignore", kind: file },
    ...["a", "b", "c", "d"].map((text) => ({ text, kind: directory })),
    { text: "l", kind: "symlink" },
    { text: "p\u00fc", kind: directory },
    { text: "v", kind: directory },
  ]);
  expect(known("/r/b")?.names).toEqual([{ text: "SKILL.md", kind: directory }]);
  expect(known("/r/c")?.names).toEqual([]);
  expect(known("/r/d")?.names).toEqual([{ text: "skill.md", kind: file }]);
  expect(["a", "b", "c", "d", "p\u00fc"].filter((name) => known(`/r/${name}`)?.isPlainSkill)).toEqual([
    "p\u00fc",
  ]);
});

it("knows nothing of a directory whose entries are not together", () => {
  const known = trackedNames("/r", treeOf(indexOf("a/b/x", "c/x", "c/y/SKILL.md", "a/SKILL.md")), [])!;
  expect(known("/r")?.names).toBeUndefined();
  expect(known("/r/a")).toBeUndefined();
});

it("does not follow a changed path far down", () => {
  const above = "d/".repeat(100);
  const known = trackedNames("/r", treeOf(indexOf("a/SKILL.md", `${above}SKILL.md`)), [`${above}x`])!;
  expect(known("/r/d")?.names).toBeUndefined();
  expect(known(`/r/${"d/".repeat(64)}d`)?.names).toBeUndefined();
  expect(known("/r/a")?.isPlainSkill).toBe(true);
});

it("reads of each entry whether git looks for it", () => {
  const root = repository();
  git(root, "update-index", "--assume-unchanged", "skills/a/SKILL.md");
  git(root, "update-index", "--skip-worktree", "skills/b/skill.md");
  const entries = parseEntries(Buffer.from(execFileSync("cat", [path.join(root, ".git/index")])));
  expect(entries && unwatchedIn(entries)).toEqual([
    { path: "skills/a/SKILL.md", sparse: false },
    { path: "skills/b/skill.md", sparse: true },
  ]);
});
