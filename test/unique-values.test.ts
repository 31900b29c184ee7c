import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { examine, examineAll, type Report } from "../src/engine.ts";
import { readRules } from "../src/engine-rules.ts";
import { runSkills, runSkillsIn } from "./support/io.ts";
import { makeTree } from "./support/tree.ts";

const config = "skills.config.yaml";
const unique = "acme/id: { require: { field: metadata.id, unique-in-collection: true } }";

function skill(name: string, id: string, body = "Read it.\n"): string {
  return `---\nname: ${name}\ndescription: Reads files of the kind ${name}. Use it for ${name}.\nmetadata:\n  id: ${id}\n---\n\n${body}`;
}

/** Skills with these ids, by name. */
function treeOf(ids: Readonly<Record<string, string>>, settings = `rules:\n  ${unique}\n`): string {
  const skills = Object.entries(ids).map(([name, id]) => [`skills/${name}/SKILL.md`, skill(name, id)]);
  return makeTree({ [config]: settings, ...Object.fromEntries(skills) });
}

/** The findings of own rules, and those about suppressions. */
function shown({ subjects }: Pick<Report, "subjects">): readonly string[] {
  return subjects.flatMap(({ path: at, findings }) =>
    findings
      .filter(({ ruleId }) => ruleId.includes("/") || ruleId.startsWith("suppression"))
      .map(({ start, ruleId, severity, message, related, suppressed }) => {
        const others = related.map((place) => `${place.skill}:${place.range?.start.line}`).join(" ");
        return `${at}:${start?.line} ${severity} ${ruleId}: ${message} (${suppressed ? "suppressed" : others})`;
      }),
  );
}

async function lint(cwd: string, ...args: readonly string[]): Promise<readonly string[]> {
  const { stdout, stderr } = await runSkillsIn(cwd, "lint", "--format", "json", ...args);
  expect(stderr).toBe("");
  return shown(JSON.parse(stdout));
}

const suppressing = "<!-- skills-disable acme/id -- it moved -->\n";

const said = '"metadata.id" is "T-1", as in another skill; make it unique';

describe("a value that must be unique", () => {
  it("is reported in each skill that has it, with the locations of the others", async () => {
    const cwd = treeOf({ a: "T-1", b: "T-2", c: "T-1", d: "t-1" });
    const both = [
      `skills/a:5 warning acme/id: ${said} (skills/c:5)`,
      `skills/c:5 warning acme/id: ${said} (skills/a:5)`,
    ];
    expect(await lint(cwd)).toEqual(both);
    expect(await lint(cwd, "--jobs", "2")).toEqual(both);
    const { code, stdout } = await runSkillsIn(cwd, "check", "--max-warnings", "0", "--format", "json");
    expect(code).toBe(1);
    expect(shown(JSON.parse(stdout))).toEqual(both);
  });

  it("names three others at most", async () => {
    const [first] = await lint(treeOf({ a: "T-1", b: "T-1", c: "T-1", d: "T-1", e: "T-1" }));
    expect(first).toBe(`skills/a:5 warning acme/id: ${said} (skills/b:5 skills/c:5 skills/d:5)`);
  });

  it("is each item of a list, which may have it twice", async () => {
    const found = await lint(treeOf({ a: "[x, x, y]", b: "[y, z]", c: "z" }));
    expect(found.map((each) => each.replace(/ warning.* is/, ""))).toEqual([
      'skills/a:5 "y", as in another skill; make it unique (skills/b:5)',
      'skills/b:5 "y", as in another skill; make it unique (skills/a:5)',
      'skills/b:5 "z", as in another skill; make it unique (skills/c:5)',
      'skills/c:5 "z", as in another skill; make it unique (skills/b:5)',
    ]);
  });

  it("is not one that the rule reports for itself, or of another rule", async () => {
    const matching = unique.replace("unique", "matches: '^U-', unique");
    const reported = await lint(treeOf({ a: "T-1", b: "T-1" }, `rules:\n  ${matching}\n`));
    expect(reported).toEqual([
      `skills/a:5 warning acme/id: "metadata.id" is "T-1"; it must match "^U-" ()`,
      `skills/b:5 warning acme/id: "metadata.id" is "T-1"; it must match "^U-" ()`,
    ]);
    const other = "acme/name: { require: { field: name, unique-in-collection: true } }";
    expect(await lint(treeOf({ a: "b", b: "c" }, `rules:\n  ${unique}\n  ${other}\n`))).toEqual([]);
  });

  it("is compared where the rule runs", async () => {
    const ids = { a: "T-1", b: "T-1", c: "T-1" };
    const inTwo = unique.replace(/ }$/, ", when: { paths: [skills/a, skills/b] } }");
    expect(await lint(treeOf(ids, `rules:\n  ${inTwo}\n`))).toEqual([
      `skills/a:5 warning acme/id: ${said} (skills/b:5)`,
      `skills/b:5 warning acme/id: ${said} (skills/a:5)`,
    ]);
    const inOne = `rules:\n  ${unique}\noverrides: [{ paths: [skills/b, skills/c], rules: { acme/id: off } }]\n`;
    expect(await lint(treeOf(ids, inOne))).toEqual([]);
    expect(
      await lint(treeOf(ids, `rules:\n  ${unique.replace(/ }$/, ", when: { license: MIT } }")}\n`)),
    ).toEqual([]);
  });

  it("has a severity and a message, and is suppressed and in a baseline as others", async () => {
    const own = unique.replace(/ }$/, ", severity: error, message: '{found} is taken' }");
    const cwd = treeOf({ a: "T-1", b: "T-1" }, `rules:\n  ${own}\n`);
    writeFileSync(path.join(cwd, "skills/b/SKILL.md"), skill("b", "T-1", suppressing));
    expect(await lint(cwd)).toEqual([
      "skills/a:5 error acme/id: T-1 is taken (skills/b:5)",
      "skills/b:5 error acme/id: T-1 is taken (suppressed)",
    ]);
    expect((await runSkillsIn(cwd, "lint", "--write-baseline", "known.json")).code).toBe(0);
    expect((await runSkillsIn(cwd, "lint", "--baseline", "known.json")).code).toBe(0);
    expect((await runSkillsIn(cwd, "lint")).code).toBe(1);
  });

  it("is compared to its end, or the finding says that it is not", async () => {
    const many = `[${Array.from({ length: 101 }, (_, at) => `i${at}`).join(", ")}]`;
    const unfinished = /was not checked to its end/;
    for (const id of [many, "x".repeat(2001)]) {
      const found = await lint(treeOf({ a: id, b: "T-2" }));
      expect(found).toEqual([expect.stringMatching(unfinished)]);
    }
    const found = await lint(treeOf({ a: "x".repeat(2000), b: "x".repeat(2000) }));
    expect(found).toHaveLength(2);
    expect(found.join("\n")).not.toMatch(unfinished);
  });
});

describe("a run over some of the skills", () => {
  it("compares what a cache has with what has changed", async () => {
    const cwd = treeOf({ a: "T-1", b: "T-2" });
    const cached = ["--cache", "--cache-location", "cache"];
    expect(await lint(cwd, ...cached)).toEqual([]);
    writeFileSync(path.join(cwd, "skills/b/SKILL.md"), skill("b", "T-1"));
    const found = await lint(cwd, ...cached);
    expect(found).toHaveLength(2);
    expect(await lint(cwd, ...cached)).toEqual(found);
  });

  it("compares changed skills with all others, and reports only the changed ones", async () => {
    const cwd = treeOf({ a: "T-1", b: "T-2", c: "T-3" });
    const git = (...words: readonly string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...words], {
        cwd,
        stdio: "ignore",
      });
    git("init");
    git("add", "-A");
    git("commit", "-m", "x");
    writeFileSync(path.join(cwd, "skills/b/SKILL.md"), skill("b", "T-1"));
    const { code, stdout } = await runSkillsIn(
      cwd,
      "lint",
      "--changed",
      "--max-warnings",
      "0",
      "--format",
      "json",
    );
    expect(shown(JSON.parse(stdout))).toEqual([`skills/b:5 warning acme/id: ${said} (skills/a:5)`]);
    expect(code).toBe(1);
  });

  it("does not call a suppression unused that needs the others", async () => {
    const suppressed = skill("a", "T-1", suppressing);
    const cwd = treeOf({ a: "T-1", b: "T-2" });
    writeFileSync(path.join(cwd, "skills/a/SKILL.md"), suppressed);
    expect(await lint(cwd)).toEqual([expect.stringContaining("suppression-unused")]);
    expect(await lint(cwd, "skills/a")).toEqual([]);
    const own = readRules(`rules:\n  ${unique}\n`);
    expect(shown(examine({ "SKILL.md": suppressed }, { name: "a", own }))).toEqual([]);
  });
});

it("is compared by the engine, of several skills", () => {
  const own = readRules(`rules:\n  ${unique}\n`);
  const skills = ["a", "b"].map((name) => ({ name, files: { "SKILL.md": skill(name, "T-1") } }));
  expect(shown(examineAll(skills, { own }))).toEqual([
    `a:5 warning acme/id: ${said} (b:5)`,
    `b:5 warning acme/id: ${said} (a:5)`,
  ]);
  expect(shown(examine(skills[0]!.files, { name: "a", own }))).toEqual([]);
});

it("is not compared between lines on standard input", async () => {
  const cwd = treeOf({});
  const lines = ["a", "b"].map((name) => {
    const text = skill(name, name === "a" ? "T-1" : "[{}, T-1]", suppressing);
    return JSON.stringify({ name, files: [{ path: "SKILL.md", text }] });
  });
  const { stdout } = await runSkills(["lint", "--stdin-ndjson"], {
    cwd,
    stdin: Buffer.from(lines.join("\n")),
  });
  const found = stdout
    .split("\n")
    .slice(0, -1)
    .flatMap((line) => shown({ subjects: [JSON.parse(line).subject] }));
  expect(found).toEqual([
    'b:5 warning acme/id: "metadata.id" is no string; it must be a string (suppressed)',
  ]);
});

it("is tested by examples with several skills", async () => {
  const examples = (good: string, bad: string): string => `rules:
  acme/id:
    require: { field: metadata.id, unique-in-collection: true }
    examples:
      good: [{ a/SKILL.md: ${JSON.stringify(skill("a", "1"))}, b/SKILL.md: ${JSON.stringify(skill("b", good))} }]
      bad: [{ a/SKILL.md: ${JSON.stringify(skill("a", "1"))}, b/SKILL.md: ${JSON.stringify(skill("b", bad))} }]
`;
  const test = (good: string, bad: string) =>
    runSkillsIn(makeTree({ [config]: examples(good, bad) }), "rules", "test");
  expect(await test("2", "1")).toMatchObject({ code: 0 });
  const { code, stdout } = await test("1", "2");
  expect(code).toBe(1);
  expect(stdout).toBe(
    'failed  acme/id: good 1\n          a/SKILL.md:5:7: "metadata.id" is "1", as in another skill; make it unique\n          b/SKILL.md:5:7: "metadata.id" is "1", as in another skill; make it unique\nfailed  acme/id: bad 1\n          nothing was found in any of the skills\n\n0 examples passed, 2 failed\n',
  );
});
