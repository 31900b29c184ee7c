import { expect, it } from "vitest";
import { colorPaint } from "../src/cli/terminal-paint.ts";
import { plainPaint } from "../src/model/paint.ts";
import { drawPatch } from "../src/report/drawing/patch-text.ts";
import { unifiedDiff } from "../src/report/drawing/unified-diff.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

function patchOf(before: string, after: string): string {
  return unifiedDiff([
    { label: "a", directory: "a", from: "SKILL.md", to: "SKILL.md", text: { before, after } },
  ]);
}

const [red, green, end] = ["\x1b[31m", "\x1b[32m", "\x1b[39m"];
const mark = (text: string): string => `\x1b[4m${text}\x1b[24m`;

function changedLines(patch: string): readonly string[] {
  return drawPatch(patch, colorPaint)
    .split("\n")
    .filter((line) => line.startsWith(red) || line.startsWith(green));
}

it("marks the changed characters of a changed line", () => {
  expect(changedLines(patchOf("name: Forms\n", "name: forms\n"))).toEqual([
    `${red}-name: ${mark("F")}orms${end}`,
    `${green}+name: ${mark("f")}orms${end}`,
  ]);
  expect(changedLines(patchOf("See docs.\n", "See the docs.\n"))).toEqual([
    `${red}-See docs.${end}`,
    `${green}+See ${mark("the ")}docs.${end}`,
  ]);
  expect(changedLines(patchOf("😀 a\n", "😁 a\n"))).toEqual([
    `${red}-${mark("😀")} a${end}`,
    `${green}+${mark("😁")} a${end}`,
  ]);
});

it("marks nothing in lines without anything in common, or without a counterpart", () => {
  expect(changedLines(patchOf("abc\n", "xyz\n"))).toEqual([`${red}-abc${end}`, `${green}+xyz${end}`]);
  expect(changedLines(patchOf("abc\n", "abd\nabe\n"))).toEqual([
    `${red}-abc${end}`,
    `${green}+abd${end}`,
    `${green}+abe${end}`,
  ]);
});

it("takes a removed line that starts with dashes for no heading", () => {
  expect(changedLines(patchOf("a\n-- b\n", "a\n"))).toEqual([`${red}--- b${end}`]);
});

it("adds only colors, and escapes what a terminal would obey", () => {
  const patch = patchOf("a\tb\n\x1b[2J old\n", "a\tc\n\x1b[2J new\n");
  const plain = drawPatch(patch, plainPaint);
  expect(plain).toBe(patch.replaceAll("\x1b", "\\x1b"));
  expect(drawPatch(patch, colorPaint).replace(/\x1b\[\d+m/g, "")).toBe(plain);
});

it("prints the bytes of a patch, even with --color, where a program reads them", async () => {
  const cwd = makeTree({ "a/SKILL.md": `\ufeff${skillMd("a")}` });
  const plain = await runSkills(["lint", "--fix", "--dry-run", "a"], { cwd });
  expect(plain.stdout).toMatch(/^diff --git /);
  expect(await runSkills(["lint", "--fix", "--dry-run", "--color", "a"], { cwd })).toEqual(plain);
});
