import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { SkillRoot } from "../src/model/agent.ts";
import { scanRoots, type ScanBounds } from "../src/find/scan-roots.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const project = { scope: "project", path: ".agents/skills" } as const;
const user = { scope: "user", path: "~/.agents/skills" } as const;

function makeSkills(...directories: readonly string[]): string {
  return makeTree(
    Object.fromEntries(
      directories.map((directory) => [`${directory}/SKILL.md`, skillMd(path.basename(directory))]),
    ),
  );
}

function scan(tree: string, bounds: ScanBounds = { depth: 3 }): readonly SkillRoot[] {
  return scanRoots(
    [project, user],
    { project: path.join(tree, "project"), home: path.join(tree, "home") },
    bounds,
  );
}

function paths({ skills }: SkillRoot): readonly string[] {
  return skills.map((skill) => skill.path);
}

it("lists roots and skills with the same paths on every machine, in the order of the roots", () => {
  const [ofProject, ofUser] = scan(
    makeSkills("project/.agents/skills/b", "project/.agents/skills/a", "home/.agents/skills/c"),
  );
  expect(ofProject).toMatchObject({
    scope: "project",
    path: "/project/.agents/skills",
    without: [],
    unread: [],
  });
  expect(paths(ofProject!)).toEqual(["/project/.agents/skills/a", "/project/.agents/skills/b"]);
  expect(paths(ofUser!)).toEqual(["/home/user/.agents/skills/c"]);
  expect(ofProject!.skills[0]!.source.label).toBe("/project/.agents/skills/a");
});

it("says that a root is missing, and finds nothing in it", () => {
  const tree = makeSkills("project/.agents/skills/a");
  expect(scan(tree)[1]).toEqual({
    scope: "user",
    path: "/home/user/.agents/skills",
    directory: path.join(tree, "home/.agents/skills"),
    missing: true,
    skills: [],
    without: [],
    unread: [],
  });
});

it("shows an absolute root inside the project as of the project, and another where it is", () => {
  const tree = makeSkills("project/own/a", "other/b");
  const specs = [path.join(tree, "project/own"), path.join(tree, "other")].map(
    (root) => ({ scope: "builtin", path: root }) as const,
  );
  const [inside, outside] = scanRoots(
    specs,
    { project: path.join(tree, "project"), home: path.join(tree, "home") },
    { depth: 0 },
  );
  expect(inside!.path).toBe("/project/own");
  expect(outside!.path).toBe(path.join(tree, "other"));
  expect(outside!.skills).toHaveLength(1);
});

it("skips .git, node_modules and loose files, and does not look below a SKILL.md", () => {
  const tree = makeSkills(
    "project/.agents/skills/a",
    "project/.agents/skills/a/nested",
    "project/.agents/skills/.git/b",
    "project/.agents/skills/group/node_modules/c",
    "project/.agents/skills/group/d",
  );
  expect(paths(scan(tree)[0]!)).toEqual(["/project/.agents/skills/a", "/project/.agents/skills/group/d"]);
});

it("stops at the given depth and reports the directories it did not open", () => {
  const tree = makeSkills("project/.agents/skills/1/2/3/four", "project/.agents/skills/1/2/3/4/five");
  const [root] = scan(tree);
  expect(root!.skills).toMatchObject([{ path: "/project/.agents/skills/1/2/3/four", depth: 3 }]);
  expect(root!.unread).toEqual([
    { path: "/project/.agents/skills/1/2/3/4", reason: "its contents are more than 4 directories deep" },
  ]);
  expect(scan(tree, { depth: 0 })[0]).toMatchObject({
    skills: [],
    without: ["/project/.agents/skills/1"],
    unread: [],
  });
});

it("looks into so many directories below a root and says what it left out", () => {
  const tree = makeTree(
    Object.fromEntries(
      Array.from({ length: 5 }, (_, index) => [`project/.agents/skills/d${index}/x/readme.md`, ""]),
    ),
  );
  const { unread } = scan(tree, { depth: 3, directories: 4 })[0]!;
  expect(unread).toEqual(
    ["d2", "d3", "d4"].map((name) => ({
      path: `/project/.agents/skills/${name}`,
      reason: "more than 4 directories below the root",
    })),
  );
});

it("follows a symlink to a skill, notes that the skill was found before, and survives a loop of symlinks", () => {
  const tree = makeSkills("project/.agents/skills/real", "elsewhere/away");
  const at = (file: string): string => path.join(tree, file);
  mkdirSync(at("home/.agents/skills"), { recursive: true });
  symlinkSync(at("project/.agents/skills/real"), at("home/.agents/skills/same"));
  symlinkSync(at("elsewhere/away"), at("home/.agents/skills/away"));
  symlinkSync(at("home/.agents/skills"), at("home/.agents/skills/loop"));
  symlinkSync("nowhere", at("home/.agents/skills/dangling"));
  const { skills } = scan(tree)[1]!;
  expect(skills.map(({ path: shown, sameAs }) => [shown, sameAs])).toEqual([
    ["/home/user/.agents/skills/away", undefined],
    ["/home/user/.agents/skills/same", "/project/.agents/skills/real"],
  ]);
  expect(scan(tree, { depth: 3, skipsLinks: true })[1]!.skills).toEqual([]);
});

it("takes a skill's own link before the skill for the skill", () => {
  const tree = makeSkills("project/.agents/skills/b");
  symlinkSync("b", path.join(tree, "project/.agents/skills/a"));
  expect(scan(tree)[0]!.skills.map(({ path: shown, sameAs }) => [shown, sameAs])).toEqual([
    ["/project/.agents/skills/a", undefined],
    ["/project/.agents/skills/b", "/project/.agents/skills/a"],
  ]);
});

it("asks for a SKILL.md in that very spelling, and for no directory of that name", () => {
  const tree = makeTree({
    "project/.agents/skills/a/skill.md": "",
    "project/.agents/skills/b/SKILL.md/readme.md": "",
    "project/.agents/skills/SKILL.md": "",
  });
  expect(scan(tree)[0]).toMatchObject({
    skills: [],
    without: ["/project/.agents/skills/a", "/project/.agents/skills/b"],
  });
});

it("finds a skill that git ignores", () => {
  const tree = makeSkills("project/.agents/skills/a", "project/.agents/skills/own");
  writeFileSync(path.join(tree, "project/.gitignore"), ".agents/skills/own\n");
  mkdirSync(path.join(tree, "project/.git"));
  expect(paths(scan(tree)[0]!).map((each) => path.basename(each))).toEqual(["a", "own"]);
});
