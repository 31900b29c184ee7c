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

it("finds a skill in its directory, with paths relative to it", () => {
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

it("treats a deeper SKILL.md as a file like any other", () => {
  expect(findSkill(holding(["demo/SKILL.md", "demo/fixtures/SKILL.md"])).files).toHaveLength(2);
  expect(findSkill(holding(["SKILL.md", "a/b/SKILL.md"])).layout).toBe("root");
});

it("refuses two skills, and files outside the skill", () => {
  expect(refusal(() => findSkill(holding(["a/SKILL.md", "b/SKILL.md"])))).toEqual({
    code: "two-roots",
    message: 'archive has more than one skill: "a/SKILL.md" and "b/SKILL.md"; pack each separately',
    entry: "b/SKILL.md",
  });
  expect(refusal(() => findSkill(holding(["SKILL.md", "b/SKILL.md"])))?.code).toBe("two-roots");
  expect(refusal(() => findSkill(holding(["demo/SKILL.md", "other/a.md"])))).toEqual({
    code: "two-roots",
    message: '"other/a.md" is outside the skill; leave it out or move it into "demo/"',
    entry: "other/a.md",
  });
  expect(refusal(() => findSkill(holding(["demo/SKILL.md"], ["demo", "demo2"])))).toEqual({
    code: "two-roots",
    message: '"demo2/" is outside the skill; leave it out or move it into "demo/"',
    entry: "demo2/",
  });
});

it("recognizes macOS metadata", () => {
  expect(refusal(() => findSkill(holding(["demo/SKILL.md", "__MACOSX/demo/._SKILL.md"])))).toEqual({
    code: "two-roots",
    message: '"__MACOSX/demo/._SKILL.md" is macOS metadata outside the skill; leave it out',
    entry: "__MACOSX/demo/._SKILL.md",
  });
});

it("suggests what to rename, or what to pack instead", () => {
  expect(refusal(() => findSkill(holding(["demo/skill.md"])))).toEqual({
    code: "skill-md",
    message: '"demo/skill.md" is misnamed; rename it to "demo/SKILL.md" and pack again',
    entry: "demo/skill.md",
  });
  expect(refusal(() => findSkill(holding(["Skill.MD"])))?.message).toBe(
    '"Skill.MD" is misnamed; rename it to "SKILL.md" and pack again',
  );
  expect(refusal(() => findSkill(holding(["repo/skills/a/SKILL.md"])))?.message).toBe(
    '"repo/skills/a/SKILL.md" is too deep for a skill\'s SKILL.md; unpack the archive and pack "repo/skills/a" by itself',
  );
  expect(refusal(() => findSkill(holding(["demo/README.md"])))).toEqual({
    code: "skill-md",
    message: "archive has no SKILL.md at its root or in its only directory",
  });
});

it("finds several skills, each in its own directory", () => {
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
    message: '"README.md" is outside the skill; leave it out or move it into a skill\'s directory',
    entry: "README.md",
  });
  expect(refusal(() => findSkills(holding(["SKILL.md", "b/SKILL.md"])))?.code).toBe("two-roots");
  expect(refusal(() => findSkills(holding([])))?.code).toBe("skill-md");
});
