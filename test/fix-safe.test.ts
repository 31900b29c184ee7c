import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { lint } from "../src/api/lint/lint.ts";
import { fenced, problemsOf, values } from "./support/parsed.ts";
import { makeTree } from "./support/tree.ts";

/** SKILL.md after `--fix`; a second run must change nothing. */
async function mended(text: string | Buffer, others: Readonly<Record<string, string>> = {}): Promise<string> {
  const cwd = makeTree({
    "a/SKILL.md": text,
    ...Object.fromEntries(Object.entries(others).map(([file, content]) => [`a/${file}`, content])),
  });
  await lint({ paths: ["."], cwd, fix: "safe" });
  const { changes } = await lint({ paths: ["."], cwd, fix: "safe" });
  expect(changes).toEqual([]);
  return readFileSync(path.join(cwd, "a/SKILL.md"), "utf8");
}

function skill(frontmatter: string, body = "Read it.\n"): string {
  return `---\nname: a\n${frontmatter}\n---\n\n${body}`;
}

it.each([
  ["a colon", "description: Use when: it rains", 'description: "Use when: it rains"'],
  ["a colon and a number sign", "description: Fixes: issue #12", 'description: "Fixes: issue #12"'],
  ["an at sign first", "description: @a and @b are told", 'description: "@a and @b are told"'],
  ["a backtick first", "description: `a` is run", 'description: "`a` is run"'],
  ["a per cent sign first", "description: %a is run", 'description: "%a is run"'],
  ["a bracket first", "description: [Beta] Runs it", 'description: "[Beta] Runs it"'],
  ["an asterisk first", "description: *Runs* it", 'description: "*Runs* it"'],
])("fixes %s", async (_, before, after) => {
  expect(await mended(skill(before))).toBe(skill(after));
});

it.each([
  ["what YAML reads as a tag", "description: Runs it.\ncompatibility: !important for Linux"],
  ["a comment after a value", "description: Runs it. # for all"],
  ["a number sign that hides text", "description: Fixes issue #12. Use when it rains"],
  ["both kinds of quotes and a colon", `description: Says "it's": now`],
  ["brackets that a line-based reader takes for a list", "argument-hint: [a] [b]"],
  ["a linter comment after a value", "description: Runs it. #noqa"],
  ["a comment after a colon", "description: Use when: it rains # or not"],
  ["a number in metadata", "description: Runs it.\nmetadata:\n  version: 1.10\n  on: yes"],
  ["a boolean word", "description: Runs it.\nuser-invocable: yes"],
  ["a date for a license", "description: Runs it.\nlicense: 2026-01-01"],
  ["a list of tools", "description: Runs it.\nallowed-tools:\n  - Read\n  - Write"],
  ["commas between tools", "description: Runs it.\nallowed-tools: Read, Write"],
  ["a tool with a space", "description: Runs it.\nallowed-tools:\n  - Bash(git add *)\n  - Read"],
])("does not fix %s", async (_, frontmatter) => {
  expect(await mended(skill(frontmatter))).toBe(skill(frontmatter));
});

it("fixes only the fences if all lines end in CRLF, and removes text around them", async () => {
  expect(await mended("---\r\nname: a\r\ndescription: Runs it.\r\n---\r\n\r\nRead it.\r\n")).toBe(
    "---\nname: a\r\ndescription: Runs it.\r\n---\n\r\nRead it.\r\n",
  );
  expect(await mended("\ufeff--- \nname: a\ndescription: Runs it.\n---\t\n\nRead it.\n")).toBe(
    skill("description: Runs it."),
  );
});

it("corrects the case of a reference", async () => {
  expect(
    await mended(skill("description: Runs it.", "Read [it](References/B.md).\n"), {
      "references/b.md": "B.\n",
    }),
  ).toBe(skill("description: Runs it.", "Read [it](references/b.md).\n"));
});

it("offers quotes for a value with a number sign only if it cannot be a comment", () => {
  const remedies = [
    "Fixes: issue #12",
    "Fixes: the #deploy channel",
    "Fixes: C # code",
    "Fixes: x #TODO y",
    "Fixes: it # 12",
  ].map((text) => {
    const { problems } = fenced(`name: a\ndescription: ${text}`);
    return problems.map(({ remedy }) => remedy?.safe ?? false);
  });
  expect(remedies).toEqual([[true], [true], [false], [false], [false]]);
});

it("reads a broken value up to its end, including a number sign", () => {
  const document = fenced("name: a\ndescription: Fixes: issue #12");
  expect(values(document)["description"]).toBe("Fixes: issue #12");
  expect(problemsOf(document).map(([kind]) => kind)).toEqual(["yaml-syntax"]);
});
