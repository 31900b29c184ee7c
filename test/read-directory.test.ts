import { execFileSync } from "node:child_process";
import { chmodSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { SkillSource } from "../src/model/source.ts";
import { openDirectory } from "../src/read/directory.ts";
import { entry, file, link } from "./support/entries.ts";
import { makeTree } from "./support/tree.ts";
import { canBeDenied, unprivileged } from "./support/unprivileged.ts";

const onUnix = it.skipIf(process.platform === "win32");

/** The code and sentence of what reading a file throws, or its text. */
function outcome(source: SkillSource, path: string): string {
  try {
    return Buffer.from(source.read(path)).toString();
  } catch (error) {
    return error instanceof Error && "code" in error
      ? `${error.code}: ${error.message}`
      : `not ours: ${error}`;
  }
}

onUnix("reads through a link inside the skill and through none that leads out", () => {
  const root = makeTree({ "skill/SKILL.md": "x", "skill/docs/a.md": "inside", "secret/key": "s" });
  const skill = path.join(root, "skill");
  symlinkSync("docs/a.md", path.join(skill, "in"));
  symlinkSync("../secret/key", path.join(skill, "out"));
  symlinkSync("../secret", path.join(skill, "outdir"));
  symlinkSync("gone", path.join(skill, "dangling"));
  symlinkSync("loop", path.join(skill, "loop"));
  const source = openDirectory(skill, "skill");
  const refused = (name: string) =>
    `unreadable: cannot read "skill/${name}": a symlink that points outside the skill`;
  expect(
    [
      "in",
      "docs/a.md",
      "out",
      "outdir/key",
      "../secret/key",
      "/etc/passwd",
      "dangling",
      "loop",
      "docs",
      "none",
      "a\0b",
    ].map((name) => outcome(source, name)),
  ).toEqual([
    "inside",
    "inside",
    refused("out"),
    refused("outdir/key"),
    refused("../secret/key"),
    'unreadable: cannot read "skill//etc/passwd": no such file or directory',
    'unreadable: cannot read "skill/dangling": no such file or directory',
    'unreadable: cannot read "skill/loop": it is a symlink',
    'unreadable: cannot read "skill/docs": a directory',
    'unreadable: cannot read "skill/none": no such file or directory',
    'unreadable: cannot read "skill/a\\x00b": invalid file name',
  ]);
});

onUnix(
  "reads nothing of a directory that became a symlink before its first use, or was replaced after it",
  () => {
    const root = makeTree({ "skill/SKILL.md": "own", "other/SKILL.md": "other" });
    const [skill, other, away] = ["skill", "other", "away"].map((name) => path.join(root, name));
    const used = openDirectory(skill!, "skill", undefined, skill!);
    const unused = openDirectory(skill!, "skill", undefined, skill!);
    expect(outcome(used, "SKILL.md")).toBe("own");
    renameSync(skill!, away!);
    symlinkSync("other", skill!);
    const replaced =
      'unreadable: cannot read "skill/SKILL.md": the directory was replaced while the skill was read';
    expect([outcome(used, "SKILL.md"), outcome(unused, "SKILL.md")]).toEqual([replaced, replaced]);
    rmSync(skill!);
    renameSync(other!, skill!);
    expect(outcome(used, "SKILL.md")).toBe(replaced);
    expect(outcome(openDirectory(skill!, "skill", undefined, skill!), "SKILL.md")).toBe("other");
  },
);

onUnix("reads what is listed unless the directory was replaced, before or after the listing", () => {
  const root = makeTree({ "skill/SKILL.md": "own", "skill/a.md": "a", "other/SKILL.md": "other" });
  const [skill, other, away] = ["skill", "other", "away"].map((name) => path.join(root, name));
  const [before, after] = [openDirectory(skill!, "skill"), openDirectory(skill!, "skill")];
  before.list();
  expect(outcome(before, "SKILL.md")).toBe("own");
  writeFileSync(path.join(skill!, "SKILL.md"), "edited");
  expect(outcome(before, "SKILL.md")).toBe("edited");
  renameSync(skill!, away!);
  renameSync(other!, skill!);
  after.list();
  const replaced = "the directory was replaced while the skill was read";
  for (const source of [before, after])
    expect(["SKILL.md", "a.md"].map((name) => outcome(source, name))).toEqual([
      `unreadable: cannot read "skill/SKILL.md": ${replaced}`,
      `unreadable: cannot read "skill/a.md": ${replaced}`,
    ]);
});

onUnix("opens a skill by a link to its directory", () => {
  const root = makeTree({ "skill/SKILL.md": "text" });
  symlinkSync("skill", path.join(root, "alias"));
  symlinkSync("SKILL.md", path.join(root, "skill/again"));
  const source = openDirectory(path.join(root, "alias"), "alias");
  expect([source.name, outcome(source, "SKILL.md"), outcome(source, "again")]).toEqual([
    "alias",
    "text",
    "text",
  ]);
  expect(source.list().entries).toEqual([file("SKILL.md", 4), link("again", "SKILL.md", "file")]);
});

onUnix("refuses a FIFO, a socket and a device at once", async () => {
  const root = makeTree({});
  execFileSync("mkfifo", [path.join(root, "fifo")]);
  symlinkSync("/dev/zero", path.join(root, "zero"));
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(path.join(root, "socket"), resolve));
  const source = openDirectory(root, ".");
  expect(source.list().entries).toEqual([
    entry("fifo", "other"),
    entry("socket", "other"),
    link("zero", "/dev/zero", "outside"),
  ]);
  expect(["fifo", "socket", "zero"].map((name) => outcome(source, name))).toEqual([
    'unreadable: cannot read "fifo": a FIFO',
    'unreadable: cannot read "socket": a socket',
    'unreadable: cannot read "zero": a symlink that points outside the skill',
  ]);
  expect(outcome(openDirectory("/dev", "/dev"), "zero")).toBe(
    'unreadable: cannot read "/dev/zero": a device',
  );
});

it("refuses a file that is too large before it reads any of it, and still gives its head", () => {
  const root = makeTree({ "SKILL.md": "head", "limit.md": "" });
  truncateSync(path.join(root, "SKILL.md"), 5 * 2 ** 30);
  truncateSync(path.join(root, "limit.md"), 2 ** 20);
  const source = openDirectory(root, "big");
  expect(outcome(source, "SKILL.md")).toBe(
    'too-large: cannot read "big/SKILL.md": larger than 1 MiB (5368709120 bytes)',
  );
  expect(Buffer.from(source.readHead("SKILL.md", 6)).toString()).toBe("head\0\0");
  expect([source.read("limit.md").length, source.readHead("limit.md", 0).length]).toEqual([2 ** 20, 0]);
});

it.skipIf(!canBeDenied)("says what it has no permission to read (as an unprivileged user)", async () => {
  const root = makeTree({ "SKILL.md": "x", "closed/a.md": "a", "listed/a.md": "a" });
  chmodSync(root, 0o755);
  chmodSync(path.join(root, "SKILL.md"), 0);
  chmodSync(path.join(root, "closed"), 0);
  chmodSync(path.join(root, "listed"), 0o444);
  const source = openDirectory(root, "skill");
  const listing = await unprivileged(() => source.list());
  const reading = await unprivileged(() => [outcome(source, "SKILL.md"), outcome(source, "closed/a.md")]);
  chmodSync(path.join(root, "closed"), 0o755);
  expect(listing).toEqual({
    entries: [
      file("SKILL.md", 1),
      entry("closed", "directory"),
      entry("listed", "directory"),
      file("listed/a.md", 0),
    ],
    unread: [
      { path: "closed", reason: "permission denied" },
      { path: "listed/a.md", reason: "permission denied" },
    ],
  });
  expect(reading).toEqual([
    'unreadable: cannot read "skill/SKILL.md": permission denied',
    'unreadable: cannot read "skill/closed/a.md": permission denied',
  ]);
});

it("reports a directory that does not exist", () => {
  const source = openDirectory("/nonexistent/skill", "skill");
  expect([source.name, source.list(), outcome(source, "SKILL.md")]).toEqual([
    "skill",
    { entries: [], unread: [{ path: ".", reason: "no such file or directory" }] },
    'unreadable: cannot read "skill/SKILL.md": no such file or directory',
  ]);
});
