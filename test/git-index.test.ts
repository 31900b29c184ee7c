import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { parseEntries, unwatchedIn } from "../src/git/index-format.ts";
import { openGitIndex } from "../src/git/index-file.ts";

let root = "";

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "skills-git-")));
});

afterEach(() => rmSync(root, { recursive: true }));

function git(...command: readonly string[]): string {
  const settings = [
    "-c",
    "init.defaultBranch=main",
    "-c",
    "user.name=a",
    "-c",
    "user.email=a@b.invalid",
    "-c",
    "core.fileMode=true",
  ];
  return execFileSync("git", [...settings, ...command], {
    cwd: root,
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: root, GIT_CONFIG_NOSYSTEM: "1" },
    stdio: ["ignore", "pipe", "ignore"],
  });
}

function place(file: string, mode: number): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), `${file}\n`);
  chmodSync(path.join(root, file), mode);
}

const skill = "skills/pdf-forms";

/** A skill whose modes git has, and whose modes on the disk are the other way round. */
function placeSkill(): void {
  for (let at = 0; at < 30; at++) place(`${skill}/references/${at}.md`, 0o644);
  place(`${skill}/scripts/fill.sh`, 0o755);
  place(`${skill}/scripts/fill.py`, 0o644);
  place(`${skill}/scripts/prüfen.sh`, 0o755);
  git("init");
  git("add", ".");
  chmodSync(path.join(root, skill, "scripts/fill.sh"), 0o644);
  chmodSync(path.join(root, skill, "scripts/fill.py"), 0o755);
  place(`${skill}/scripts/new.sh`, 0o755);
}

function modes(directory = path.join(root, skill)): readonly (boolean | undefined)[] {
  const mayRun = openGitIndex(directory);
  return ["fill.sh", "fill.py", "prüfen.sh", "new.sh"].map((name) => mayRun(`scripts/${name}`));
}

it.each(["2", "4"])("reads the modes that git has in an index of version %s", (version) => {
  placeSkill();
  git("update-index", "--index-version", version);
  expect(readFileSync(path.join(root, ".git/index")).readUInt32BE(4)).toBe(Number(version));
  expect(modes()).toEqual([true, false, true, undefined]);
});

it("reads version 3, which git writes where a file is added by name alone", () => {
  placeSkill();
  git("add", "--intent-to-add", `${skill}/scripts/new.sh`);
  expect(readFileSync(path.join(root, ".git/index")).readUInt32BE(4)).toBe(3);
  expect(modes()).toEqual([true, false, true, true]);
});

it("reads an index with names of SHA-256", () => {
  git("init", "--object-format=sha256");
  placeSkill();
  expect(modes()).toEqual([true, false, true, undefined]);
});

it("reads the index of a worktree", () => {
  placeSkill();
  git("commit", "-m", "x");
  git("worktree", "add", "beside");
  git("-C", "beside", "update-index", "--chmod=-x", `${skill}/scripts/fill.sh`);
  expect(modes(path.join(root, "beside", skill))).toEqual([false, false, true, undefined]);
});

it("sees that the index has changed", () => {
  placeSkill();
  expect(modes()[0]).toBe(true);
  git("update-index", "--chmod=-x", `${skill}/scripts/fill.sh`);
  expect(modes()[0]).toBe(false);
});

it("knows nothing of a split index, which holds only a part of the files", () => {
  placeSkill();
  git("update-index", "--split-index");
  expect(modes()).toEqual([undefined, undefined, undefined, undefined]);
});

it("reads of each entry whether git compares it with the disk", () => {
  placeSkill();
  git("update-index", "--assume-unchanged", `${skill}/scripts/fill.py`);
  git("update-index", "--skip-worktree", `${skill}/scripts/fill.sh`);
  const entries = parseEntries(readFileSync(path.join(root, ".git/index")));
  expect(entries && unwatchedIn(entries)).toEqual([
    { path: `${skill}/scripts/fill.py`, sparse: false },
    { path: `${skill}/scripts/fill.sh`, sparse: true },
  ]);
});

it("knows no modes outside a repository, without an index, or if .git points to a missing directory", () => {
  place(`${skill}/scripts/fill.sh`, 0o755);
  expect(modes()[0]).toBe(undefined);
  mkdirSync(path.join(root, "skills/.git"));
  expect(modes()[0]).toBe(undefined);
  writeFileSync(path.join(root, skill, ".git"), "gitdir: ../../nowhere\n");
  expect(modes()[0]).toBe(undefined);
});

it("takes no broken index for one, whatever byte is broken or missing", () => {
  placeSkill();
  const bytes = readFileSync(path.join(root, ".git/index"));
  for (let length = 0; length < 400; length++)
    expect(parseEntries(bytes.subarray(0, length))).toBe(undefined);
  for (let at = 0; at < 400; at++) {
    const broken = Buffer.from(bytes);
    broken[at] = broken[at]! ^ 0xff;
    expect(() => parseEntries(broken)).not.toThrow();
  }
});

it("gives up at once where an index says that it holds four thousand million files", () => {
  const bytes = Buffer.alloc(1_000_000);
  bytes.write("DIRC");
  for (const version of [2, 3, 4]) {
    bytes.writeUInt32BE(version, 4);
    bytes.writeUInt32BE(0xffffffff, 8);
    expect(parseEntries(bytes)).toBe(undefined);
  }
});
