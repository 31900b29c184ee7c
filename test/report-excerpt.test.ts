import { expect, it } from "vitest";
import { excerptOf } from "../src/lint/run-rules.ts";
import { SourceText } from "../src/core/source-text.ts";
import { drawExcerpt } from "../src/report/formats/text-finding.ts";
import { widthOf } from "../src/core/text-width.ts";
import { diagnosticAt } from "./support/report.ts";

/** The line and its carets, one under the other. */
function draw(line: string, at: string, columns = 80, skipped = 0): string[] {
  const finding = diagnosticAt(new SourceText(line), at);
  const { source, carets } = drawExcerpt(finding, { line: line.slice(skipped), skipped }, columns);
  return [source, carets];
}

it("measures text as terminals show it", () => {
  const widths = [
    "",
    "abc",
    "é",
    "e\u0301",
    "表",
    "ｱ",
    "Ａ",
    "한",
    "\u1112\u1161\u11ab",
    "🙂",
    "🇩",
    "…",
    "𠀀",
    "か\u3099",
    "→",
    "☃",
  ].map(widthOf);
  expect(widths).toEqual([0, 3, 1, 1, 2, 1, 2, 2, 2, 2, 1, 1, 2, 2, 1, 1]);
});

it("puts carets under the exact characters", () => {
  expect(draw("name: PDF-Forms", "PDF")).toEqual(["name: PDF-Forms", "      ^^^"]);
});

it("counts wide and combining characters by their columns", () => {
  expect(draw("a: 表单 e\u0301 <b>", "<b>")).toEqual(["a: 表单 e\u0301 <b>", "          ^^^"]);
  expect(draw("a: 表单", "单")).toEqual(["a: 表单", "     ^^"]);
});

it("counts an escape by its displayed characters", () => {
  expect(draw("a\x1b[31m\u202eb: x", "x")).toEqual(["a\\x1b[31m\\u{202e}b: x", `${" ".repeat(20)}^`]);
  expect(draw("a\u{e0041}b", "\u{e0041}")).toEqual(["a\\u{e0041}b", " ^^^^^^^^^"]);
});

it("shows a tab as spaces", () => {
  expect(draw("a\tb\t\tc", "c")).toEqual(["a   b       c", "            ^"]);
  expect(draw("\tname", "\t")).toEqual(["    name", "^^^^"]);
});

/** The carets under a stretch of the line. */
function caretsUnder(line: string, from: number, to: number): string {
  const source = new SourceText(line);
  const { start, end } = source.range(from, to);
  return drawExcerpt({ ...diagnosticAt(source, undefined), start, end }, { line, skipped: 0 }, 80).carets;
}

it("marks the character after an empty range, and a surrogate pair by its second half", () => {
  expect([caretsUnder("abcdef", 2, 2), caretsUnder("a😀b", 2, 3)]).toEqual(["  ^", " ^^"]);
});

it("draws forty carets at most", () => {
  expect([40, 41].map((length) => caretsUnder("x".repeat(60), 0, length))).toEqual([
    "^".repeat(40),
    `${"^".repeat(39)}…`,
  ]);
});

it("marks the end of the line if there is no character at the position", () => {
  const source = new SourceText("name:\n");
  const { start } = source.range(5, 5);
  const { carets } = drawExcerpt(
    { ...diagnosticAt(source, undefined), start, end: start },
    { line: "name:", skipped: 0 },
    80,
  );
  expect(carets).toBe("     ^");
});

it("marks the rest of the first line of several", () => {
  const source = new SourceText("a: [b,\n  c]\n");
  const { start, end } = source.range(3, 11);
  const { carets } = drawExcerpt(
    { ...diagnosticAt(source, undefined), start, end },
    { line: "a: [b,", skipped: 0 },
    80,
  );
  expect(carets).toBe("   ^^^");
});

it("shows the part of a long line around the position", () => {
  expect(draw(`${"a".repeat(100)}<b>${"c".repeat(100)}`, "<b>", 31)).toEqual([
    `…${"a".repeat(10)}<b>${"c".repeat(16)}…`,
    "           ^^^",
  ]);
  expect(draw(`${"a".repeat(100)}<b>`, "<b>", 31)).toEqual([`…${"a".repeat(27)}<b>`, `${" ".repeat(28)}^^^`]);
  expect(draw(`<b>${"a".repeat(100)}`, "<b>", 31)).toEqual([`<b>${"a".repeat(27)}…`, "^^^"]);
});

it("keeps wide characters whole at the edges of the window", () => {
  const [source, carets] = draw(`${"表".repeat(100)}<b>${"单".repeat(100)}`, "<b>", 30);
  expect([source, carets]).toEqual([`…${"表".repeat(5)}<b>${"单".repeat(7)}…`, "           ^^^"]);
});

it("shows the start of a range that is longer than the window", () => {
  expect(draw(`description: ${"x".repeat(200)}`, "x".repeat(200), 40)).toEqual([
    `description: ${"x".repeat(26)}…`,
    `${" ".repeat(13)}${"^".repeat(26)}`,
  ]);
});

it("knows that the line was cut before it", () => {
  expect(draw(`${"a".repeat(3000)}<b>${"c".repeat(10)}`, "<b>", 31, 2000)).toEqual([
    `…${"a".repeat(17)}<b>${"c".repeat(10)}`,
    `${" ".repeat(18)}^^^`,
  ]);
});

it("keeps of a line what may be shown, and all of one of 2,000 units", () => {
  const cut = (length: number, offset: number) => {
    const source = new SourceText(`one\n${"x".repeat(offset)}!${"x".repeat(length - offset - 1)}\n`);
    const { line, skipped } = excerptOf(source.positionAt(4 + offset), source)!;
    return [line.length, skipped, line.indexOf("!") + skipped];
  };
  expect([cut(2000, 1999), cut(2001, 1999), cut(5000, 3000), cut(5000, 999), cut(5000, 1001)]).toEqual([
    [2000, 0, 1999],
    [1002, 999, 1999],
    [2000, 2000, 3000],
    [2000, 0, 999],
    [2000, 1, 1001],
  ]);
  expect(excerptOf({ line: 1, column: 1, offset: 0, byteOffset: 0 }, undefined)).toBeUndefined();
});
