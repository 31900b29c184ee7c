import path, { posix, win32 } from "node:path";
import { expect, it } from "vitest";
import { labelFinder, placeIn } from "../src/read/file-place.ts";
import { parsePattern } from "../src/find/glob.ts";
import { parentLabel, toInnerPath, toLabel, toNativePath } from "../src/read/label.ts";
import { joinLabel } from "../src/core/paths.ts";

it("calls a path what the user called it, with forward slashes", () => {
  const written = ["", ".", "./", "skills/", "./skills//", "../x", "/", "//", "/abs/", "a\\b"];
  expect(written.map((path) => toLabel(path, posix))).toEqual([
    ".",
    ".",
    ".",
    "skills",
    "./skills",
    "../x",
    "/",
    "/",
    "/abs",
    "a\\b",
  ]);
});

it("calls a Windows path what the user called it, with forward slashes", () => {
  const written = [
    ".\\skills\\",
    "C:\\",
    "C:\\skills\\pdf\\",
    "c:/",
    "C:",
    "C:skills",
    "\\\\server\\share\\skills\\",
    "\\",
    "a\\b/c",
  ];
  expect(written.map((path) => toLabel(path, win32))).toEqual([
    "./skills",
    "C:/",
    "C:/skills/pdf",
    "c:/",
    "C:",
    "C:skills",
    "//server/share/skills",
    "/",
    "a/b/c",
  ]);
});

it("joins a directory and a name, and returns the directory of a path", () => {
  expect([joinLabel(".", "a"), joinLabel("./b", "a"), joinLabel("/", "a"), joinLabel("C:/", "a")]).toEqual([
    "a",
    "./b/a",
    "/a",
    "C:/a",
  ]);
  expect(
    ["SKILL.md", "./a/SKILL.md", "/SKILL.md", "../SKILL.md"].map((path) => parentLabel(path, posix)),
  ).toEqual([".", "./a", "/", ".."]);
  expect(
    ["SKILL.md", "a\\SKILL.md", "C:\\SKILL.md", "\\\\s\\share\\SKILL.md"].map((path) =>
      parentLabel(path, win32),
    ),
  ).toEqual([".", "a", "C:/", "//s/share"]);
});

it("parts a long run of slashes from the path in no time", () => {
  const slashes = "/".repeat(1_000_000);
  expect(toLabel(`${slashes}a${slashes}`, posix)).toBe(`${slashes}a`);
});

it("turns a skill's paths into the system's and back", () => {
  expect([toNativePath("/s", "a/b.md", posix), toNativePath("C:\\s", "a/b.md", win32)]).toEqual([
    "/s/a/b.md",
    "C:\\s\\a\\b.md",
  ]);
  expect([
    toInnerPath("/s", "/s/a/b.md", posix),
    toInnerPath("/s", "/s", posix),
    toInnerPath("/s", "/s/..a", posix),
  ]).toEqual(["a/b.md", "", "..a"]);
  expect([
    toInnerPath("C:\\s", "C:\\s\\a\\b.md", win32),
    toInnerPath("\\\\h\\s", "\\\\h\\s\\a", win32),
  ]).toEqual(["a/b.md", "a"]);
});

it("knows what is outside of a root", () => {
  expect(["/", "/t", "/sa", "/s/../t"].map((path) => toInnerPath("/s", path, posix))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(["C:\\t", "D:\\s\\a", "\\\\h\\s\\a"].map((path) => toInnerPath("C:\\s", path, win32))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it("cuts a pattern where its wildcards begin", () => {
  const cut = (written: string, platform: typeof posix) =>
    Object.values(parsePattern(written, platform)).join(" | ");
  expect(
    ["*", "skills/*", "./a/b*/c", "/*", "../**/SKILL.md", "a/{b,c}", "a/b\\*"].map((written) =>
      cut(written, posix),
    ),
  ).toEqual([". | *", "skills | *", "./a | b*/c", "/ | *", ".. | **/SKILL.md", "a | {b,c}", "a | b\\*"]);
  expect(["skills\\*", "C:\\skills\\*\\SKILL.md", "C:\\*"].map((written) => cut(written, win32))).toEqual([
    "skills | *",
    "C:/skills | */SKILL.md",
    "C: | *",
  ]);
});

it("gives the label of a path from a directory, whatever parent was seen before", () => {
  for (const directory of ["/", "/a", "/a/b", "/a/b/c"]) {
    const labelOf = labelFinder(directory);
    for (const absolute of [
      "/",
      "/a",
      "/a/b",
      "/a/x",
      "/a/b/c",
      "/a/b/x/y",
      "/a/x/y",
      "/a/x/..y",
      "/x",
      "/..x/y",
    ])
      expect(labelOf(path.resolve(absolute))).toBe(placeIn(directory, absolute, directory).label);
  }
});
