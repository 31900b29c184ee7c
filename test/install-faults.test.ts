import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { changeRoot } from "../src/install/change-root.ts";
import { places } from "../src/install/place-names.ts";
import { newMark } from "../src/install/process-mark.ts";
import { writeProof } from "../src/install/proof.ts";
import { packed } from "./support/packed.ts";
import { pictureOf } from "./support/picture.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { canBeDenied, unprivileged } from "./support/unprivileged.ts";

const binary = fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));

function run(
  cwd: string,
  ...args: readonly string[]
): { readonly status: number | null; readonly stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, [binary, ...args], { cwd, encoding: "utf8" });
  return { status, stderr };
}

async function start(
  cwd: string,
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly stderr: string }> {
  const child = spawn(process.execPath, [binary, ...args], { cwd, stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  const [code] = await once(child, "close");
  return { code: typeof code === "number" ? code : null, stderr };
}

function skill(name: string, version: string): Readonly<Record<string, string>> {
  const directory = `${version}/${name}`;
  return {
    [`${directory}/SKILL.md`]: skillMd(name, `${version}\n`),
    ...Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [`${directory}/references/${at}.md`, version.repeat(1_000)]),
    ),
  };
}

/** The versions of the skills in a root; "mixed" if files of a skill differ in version. */
function versionsIn(root: string): readonly string[] {
  return readdirSync(root)
    .filter((name) => !name.startsWith(".") && name !== places.lock)
    .map((name) => {
      const texts = Object.entries(pictureOf(path.join(root, name)))
        .filter(([file]) => file.includes("references/"))
        .map(([, what]) => /([a-z]{3})+$/.exec(what)?.[1] ?? "");
      return new Set(texts).size === 1 && texts.length === 8 ? texts[0]! : "mixed";
    });
}

describe("installs at one time", () => {
  it("succeed once for the same name, and report to the others", async () => {
    const cwd = makeTree(
      Object.assign({}, ...["one", "two", "six", "ten"].map((version) => skill("demo", version))),
    );
    const ended = await Promise.all(
      ["one", "two", "six", "ten", "one", "two", "six", "ten"].map((version) =>
        start(cwd, "install", "--root", "r", `${version}/demo`),
      ),
    );
    const won = ended.filter(({ code }) => code === 0);
    expect(won.length).toBe(2);
    for (const { code, stderr } of ended)
      expect([code, stderr]).toEqual(
        code === 0 ? [0, ""] : [2, expect.stringContaining("already exists and is a different skill")],
      );
    expect(versionsIn(path.join(cwd, "r"))).toEqual([expect.stringMatching(/^(?:one|two|six|ten)$/)]);
    expect(readdirSync(path.join(cwd, "r"))).toEqual(["demo", places.lock]);
  });

  it("all succeed for different names, and all are in the lock", async () => {
    const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    const cwd = makeTree(Object.assign({}, ...names.map((name) => skill(name, "one"))));
    const ended = await Promise.all(names.map((name) => start(cwd, "install", "--root", "r", `one/${name}`)));
    expect(ended).toEqual(names.map(() => ({ code: 0, stderr: "" })));
    expect(versionsIn(path.join(cwd, "r"))).toEqual(names.map(() => "one"));
    expect(Object.keys(JSON.parse(readFileSync(path.join(cwd, "r", places.lock), "utf8")).skills)).toEqual(
      names,
    );
  });
});

describe("an install that is killed", () => {
  it("leaves the old or the new state, and the next run cleans up", async () => {
    const cwd = makeTree({
      ...skill("a", "one"),
      ...skill("b", "one"),
      ...skill("a", "two"),
      ...skill("b", "two"),
      canary: "",
    });
    const root = path.join(cwd, "r");
    expect(run(cwd, "install", "--root", "r", "one").status).toBe(0);
    const outside = pictureOf(cwd, root);
    for (let kill = 0; kill < 12; kill++) {
      const child = spawn(
        process.execPath,
        [binary, "install", "--force", "--root", "r", kill % 2 === 0 ? "two" : "one"],
        { cwd, stdio: "ignore" },
      );
      const ended = once(child, "close");
      while (child.exitCode === null && !existsSync(path.join(root, places.transaction)))
        await new Promise((resolve) => setImmediate(resolve));
      // After this many polls, wherever the install is by then.
      for (let look = 0; look < kill * 40 && child.exitCode === null; look++) {
        readdirSync(root);
        await new Promise((resolve) => setImmediate(resolve));
      }
      child.kill("SIGKILL");
      await ended;
      expect(versionsIn(root)).not.toContain("mixed");
      expect(run(cwd, "uninstall", "--root", "r", "nothing-like-it").status).toBe(2);
      expect(new Set(versionsIn(root)).size).toBe(1);
      expect(readdirSync(root)).toEqual(["a", "b", places.lock]);
    }
    expect(pictureOf(cwd, root)).toEqual(outside);
  });

  it("is continued wherever it was killed between two renames", async () => {
    const files = [packed("SKILL.md", "new")];
    const state = makeTree({});
    const journal = {
      version: 2,
      place: [
        { name: "a", replaces: true },
        { name: "b", replaces: false },
      ],
      remove: [{ name: "c" }],
      lock: "write",
    };
    const begun = (): string => {
      const root = makeTree({
        "a/SKILL.md": "old",
        "c/SKILL.md": "old",
        ".t/new/a/SKILL.md": "new",
        ".t/new/b/SKILL.md": "new",
        ".t/lock.json": "{}",
        ".t/journal.json": JSON.stringify(journal),
      });
      mkdirSync(path.join(root, ".t/old"));
      writeFileSync(path.join(root, `.t/owner-${newMark().replace(/^\d+/, "4194305")}`), "");
      renameSync(path.join(root, ".t"), path.join(root, places.transaction));
      writeProof({ directory: root, label: "r", state }, Buffer.from(JSON.stringify(journal)));
      return root;
    };
    const steps = [
      ["a", `${places.transaction}/old/a`],
      [`${places.transaction}/new/a`, "a"],
      [`${places.transaction}/new/b`, "b"],
      ["c", `${places.transaction}/old/c`],
      [`${places.transaction}/lock.json`, places.lock],
    ] as const;
    for (let done = 0; done <= steps.length; done++) {
      const root = begun();
      for (const [from, to] of steps.slice(0, done)) renameSync(path.join(root, from), path.join(root, to));
      await changeRoot({ directory: root, label: "r", state }, () => ({ result: files }));
      const left = Object.entries(pictureOf(root))
        .map(([name, what]) => [name, what.split(" ")[1]])
        .filter(([name]) => name?.endsWith(".md") || name === places.lock);
      expect([done, left]).toEqual([
        done,
        [
          ["a/SKILL.md", "new"],
          ["b/SKILL.md", "new"],
          [places.lock, "{}"],
        ],
      ]);
    }
  });

  it("refuses a root that two processes seem to hold", async () => {
    const root = makeTree(
      Object.fromEntries([1, 2].map(() => [`${places.transaction}/owner-${newMark()}`, ""])),
    );
    await expect(
      changeRoot({ directory: root, label: "r" }, () => ({ result: 1 }), 200),
    ).rejects.toMatchObject({ message: expect.stringContaining("its owner is unknown") });
  });

  it("waits for a running process, and continues when it has ended", async () => {
    const root = makeTree({ [`${places.transaction}/owner-${newMark()}`]: "" });
    let done = false;
    const changed = changeRoot(
      { directory: root, label: "r" },
      () => {
        expect(done).toBe(true);
        return { result: 1 };
      },
      Infinity,
    );
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
    done = true;
    rmSync(path.join(root, places.transaction), { recursive: true });
    expect(await changed).toBe(1);
  });

  it("names the running process after waiting long enough", async () => {
    const root = makeTree({ [`${places.transaction}/owner-${newMark()}`]: "" });
    await expect(changeRoot({ directory: root, label: "r" }, () => ({ result: 1 }), 0)).rejects.toMatchObject(
      {
        code: "unwritable",
        message: `"r" is being changed by another process (${process.pid})`,
      },
    );
  });
});

describe("a disk with failures", () => {
  it.skipIf(!canBeDenied)("leaves everything unchanged if the root is not writable", async () => {
    const cwd = makeTree({ ...skill("a", "one"), "r/x": "" });
    chmodSync(cwd, 0o755);
    chmodSync(path.join(cwd, "r"), 0o555);
    const root = { directory: path.join(cwd, "r"), label: "r" };
    const change = {
      place: [{ name: "a", files: [packed("SKILL.md", "x")], replaces: false }],
      remove: [],
      lock: "keep",
    } as const;
    const before = pictureOf(cwd);
    await expect(unprivileged(() => changeRoot(root, () => ({ result: 1, change })))).rejects.toMatchObject({
      code: "unwritable",
      message: 'cannot write "r/.skills-transaction": permission denied',
    });
    expect(pictureOf(cwd)).toEqual(before);
  });

  it.skipIf(process.platform !== "linux")(
    "leaves everything unchanged if a file cannot be written completely",
    () => {
      const cwd = makeTree({
        ...skill("demo", "one"),
        "two/demo/SKILL.md": skillMd("demo", "two\n"),
        "two/demo/large.md": "x".repeat(200_000),
      });
      expect(run(cwd, "install", "--root", "r", "one/demo").status).toBe(0);
      const before = pictureOf(cwd);
      // Node ignores the signal that accompanies the error.
      const limited = spawnSync(
        "bash",
        [
          "-c",
          'ulimit -f 100; "$0" "$@"',
          process.execPath,
          binary,
          "install",
          "--force",
          "--root",
          "r",
          "two/demo",
        ],
        { cwd, encoding: "utf8" },
      );
      expect([limited.status, limited.stderr]).toEqual([
        2,
        expect.stringContaining('cannot write "r/demo/large.md": file is too large for the system'),
      ]);
      expect(pictureOf(cwd)).toEqual(before);
    },
  );

  it("installs no symlink that an untrusted root has next to its journal", async () => {
    const journal = JSON.stringify({
      version: 2,
      place: [{ name: "b", replaces: false }],
      remove: [],
      lock: "keep",
    });
    const [root, state] = [
      makeTree({
        "a/SKILL.md": "kept",
        ".skills-transaction/new/x": "",
        ".skills-transaction/journal.json": journal,
      }),
      makeTree({}),
    ];
    writeProof({ directory: root, label: "r", state }, Buffer.from(journal));
    mkdirSync(path.join(root, ".skills-transaction/old"));
    symlinkSync("/", path.join(root, ".skills-transaction/new/b"));
    writeFileSync(path.join(root, `.skills-transaction/owner-${newMark().replace(/^\d+/, "4194305")}`), "");
    await expect(
      changeRoot({ directory: root, label: "r", state }, () => ({ result: 1 })),
    ).rejects.toMatchObject({
      message: 'cannot write "r/b": the staged skill is not a directory',
    });
    expect(readdirSync(root)).toEqual(["a"]);
    expect(await changeRoot({ directory: root, label: "r" }, () => ({ result: 1 }))).toBe(1);
  });

  it("writes no file with a path out of its skill, even if no earlier check refused it", async () => {
    for (const file of ["../x", "a/../../x", "/x", "a//x", "a\\x", "./x", ""]) {
      const cwd = makeTree({ "r/b/SKILL.md": "ours" });
      const before = pictureOf(cwd);
      const place = [{ name: "a", files: [packed(file, "x")], replaces: false }];
      await expect(
        changeRoot({ directory: path.join(cwd, "r"), label: "r" }, () => ({
          result: 1,
          change: { place, remove: [], lock: "keep" },
        })),
      ).rejects.toMatchObject({
        message: 'cannot write "r/a": the path of one of its files points outside it',
      });
      expect(pictureOf(cwd)).toEqual(before);
    }
  });

  it("undoes its renames if a path is occupied", async () => {
    const directory = makeTree({ "a/SKILL.md": "old", "b/SKILL.md": "not ours" });
    const before = pictureOf(directory);
    const files = [packed("SKILL.md", "new")];
    const place = [
      { name: "a", files, replaces: true },
      { name: "b", files, replaces: false },
    ];
    await expect(
      changeRoot({ directory, label: "r" }, () => ({
        result: 1,
        change: { place, remove: [], lock: Buffer.from("{}") },
      })),
    ).rejects.toMatchObject({ message: 'cannot write "r/b": another file or directory has appeared there' });
    expect(pictureOf(directory)).toEqual(before);
  });

  it("moves nothing out of the root if its backups directory is a symlink", async () => {
    const [directory, elsewhere] = [makeTree({ "a/SKILL.md": "ours" }), makeTree({})];
    symlinkSync(elsewhere, path.join(directory, places.backups));
    const before = pictureOf(directory);
    const change = { place: [], remove: [{ name: "a", backup: "a-1" }], lock: "keep" } as const;
    await expect(changeRoot({ directory, label: "r" }, () => ({ result: 1, change }))).rejects.toMatchObject({
      code: "unwritable",
      message: 'cannot write "r/.skills-backup": it is not a directory',
    });
    expect([pictureOf(directory), readdirSync(elsewhere)]).toEqual([before, []]);
  });
});

describe("a process that was suspended until another took over its hold", () => {
  const change = {
    place: [{ name: "a", files: [packed("SKILL.md", "new")], replaces: true }],
    remove: [],
    lock: "keep",
  } as const;
  const taken = { code: "unwritable", message: expect.stringContaining("another process has taken it over") };

  /** Takes over the hold as another process does that considers this one ended. */
  function takeOver(directory: string): string {
    const transaction = path.join(directory, places.transaction);
    const owner = readdirSync(transaction).find((name) => name.startsWith("owner-"));
    const other = `owner-${newMark()}`;
    renameSync(path.join(transaction, owner!), path.join(transaction, other));
    return other;
  }

  it("changes nothing, and leaves the transaction to the other", async () => {
    const directory = makeTree({ "a/SKILL.md": "old" });
    let other = "";
    await expect(
      changeRoot({ directory, label: "r" }, () => {
        // It is called once before there is a hold.
        if (readdirSync(directory).includes(places.transaction)) other = takeOver(directory);
        return { result: 1, change };
      }),
    ).rejects.toMatchObject(taken);
    expect(readFileSync(path.join(directory, "a/SKILL.md"), "utf8")).toBe("old");
    expect(readdirSync(directory)).toEqual([places.transaction, "a"]);
    expect(readdirSync(path.join(directory, places.transaction))).toContain(other);
  });

  it("removes nothing of the other process if it has nothing to change", async () => {
    const directory = makeTree({ "a/SKILL.md": "old", [`.skills-${newMark()}.tmp/x`]: "" });
    let other = "";
    const result = await changeRoot({ directory, label: "r" }, () => {
      if (readdirSync(directory).includes(places.transaction)) other = takeOver(directory);
      return { result: 1 };
    });
    expect([result, readdirSync(path.join(directory, places.transaction))]).toEqual([1, [other]]);
  });
});
