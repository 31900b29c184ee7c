import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

/** Two skills, each with a byte-order mark that a safe fix removes. */
function makeMarked(): string {
  return makeTree({ "a/SKILL.md": `\ufeff${skillMd("a")}`, "b/SKILL.md": `\ufeff${skillMd("b")}` });
}

const marked = (cwd: string): readonly boolean[] =>
  ["a", "b"].map((name) => readFileSync(path.join(cwd, name, "SKILL.md"), "utf8").startsWith("\ufeff"));

async function fix(cwd: string, typed: readonly string[], ...args: readonly string[]) {
  return runSkills(["lint", "--fix", "--interactive", ...args], { cwd, typed });
}

it.each<[string, readonly string[], readonly [boolean, boolean]]>([
  ["yes and no", ["y", "n"], [false, true]],
  ["no by default", ["", "yes"], [true, false]],
  ["all", ["all"], [false, false]],
  ["no, then all", ["no", "a"], [true, false]],
  ["quit", ["q"], [true, true]],
  ["yes, then quit", ["yes", "quit"], [false, true]],
])("applies the accepted fixes only: %s", async (_, typed, left) => {
  const cwd = makeMarked();
  const { stdout } = await fix(cwd, typed);
  expect(marked(cwd)).toEqual(left);
  expect(stdout.split(": fixed: ").length - 1).toBe(left.filter((each) => !each).length);
});

it("shows each finding with its patch, escaped, and asks again after another answer", async () => {
  const cwd = makeMarked();
  const { stderr } = await fix(cwd, ["maybe", "n", "n"]);
  expect(stderr.split("Apply this fix? (yes, no, all, quit) [no]: ").length - 1).toBe(3);
  expect(stderr).toContain("  answer yes, no, all or quit\n");
  expect(stderr).toMatch(/\na\/SKILL\.md:1:1  \[byte-order-mark\]\n  file starts with a byte-order mark/);
  expect(stderr).toContain("--- a/a/SKILL.md\n+++ b/a/SKILL.md\n@@ -1,4 +1,4 @@\n-\\u{feff}---\n+---\n");
});

it("writes nothing if the input ends before all are answered", async () => {
  const cwd = makeMarked();
  const { code, stderr } = await fix(cwd, ["y"]);
  expect([code, marked(cwd)]).toEqual([2, [true, true]]);
  expect(stderr).toContain("the input ended before all questions were answered; nothing was written\n");
});

it("asks about each fix once, and applies no declined one later", async () => {
  const cwd = makeTree({
    "a/SKILL.md":
      "\ufeff---\nname: a\ndescription: Fills forms. Use when: a form is to be filled.\n---\n\nDo it.\n",
  });
  const { stderr } = await fix(cwd, ["y", "n", "n", "n"]);
  const asked = Array.from(stderr.matchAll(/\[([a-z-]+)\]\n {2}/g), ([, rule]) => rule);
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.length).toBeGreaterThan(0);
  expect(readFileSync(path.join(cwd, "a/SKILL.md"), "utf8").includes("Use when: a form")).toBe(true);
});

it("applies safe fixes without --fix", async () => {
  const cwd = makeMarked();
  await runSkills(["lint", "--interactive"], { cwd, typed: ["y", "n"] });
  expect(marked(cwd)).toEqual([false, true]);
});

it("needs a terminal, and fixes to ask about", async () => {
  const cwd = makeMarked();
  expect(await runSkills(["lint", "--fix", "--interactive"], { cwd })).toEqual({
    code: 2,
    stdout: "",
    stderr:
      "skills: --interactive needs a terminal to ask at\nuse --fix without it, or --dry-run to see the changes\n",
  });
  for (const flags of [["--dry-run"], ["--fix", "--dry-run"]])
    expect((await runSkills(["lint", "--interactive", ...flags], { cwd, typed: [] })).stderr).toContain(
      "--interactive cannot be used with --dry-run; use one of them",
    );
  expect(marked(cwd)).toEqual([true, true]);
});
