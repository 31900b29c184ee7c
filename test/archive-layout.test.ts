import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { findSkill, findSkills } from "../src/archive/find-skills.ts";
import { ArchiveRefused, type ArchiveContents } from "../src/model/archive.ts";

function holding(paths: readonly string[], directories: readonly string[] = []): ArchiveContents {
  return {
    format: "zip",
    profile: "foreign",
    files: paths.map((path) => ({ path, bytes: Buffer.from(path), executable: false })),
    directories,
    notes: [],
  };
}

function refusal(work: () => unknown): Pick<ArchiveRefused, "code" | "message" | "entry"> | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    return {
      code: error.code,
      message: error.message,
      ...(error.entry === undefined ? {} : { entry: error.entry }),
    };
  }
}

it("finds a skill in its directory, and names its files from there", () => {
  const { files, ...rest } = findSkill(holding(["demo/SKILL.md", "demo/a/b.md"], ["demo", "demo/a"]));
  expect(rest).toEqual({ layout: "wrapped", directory: "demo" });
  expect(files).toEqual([
    { path: "SKILL.md", bytes: Buffer.from("demo/SKILL.md"), executable: false },
    { path: "a/b.md", bytes: Buffer.from("demo/a/b.md"), executable: false },
  ]);
});

it("finds a skill at the root", () => {
  const contents = holding(["SKILL.md", "a/b.md"], ["a"]);
  expect(findSkill(contents)).toEqual({ layout: "root", files: contents.files });
});

it("takes a SKILL.md that stands deeper for a file like others", () => {
  expect(findSkill(holding(["demo/SKILL.md", "demo/fixtures/SKILL.md"])).files).toHaveLength(2);
  expect(findSkill(holding(["SKILL.md", "a/b/SKILL.md"])).layout).toBe("root");
});

it("refuses two skills, and files beside the skill", () => {
  expect(refusal(() => findSkill(holding(["a/SKILL.md", "b/SKILL.md"])))).toEqual({
    code: "two-roots",
    message: '"a/SKILL.md" and "b/SKILL.md" are there, expected one SKILL.md',
    entry: "b/SKILL.md",
  });
  expect(refusal(() => findSkill(holding(["SKILL.md", "b/SKILL.md"])))?.code).toBe("two-roots");
  expect(refusal(() => findSkill(holding(["demo/SKILL.md", "other/a.md"])))).toEqual({
    code: "two-roots",
    message: '"other/a.md" stands outside the skill, expected everything in "demo/"',
    entry: "other/a.md",
  });
  expect(refusal(() => findSkill(holding(["demo/SKILL.md"], ["demo", "demo2"])))).toEqual({
    code: "two-roots",
    message: '"demo2/" stands outside the skill, expected everything in "demo/"',
    entry: "demo2/",
  });
});

it("says what macOS adds", () => {
  expect(refusal(() => findSkill(holding(["demo/SKILL.md", "__MACOSX/demo/._SKILL.md"])))).toEqual({
    code: "two-roots",
    message:
      '"__MACOSX/demo/._SKILL.md" stands outside the skill, where macOS puts what it keeps beside files, expected everything in "demo/"',
    entry: "__MACOSX/demo/._SKILL.md",
  });
});

it("says what to rename, and what to pack instead", () => {
  expect(refusal(() => findSkill(holding(["demo/skill.md"])))).toEqual({
    code: "skill-md",
    message: '"demo/skill.md" is spelled otherwise, expected "demo/SKILL.md": rename it and pack again',
    entry: "demo/skill.md",
  });
  expect(refusal(() => findSkill(holding(["Skill.MD"])))?.message).toBe(
    '"Skill.MD" is spelled otherwise, expected "SKILL.md": rename it and pack again',
  );
  expect(refusal(() => findSkill(holding(["repo/skills/a/SKILL.md"])))?.message).toBe(
    'the first SKILL.md is "repo/skills/a/SKILL.md", expected one at the root or in the one directory there: unpack the archive, and take "repo/skills/a" by itself',
  );
  expect(refusal(() => findSkill(holding(["demo/README.md"])))).toEqual({
    code: "skill-md",
    message: "no SKILL.md is there, expected one at the root or in the one directory there",
  });
});

it("finds each of several skills that have a directory of their own", () => {
  const skills = findSkills(holding(["a/SKILL.md", "b/SKILL.md", "a/x.md"], ["a", "b"]));
  expect(
    skills.map(({ directory, layout, files }) => [directory, layout, files.map(({ path }) => path)]),
  ).toEqual([
    ["a", "wrapped", ["SKILL.md", "x.md"]],
    ["b", "wrapped", ["SKILL.md"]],
  ]);
  expect(findSkills(holding(["demo/SKILL.md", "demo/a.md"]))).toHaveLength(1);
  expect(findSkills(holding(["SKILL.md", "a.md"]))).toHaveLength(1);
  expect(refusal(() => findSkills(holding(["a/SKILL.md", "b/SKILL.md", "README.md"])))).toEqual({
    code: "two-roots",
    message: '"README.md" stands outside the skill, expected everything in the directory of a skill',
    entry: "README.md",
  });
  expect(refusal(() => findSkills(holding(["SKILL.md", "b/SKILL.md"])))?.code).toBe("two-roots");
  expect(refusal(() => findSkills(holding([])))?.code).toBe("skill-md");
});
