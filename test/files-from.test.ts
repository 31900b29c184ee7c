import { symlinkSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { parseFileList } from "../src/api/scope/file-list.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const bytes = (text: string, encoding: BufferEncoding = "utf8"): Buffer => Buffer.from(text, encoding);

it("reads names that end in NUL or a line ending, as written by git and PowerShell", () => {
  expect(parseFileList(bytes('a\0b\nc\0"d"\0'))).toEqual(["a", "b\nc", '"d"']);
  expect(parseFileList(bytes("a\0b\0c\0"))).toEqual(["a", "b", "c"]);
  expect(parseFileList(bytes("a b\r\n\n c\nd"))).toEqual(["a b", " c", "d"]);
  expect(parseFileList(bytes('"\\303\\251 \\"x\\" \\\\ \\t.md"\n"a\n'))).toEqual(['é "x" \\ \t.md', '"a']);
  expect(parseFileList(bytes("\ufeffa\r\né\r\n", "utf16le"))).toEqual(["a", "é"]);
  expect(parseFileList(bytes("\ufeffa\n"))).toEqual(["a"]);
  expect(parseFileList(bytes(""))).toEqual([]);
});

const tree = {
  "skills/a/SKILL.md": skillMd("a"),
  "skills/a/x/y.md": "y\n",
  "skills/b/SKILL.md": skillMd("b"),
  "skills/c/SKILL.md": skillMd("c"),
  "README.md": "x\n",
};

async function checked(cwd: string, list: string, ...args: readonly string[]): Promise<readonly unknown[]> {
  const { code, stdout, stderr } = await runSkills(
    ["lint", "--format", "json", "--files-from", "-", ...args],
    { cwd, stdin: bytes(list) },
  );
  return [code, JSON.parse(stdout).subjects.map((subject: { path: string }) => subject.path), stderr];
}

it("checks the skills that contain the files, deleted or not, and counts files outside any skill", async () => {
  const cwd = makeTree(tree);
  expect(await checked(cwd, "skills/a/x/y.md\nskills/c/gone.md\nREADME.md\n")).toEqual([
    0,
    ["skills/a", "skills/c"],
    "skills: 2 of 3 skills contain listed files; 1 file of 3 outside any skill\n",
  ]);
  expect(await checked(cwd, `${path.join(cwd, "skills/b/SKILL.md")}\0`)).toEqual([
    0,
    ["skills/b"],
    "skills: 1 of 3 skills contains listed files\n",
  ]);
  expect(await checked(path.join(cwd, "skills/b"), "../c/SKILL.md\n", "..")).toEqual([
    0,
    ["../c"],
    "skills: 1 of 3 skills contains listed files\n",
  ]);
});

it("exits with 0 and a message if no skill contains a listed file", async () => {
  const cwd = makeTree(tree);
  expect(await checked(cwd, "README.md\n")).toEqual([
    0,
    [],
    "skills: 0 of 3 skills contain listed files; 1 file of 1 outside any skill\n",
  ]);
  expect(await checked(cwd, "")).toEqual([0, [], "skills: no file is listed; checking no skill\n"]);
});

it("finds a skill by the path of a link to it, and by the link's target", async () => {
  const cwd = makeTree({ "real/SKILL.md": skillMd("link") });
  symlinkSync("real", path.join(cwd, "link"));
  expect(await checked(cwd, "real/SKILL.md\n", "link")).toEqual([
    0,
    ["link"],
    "skills: 1 of 1 skill contains listed files\n",
  ]);
  expect(await checked(cwd, "link/SKILL.md\n", "link")).toEqual([
    0,
    ["link"],
    "skills: 1 of 1 skill contains listed files\n",
  ]);
});

it("reads the list from a file, and refuses a missing file or a second use of standard input", async () => {
  const cwd = makeTree({ ...tree, list: "skills/b/SKILL.md\n" });
  const run = async (...args: readonly string[]) => {
    const { code, stderr } = await runSkills(["validate", ...args], { cwd });
    return [code, stderr];
  };
  expect(await run("--files-from", "list")).toEqual([0, "skills: 1 of 3 skills contains listed files\n"]);
  expect(await run("--files-from", "none")).toEqual([2, 'skills: there is no "none"\n']);
  expect(await run("--files-from", "skills")).toEqual([
    2,
    'skills: cannot read "skills": a directory\nto read the list of another program, use "-" for standard input\n',
  ]);
  expect(await run("--files-from", "-", "-", "--stdin-name", "x")).toEqual([
    2,
    "skills: standard input cannot be both a list of files and a SKILL.md\n",
  ]);
});

it("checks all skills if the config, a config it extends or the baseline is listed", async () => {
  const cwd = makeTree({
    ...tree,
    "skills.config.yaml": "extends: ./base.yaml\nbaseline: known.json\n",
    "base.yaml": "rules: {body-length: off}\n",
  });
  expect((await runSkills(["lint", "--write-baseline", "known.json"], { cwd })).code).toBe(0);
  const all = ["skills/a", "skills/b", "skills/c"];
  const because = (file: string): string => `skills: "${file}" changed; checking all 3 skills\n`;
  for (const file of ["skills.config.yaml", "base.yaml", "known.json"]) {
    const [code, subjects, said] = await checked(cwd, `skills/a/x/y.md\n${file}\n`);
    expect([code, subjects, String(said).split("\n")[0] + "\n"]).toEqual([0, all, because(file)]);
  }
  expect((await checked(cwd, "skills/a/x/y.md\nbase.yaml\n", "--no-config"))[1]).toEqual(["skills/a"]);
  expect((await checked(path.join(cwd, "skills"), "../skills.config.yaml\n", "a", "b"))[1]).toEqual([
    "a",
    "b",
  ]);
  expect(
    (
      await runSkills(["validate", "--files-from", "-"], {
        cwd,
        stdin: bytes("base.yaml\n"),
      })
    ).stderr,
  ).toBe(because("base.yaml"));
});
