import { chmodSync, closeSync, mkdirSync, openSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { openDirectory } from "../src/read/directory.ts";
import { entry, file, link } from "./support/entries.ts";
import { makeTree } from "./support/tree.ts";

const onUnix = it.skipIf(process.platform === "win32");

onUnix("lists files and directories case-exactly, by code unit, with sizes and modes", () => {
  const root = makeTree({
    "SKILL.md": "12345",
    "a/b.txt": "1",
    "a-b.txt": "",
    "B.txt": "é",
    "scripts/run.sh": "#!/bin/sh\n",
  });
  chmodSync(path.join(root, "scripts/run.sh"), 0o755);
  expect(openDirectory(root, "skill").list()).toEqual({
    entries: [
      file("B.txt", 2),
      file("SKILL.md", 5),
      entry("a", "directory"),
      file("a-b.txt", 0),
      file("a/b.txt", 1),
      entry("scripts", "directory"),
      file("scripts/run.sh", 10, true),
    ],
    unread: [],
  });
});

onUnix("says where each link leads and follows none of them", () => {
  const root = makeTree({ "skill/SKILL.md": "x", "skill/docs/a.md": "a", "secret/key": "s" });
  const skill = path.join(root, "skill");
  const links = {
    absolute: path.join(skill, "SKILL.md"),
    dangling: "none",
    dir: "docs",
    file: "docs/a.md",
    loop: "loop",
    out: "../secret/key",
    outdir: "../secret",
    self: ".",
    through: "outdir/key",
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, path.join(skill, name));
  expect(openDirectory(skill, "skill").list()).toEqual({
    entries: [
      file("SKILL.md", 1),
      link("absolute", links.absolute, "file"),
      link("dangling", "none", "nowhere"),
      link("dir", "docs", "directory"),
      entry("docs", "directory"),
      file("docs/a.md", 1),
      link("file", "docs/a.md", "file"),
      link("loop", "loop", "nowhere"),
      link("out", "../secret/key", "outside"),
      link("outdir", "../secret", "outside"),
      link("self", ".", "directory"),
      link("through", "outdir/key", "outside"),
    ],
    unread: [],
  });
});

it("stops at 20,000 files, says so, and keeps SKILL.md", () => {
  const root = makeTree({ "SKILL.md": "x", "z/deep.md": "" });
  for (let number = 0; number < 20_100; number++) closeSync(openSync(path.join(root, `${number}.txt`), "w"));
  const { entries, unread } = openDirectory(root, "many").list();
  expect(unread).toEqual([{ path: ".", reason: "only the first 20000 entries were listed" }]);
  expect([entries.length, entries.at(-1)]).toEqual([20_001, file("SKILL.md", 1)]);
});

it("goes 32 directories deep and says what lies below", () => {
  const path32 = Array.from({ length: 32 }, () => "d").join("/");
  const root = makeTree({ [`${path32}/at.md`]: "", [`${path32}/d/below.md`]: "" });
  const { entries, unread } = openDirectory(root, "deep").list();
  expect(entries.slice(-2)).toEqual([file(`${path32}/at.md`, 0), entry(`${path32}/d`, "directory")]);
  expect(unread).toEqual([{ path: `${path32}/d`, reason: "more than 32 directories deep" }]);
});

it("passes over .git without a word and over installed packages with one", () => {
  const root = makeTree({ ".git/config": "", "SKILL.md": "", "scripts/node_modules/a/index.js": "" });
  expect(openDirectory(root, ".").list()).toEqual({
    entries: [
      entry(".git", "directory"),
      file("SKILL.md", 0),
      entry("scripts", "directory"),
      entry("scripts/node_modules", "directory"),
    ],
    unread: [{ path: "scripts/node_modules", reason: "installed packages are not read" }],
  });
});

it.skipIf(process.platform !== "linux")("names what is not UTF-8 byte by byte, and only that", () => {
  const root = makeTree({ "\ufffd.md": "real", "é.md": "" });
  for (const byte of [0xe9, 0xff])
    writeFileSync(Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([byte])]), "x");
  mkdirSync(Buffer.concat([Buffer.from(`${root}/dir`), Buffer.from([0x80])]));
  const source = openDirectory(root, ".");
  expect(source.list()).toEqual({
    entries: [
      entry("caf\udce9", "other"),
      entry("caf\udcff", "other"),
      entry("dir\udc80", "other"),
      file("é.md", 0),
      file("\ufffd.md", 4),
    ],
    unread: [
      { path: "caf\udce9", reason: 'its name is not UTF-8 ("caf\\xe9")' },
      { path: "caf\udcff", reason: 'its name is not UTF-8 ("caf\\xff")' },
      { path: "dir\udc80", reason: 'its name is not UTF-8 ("dir\\x80")' },
    ],
  });
  expect(Buffer.from(source.read("\ufffd.md")).toString()).toBe("real");
});
