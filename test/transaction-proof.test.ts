import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isGitName, leadsIntoGit } from "../src/core/paths.ts";
import { changeRoot } from "../src/install/change-root.ts";
import { readJournal, writeJournal, type Journal } from "../src/install/journal.ts";
import { isPlaceName, places } from "../src/install/place-names.ts";
import { isGone, newMark } from "../src/install/process-mark.ts";
import { isProved, proofPlace, writeProof } from "../src/install/proof.ts";
import type { Root } from "../src/install/root.ts";
import { stateDirectory } from "../src/read/user-directories.ts";
import { withFailure } from "./support/failing-disk.ts";
import { packed } from "./support/packed.ts";
import { type Ran, runSkills } from "./support/io.ts";
import { pictureOf } from "./support/picture.ts";
import { makeTree, skillMd } from "./support/tree.ts";

/** A user's home directory, with its proofs. */
function stateEnv(): Readonly<Record<string, string>> {
  const state = makeTree({});
  return { XDG_STATE_HOME: state, LOCALAPPDATA: state };
}

const run = (cwd: string, env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ran> =>
  runSkills(args, { cwd, env });

const nothing: Journal = { place: [], remove: [], lock: "keep" };

/** Untrusted journals, by what they try to change. */
const hostile: Readonly<Record<string, Journal>> = {
  "a hook that is a link": {
    ...nothing,
    renaming: {
      from: "n",
      to: "m",
      edits: [],
      links: [
        { from: ".git/hooks/pre-commit", to: ".git/hooks/pre-commit", before: "", after: "../../tool.sh" },
      ],
    },
  },
  "git's settings": {
    ...nothing,
    renaming: { from: "n", to: "m", edits: [{ path: ".git/config", after: "x" }], links: [] },
  },
  "the user's directory": { ...nothing, remove: [{ name: "mine" }] },
  "a skill": { ...nothing, place: [{ name: "pdf", replaces: true }] },
};

/** A project from `git clone` that contains an untrusted transaction. */
function cloned(journal: Journal, version = 2): string {
  const transaction = {
    "new/0": "[core]\n\tfsmonitor = false\n",
    "old/0": "[core]\n",
    "new/pdf/SKILL.md": skillMd("pdf", "Hostile.\n"),
    "owner-1-0-00000000-0000000000000000": "",
    "journal.json": `${JSON.stringify({ version, id: "0".repeat(32), ...journal })}\n`,
  };
  const root = makeTree({
    ".git/HEAD": "",
    ".git/config": "[core]\n",
    ".git/hooks/x": "",
    "mine/a.txt": "precious",
    "tool.sh": "",
    "pdf/SKILL.md": skillMd("pdf"),
    "new/docx/SKILL.md": skillMd("docx"),
    ...Object.fromEntries(
      Object.entries(transaction).map(([file, text]) => [`${places.transaction}/${file}`, text]),
    ),
  });
  utimesSync(path.join(root, places.transaction), 0, 0);
  return root;
}

describe("a journal that came with a project", () => {
  for (const [what, journal] of Object.entries(hostile)) {
    it(`does nothing to ${what}`, async () => {
      const [root, env] = [cloned(journal), stateEnv()];
      const before = pictureOf(root);
      for (const args of [
        ["rename", "pdf", "forms"],
        ["rename", "pdf", "forms", "--dry-run"],
        ["rename", "none", "forms"],
        ["install", "--root", ".", "new/docx"],
        ["uninstall", "--root", ".", "--force", "pdf"],
      ]) {
        const { code, stderr } = await run(root, env, ...args);
        expect([args[0], code, stderr]).toEqual([
          args[0],
          2,
          expect.stringMatching(
            /^skills: "(?:\.\/)?\.skills-transaction" contains an incomplete change that may not be yours; inspect it, then move it away\n/,
          ),
        ]);
      }
      expect(pictureOf(root)).toEqual(before);
    });
  }

  it("does nothing if there is no home directory, or it is inside the project", async () => {
    const root = cloned(hostile["the user's directory"]!);
    const bytes = readFileSync(path.join(root, places.transaction, "journal.json"));
    const inside = path.join(root, ".state");
    mkdirSync(inside);
    writeProof({ directory: root, label: ".", state: inside }, bytes);
    expect(readdirSync(inside)).toEqual([]);
    const before = pictureOf(root);
    for (const env of [
      {},
      { HOME: root, LOCALAPPDATA: root },
      { XDG_STATE_HOME: inside, LOCALAPPDATA: inside },
    ])
      expect((await run(root, env, "rename", "pdf", "forms")).code).toBe(2);
    expect(pictureOf(root)).toEqual(before);
  });

  it.skipIf(process.platform === "win32")(
    "does nothing if others can write in the state directory",
    async () => {
      const root = cloned(hostile["the user's directory"]!);
      const bytes = readFileSync(path.join(root, places.transaction, "journal.json"));
      const shared = makeTree({ "inner/.keep": "" });
      const below = (state: string): Root => ({ directory: root, label: ".", state });
      for (const [state, open, mode] of [
        [shared, shared, 0o777],
        [shared, shared, 0o770],
        [path.join(shared, "inner"), shared, 0o772],
      ] as const) {
        chmodSync(open, 0o700);
        writeProof(below(state), bytes);
        expect(isProved(below(state), bytes)).toBe(true);
        chmodSync(open, mode);
        expect([mode, isProved(below(state), bytes)]).toEqual([mode, false]);
        const { code, stderr } = await run(
          root,
          { XDG_STATE_HOME: state },
          "install",
          "--root",
          ".",
          "new/docx",
        );
        expect([code, stderr]).toEqual([
          2,
          expect.stringContaining(
            `your own changes are not recorded: "${open}" can be written by other users`,
          ),
        ]);
      }
      expect(readFileSync(path.join(root, "mine/a.txt"), "utf8")).toBe("precious");
      const other = makeTree({ "new/docx/SKILL.md": skillMd("docx") });
      const state = makeTree({});
      chmodSync(state, 0o777);
      await changeRoot({ ...below(state), directory: other }, () => ({
        result: 1,
        change: {
          place: [{ name: "a", files: [packed("SKILL.md", "new")], replaces: false }],
          remove: [],
          lock: "keep",
        },
      }));
      expect(readdirSync(state)).toEqual([]);
    },
  );

  it("cannot use names out of the root even with a proof, nor another version", async () => {
    const cases: readonly (readonly [Journal, number])[] = [
      [{ ...nothing, place: [{ name: "../pdf", replaces: true }] }, 2],
      [{ ...nothing, place: [{ name: "PDF_1", replaces: true }] }, 2],
      [{ ...nothing, remove: [{ name: "../mine" }] }, 2],
      [{ ...nothing, remove: [{ name: ".git" }] }, 2],
      [{ ...nothing, remove: [{ name: "mine", backup: "../../mine" }] }, 2],
      [{ ...nothing, place: [{ name: "pdf", replaces: true, backup: "a/b" }] }, 2],
      [{ ...nothing, renaming: { from: "pdf", to: "mine/pdf", edits: [], links: [] } }, 2],
      [{ ...nothing, remove: [{ name: "mine" }] }, 1],
      [{ ...nothing, remove: [{ name: "mine" }] }, 3],
    ];
    for (const [journal, version] of cases) {
      const [root, env] = [cloned(journal, version), stateEnv()];
      writeProof(
        { directory: root, label: ".", state: stateDirectory(env) },
        readFileSync(path.join(root, places.transaction, "journal.json")),
      );
      const ran = await run(root, env, "uninstall", "--root", ".", "--force", "none");
      expect([journal, ran.code, ran.stderr]).toEqual([
        journal,
        2,
        expect.stringContaining("is not a valid journal"),
      ]);
      expect(readFileSync(path.join(root, "mine/a.txt"), "utf8")).toBe("precious");
    }
  });

  it("does not touch Git's directory even with a proof", async () => {
    for (const written of [
      ".git/config",
      ".GIT/config",
      "a/.git./config",
      "git~1/config",
      ".g\u200cit/config",
    ]) {
      const journal = {
        ...nothing,
        renaming: { from: "n", to: "m", edits: [{ path: written, after: "x" }], links: [] },
      };
      const [root, env] = [cloned(journal), stateEnv()];
      writeProof(
        { directory: root, label: ".", state: stateDirectory(env) },
        readFileSync(path.join(root, places.transaction, "journal.json")),
      );
      expect(await run(root, env, "rename", "pdf", "forms")).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("is not a valid journal"),
      });
    }
  });
});

describe("a change of one's own", () => {
  const change = {
    place: [{ name: "a", files: [packed("SKILL.md", "new")], replaces: false }],
    remove: [],
    lock: "keep",
  } as const;

  it("is proved by one file, which is removed afterwards", async () => {
    const [directory, env] = [makeTree({}), stateEnv()];
    const root: Root = { directory, label: "r", state: stateDirectory(env) };
    await changeRoot(root, () => ({ result: 1, change }));
    expect(readdirSync(path.dirname(proofPlace(root)!))).toEqual([]);
    expect(readdirSync(directory)).toEqual(["a"]);
  });

  it("works without a proof, but then an interrupted one has to be resolved by hand", async () => {
    const state = path.join(makeTree({ file: "" }), "file");
    const root: Root = { directory: makeTree({}), label: "r", state };
    await changeRoot(root, () => ({ result: 1, change }));
    expect(readdirSync(root.directory)).toEqual(["a"]);
    begin(root, { ...nothing, remove: [{ name: "a" }] });
    await expect(changeRoot(root, () => ({ result: 1 }))).rejects.toMatchObject({
      code: "unwritable",
      message: expect.stringContaining("inspect it, then move it away"),
    });
    expect(readdirSync(root.directory)).toEqual([places.transaction, "a"]);
  });

  it("is complete or undone whichever call fails for the proof or the files", async () => {
    for (let at = 1; ; at++) {
      const root: Root = { directory: makeTree({}), label: "r", state: stateDirectory(stateEnv()) };
      const { failed, result } = await withFailure({ at, below: root.state!, code: "EIO" }, () =>
        changeRoot(root, () => ({ result: 1, change: { ...change, lock: Buffer.from("{}") } })),
      );
      const there = readdirSync(root.directory).filter((name) => !name.startsWith("."));
      expect([at, there]).toEqual([
        at,
        result.status === "rejected" && there.length === 0 ? [] : ["a", places.lock],
      ]);
      if (!failed) break;
    }
  });

  it("is continued or undone wherever the process was killed", async () => {
    for (let at = 1; ; at++) {
      const root: Root = {
        directory: makeTree({ "b/x": "" }),
        label: "r",
        state: stateDirectory(stateEnv()),
      };
      const whole = { ...change, remove: [{ name: "b" }], lock: Buffer.from("{}") };
      const below = path.join(path.dirname(root.directory), "skills-test-");
      const { failed } = await withFailure({ at, below, code: "EIO", forGood: true }, () =>
        changeRoot(root, () => ({ result: 1, change: whole })),
      );
      bury(root.directory);
      expect(await changeRoot(root, () => ({ result: at }))).toBe(at);
      const there = readdirSync(root.directory).filter((name) => !name.endsWith(".tmp"));
      expect([at, there]).toEqual([at, there.includes("a") ? ["a", places.lock] : ["b"]]);
      if (!failed) break;
    }
  });

  it.skipIf(process.platform === "win32")(
    "does not write through a symlink in place of the proof",
    async () => {
      const directory = makeTree({ "pdf/SKILL.md": "pdf" });
      symlinkSync("pdf/SKILL.md", path.join(directory, "notes.md"));
      const before = pictureOf(directory);
      const edit = { path: "notes.md", before: Buffer.from("pdf"), after: Buffer.from("forms") };
      const renaming = { from: "pdf", to: "forms", edits: [edit], links: [] };
      await expect(
        changeRoot({ directory, label: "r" }, () => ({
          result: 1,
          change: { place: [], remove: [], lock: "keep", renaming },
        })),
      ).rejects.toMatchObject({ message: 'cannot write "r/notes.md": it is no longer a plain file' });
      expect(pictureOf(directory)).toEqual(before);
    },
  );

  it("is completed only by a user with the same home directory", async () => {
    const directory = makeTree({ "a/x": "" });
    const [ours, theirs] = [stateEnv(), stateEnv()].map(
      (env): Root => ({ directory, label: "r", state: stateDirectory(env) }),
    ) as [Root, Root];
    begin(ours, { ...nothing, remove: [{ name: "a" }] });
    const before = pictureOf(directory);
    await expect(changeRoot(theirs, () => ({ result: 1 }))).rejects.toMatchObject({ code: "unwritable" });
    expect(pictureOf(directory)).toEqual(before);
    expect(await changeRoot(ours, () => ({ result: 1 }))).toBe(1);
    expect(readdirSync(directory)).toEqual([]);
  });

  it("proves no other journal, and none in another root", () => {
    const root: Root = { directory: makeTree({}), label: "r", state: stateDirectory(stateEnv()) };
    writeProof(root, Buffer.from("one"));
    expect([
      isProved(root, Buffer.from("one")),
      isProved(root, Buffer.from("two")),
      isProved({ ...root, directory: makeTree({}) }, Buffer.from("one")),
    ]).toEqual([true, false, false]);
  });

  it("has a unique journal", () => {
    const texts = [1, 2].map(() => {
      const root: Root = { directory: makeTree({}), label: "r", state: stateDirectory(stateEnv()) };
      begin(root, nothing);
      expect(readJournal(root)).toMatchObject(nothing);
      return readFileSync(path.join(root.directory, places.transaction, "journal.json"), "utf8");
    });
    expect(texts[0]).not.toBe(texts[1]);
  });
});

/** Makes the process that holds the root an ended one. */
function bury(root: string): void {
  const transaction = path.join(root, places.transaction);
  const owner = existsSync(transaction)
    ? readdirSync(transaction).find((name) => name.startsWith("owner-"))
    : undefined;
  if (owner !== undefined)
    renameSync(
      path.join(transaction, owner),
      path.join(transaction, owner.replace(/^owner-\d+/, "owner-4194305")),
    );
}

/** The state that a process leaves if it is killed right after writing its journal. */
function begin(root: Root, journal: Journal): void {
  const directory = path.join(root.directory, places.transaction);
  for (const part of ["new", "old"]) mkdirSync(path.join(directory, part), { recursive: true });
  const mark = newMark().replace(/^\d+/, "4194305");
  writeFileSync(path.join(directory, `owner-${mark}`), "");
  writeJournal({ root, directory, mark, inherited: false }, journal);
}

describe("a root inside .git, or the project itself", () => {
  const project = (): string =>
    makeTree({ ".git/hooks/x": "", ".agents/x": "", "new/docx/SKILL.md": skillMd("docx") });

  it.skipIf(process.platform === "win32")("is refused as the target of a symlink", async () => {
    for (const [target, said] of [
      ["..", "is a symlink to the project directory"],
      ["../.git/hooks", 'is inside ".git"'],
      ["../.git", 'is inside ".git"'],
    ] as const) {
      const root = project();
      symlinkSync(target, path.join(root, ".agents/skills"));
      const before = pictureOf(root);
      expect(await run(root, {}, "install", "new/docx")).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(said),
      });
      expect(pictureOf(root)).toEqual(before);
    }
  });

  it("is refused if named, whether it exists or not", async () => {
    const root = project();
    const before = pictureOf(root);
    for (const args of [
      ["install", "new/docx", "--root", ".git/hooks"],
      ["install", "new/docx", "--root", ".git/not-there"],
      ["init", "pdf", "-d", "Fills forms. Use when one is to be filled.", "--in", ".git/hooks/new"],
    ]) {
      expect(await run(root, {}, ...args)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/(?:is inside|lies in) "\.git"/),
      });
    }
    expect(pictureOf(root)).toEqual(before);
  });

  it.skipIf(process.platform === "win32")("gets no new skill through a symlink", async () => {
    const root = makeTree({ ".git/hooks/x": "" });
    symlinkSync(".git/hooks", path.join(root, "skills"));
    expect(
      await run(root, {}, "init", "pdf", "-d", "Fills forms. Use when one is to be filled."),
    ).toMatchObject({ code: 2, stderr: expect.stringContaining('"skills" is inside ".git"') });
    expect([
      readdirSync(path.join(root, ".git/hooks")),
      lstatSync(path.join(root, "skills")).isSymbolicLink(),
    ]).toEqual([["x"], true]);
  });
});

it("recognizes .git by every name that a file system treats as .git", () => {
  expect(
    [
      ".git",
      ".GIT",
      ".git ",
      ".git.",
      ".git. .",
      "git~1",
      "GIT~2",
      ".git::$INDEX_ALLOCATION",
      ".g\u200cit",
      "\ufeff.git",
    ].filter((name) => !isGitName(name)),
  ).toEqual([]);
  expect([".gitignore", ".github", "git", "git~", "a.git", ".git-hooks", "..git"].filter(isGitName)).toEqual(
    [],
  );
  expect([
    leadsIntoGit("a/.Git/b"),
    leadsIntoGit("a\\.git\\b"),
    leadsIntoGit("a/b.git/c"),
    isPlaceName("git~1"),
  ]).toEqual([true, true, false, false]);
});

it("considers a process of another machine ended once its files are unchanged for a minute, whichever clock is wrong", () => {
  const mark = "1-0-00000000-0000000000000000";
  expect([-120_000, -30_000, 30_000, 120_000].map((ago) => isGone(mark, Date.now() - ago))).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
