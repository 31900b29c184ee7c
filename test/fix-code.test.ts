import { describe, expect, it } from "vitest";
import { loadSkill } from "../src/lint/load-skill.ts";
import { planFixes } from "../src/lint/fix.ts";
import type { Diagnostic } from "../src/model/report.ts";
import type { SkillSource } from "../src/model/source.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { lintRules } from "../src/rules/lists/lint-rules.ts";
import { casesOf, diagnose, openCase } from "./support/fixtures.ts";
import { skillMd } from "./support/tree.ts";

/** The code of a text, found independently of the program: lines of fences, spans in backticks, whole scripts. */
function codeOf(path: string, text: string): readonly string[] {
  const lines = text.replace(/^[\ufeff\s]+/, "").split(/\r\n|\r|\n/);
  if (!path.endsWith(".md")) return lines;
  const body = lines.slice(Math.max(0, lines.indexOf("---", 1)));
  let fenced = false;
  return body.flatMap((line) => {
    if (/^\s*(?:```|~~~)/.test(line)) {
      fenced = !fenced;
      return [];
    }
    return fenced || /^ {4}/.test(line)
      ? [line]
      : Array.from(line.matchAll(/`([^`]+)`/g), ([, code = ""]) => code);
  });
}

/** The files whose code the safe fixes of a skill change, with the code before and after. */
function changedCode(source: SkillSource, diagnostics: readonly Diagnostic[]): readonly unknown[] {
  const { skill, textOf } = loadSkill(source, []);
  const paths = skill.files.filter(({ kind }) => kind === "file").map(({ path }) => path);
  const texts = new Map(
    paths.map((path) => [path, textOf(path)?.text ?? Buffer.from(source.read(path)).toString()]),
  );
  const plan = planFixes({ paths: new Set(paths), files: new Set(paths), texts }, diagnostics, "safe");
  return Array.from(plan.texts, ([path, after]) => [
    path,
    codeOf(path, texts.get(path)!),
    codeOf(path, after),
  ]).filter(([, before, after]) => JSON.stringify(before) !== JSON.stringify(after));
}

describe.each(lintRules.filter(({ meta }) => meta.fixable).map(({ meta }) => meta.id))(
  "the safe fixes of %s",
  (id) => {
    it.each(casesOf(id).map((each) => [each.name, each] as const))("do not change code in %s", (_, each) => {
      const source = openCase(each);
      expect(changedCode(source, diagnose(id, source))).toEqual([]);
    });
  },
);

const files = { "references/forms.md": "Forms.\n", "scripts/fill.py": "print()\n" };

function fixesIn(rule: string, body: string): readonly boolean[] {
  const source = openMemory("a", { "SKILL.md": skillMd("a", body), ...files });
  const diagnostics = diagnose(rule, source);
  expect(changedCode(source, diagnostics)).toEqual([]);
  return diagnostics.flatMap(({ fixes }) => fixes.map(({ safe }) => safe));
}

it.each([
  ["a link", "[a](References/forms.md)\n", true],
  ["an image", "![a](References/forms.md)\n", true],
  ["a definition", "[a]\n\n[a]: References/forms.md\n", true],
  ["an attribute", '<a href="References/forms.md">a</a>\n', true],
  ["a link after code", "Run `a`, `b` and [a](References/forms.md) and `c`.\n", true],
  ["a link after the name of a tag", "In `<code>` read [a](References/forms.md).\n", true],
  ["a link after a fence", "```sh\nls\n```\n\n[a](References/forms.md)\n", true],
  ["a link in a list's item", "- a\n  - [a](References/forms.md)\n", true],
  ["a code span", "Read `References/forms.md`.\n", false],
  ["a double code span", "Read ``References/forms.md``.\n", false],
  ["a fence", "```sh\ncat References/forms.md\n```\n", false],
  ["a fence in a list's item", "- a\n\n  ~~~sh\n  cat References/forms.md\n  ~~~\n", false],
  ["an attribute between the tags of code", '<code><a href="References/forms.md">a</a></code>\n', false],
  ["an attribute in a block of code", '<pre>\n<a href="References/forms.md">a</a>\n</pre>\n', false],
])("corrects the case of a path as a safe fix only outside code: %s", (_, body, safe) => {
  expect(fixesIn("reference-case", body)).toEqual([safe]);
});

it.each([
  ["prose", "Run scripts\\fill.py now.\n", true],
  ["a code span", "Run `scripts\\fill.py` now.\n", false],
  ["a fence", "```sh\npython3 scripts\\fill.py\n```\n", false],
  ["an indented block", "Run:\n\n    python3 scripts\\fill.py\n\nAnd so on.\n", false],
  ["the text's last line, indented", "Run:\n\n    python3 scripts\\fill.py\n", false],
  ["tags", "Run <code>scripts\\fill.py</code> now.\n", false],
])("replaces backslashes as a safe fix only outside code: %s", (_, body, safe) => {
  expect(fixesIn("path-backslash", body)).toEqual([safe]);
});

it("still fixes line endings of a script, and text before its first line", () => {
  const safe = (rule: string, script: string): readonly unknown[] =>
    diagnose(rule, openMemory("a", { "SKILL.md": skillMd("a"), "run.sh": script })).flatMap(({ fixes }) =>
      fixes.map((fix) => fix.safe),
    );
  expect(safe("script-line-endings", "#!/bin/sh\r\nls\r\n")).toEqual([true]);
  expect(safe("script-shebang", "\n#!/bin/sh\nls\n")).toEqual([true]);
});
