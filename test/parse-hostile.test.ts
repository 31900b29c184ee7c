import fc from "fast-check";
import { expect, it } from "vitest";
import { limits } from "../src/model/limits.ts";
import type { SkillDocument } from "../src/model/skill.ts";
import { SourceText } from "../src/core/source-text.ts";
import { parseSkillMd } from "../src/parse/skill-md.ts";
import { decodeText } from "../src/parse/decode.ts";
import { parsed } from "./support/parsed.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";
import { samples } from "./support/samples.ts";

function timed(text: string): { readonly document: SkillDocument; readonly milliseconds: number } {
  const started = cpuTime();
  const document = parsed(text);
  // The body is read when something of it is asked for.
  document.body.references.at(-1);
  return { document, milliseconds: cpuTime() - started };
}

function repeated(unit: string, size: number): string {
  return unit.repeat(Math.floor(size / unit.length));
}

function lines(line: (index: number) => string, count = limits.frontmatterLines - 10): string {
  return Array.from({ length: count }, (_, index) => line(index)).join("\n");
}

const signs = [
  "[",
  "{",
  "]",
  "[{",
  "- ",
  "? ",
  ": ",
  "!a ",
  "&a ",
  "*a ",
  "a: b: ",
  '"',
  "'",
  "a: &a ",
  "- a: ",
  "[]",
  " #",
  "\0",
  "\ud800a",
  "\ufeff",
  '\\"',
  "{a: ",
  "`",
];

it.each(signs)("reads 60 KiB of %j as frontmatter in time that grows with its length", (sign) => {
  for (const start of ["", "a: ", 'a: "', "a:\n  "]) {
    const { milliseconds } = timed(`---\n${start}${repeated(sign, 60_000)}\n---\nbody\n`);
    expect(milliseconds).toBeLessThan(linearLimit);
  }
});

it.each([
  ["keys", lines((index) => `k${index}: v`)],
  ["broken values", lines((index) => `k${index}: a: b`)],
  ["open quotes", lines((index) => `k${index}: "a`)],
  ["tabs", `a:\n${lines(() => "\tb: c")}`],
  ["like keys", lines(() => "a: b")],
  ["stray lines", lines(() => "stray words")],
  ["merge keys", lines(() => "<<: *a")],
  ["deeper and deeper keys", lines((index) => `${" ".repeat(index)}a:`, 350)],
  ["keys in braces", `a: {${Array.from({ length: 9000 }, (_, index) => `k${index}`).join(",")}}`],
  ["blanks before a colon", `a: b${" ".repeat(60_000)}: c`],
  ["blanks before a comment", `a: b${" ".repeat(60_000)}# c`],
  ["unknown escapes", `a: "${repeated("\\x", 60_000)}"`],
])("reads a thousand lines of %s in time that grows with its length", (_, frontmatter) => {
  const { document, milliseconds } = timed(`---\n${frontmatter}\n---\nbody\n`);
  expect(milliseconds).toBeLessThan(linearLimit);
  expect(document.problems.length).toBeLessThan(40);
});

const markdown = [
  "a\n",
  "a.b.",
  "x/.md ",
  "]:",
  "- a\n  ",
  "= ",
  "[",
  "]",
  "[]",
  "`",
  "`a``b",
  "[a](",
  '[a](b "',
  "[a](<b",
  "[a](((",
  "![",
  "<",
  "<a ",
  "<a '\"",
  "<!--",
  "<!-- a -->\n\n",
  "\\",
  "a\n\n",
  " ",
  "\n",
  "\r",
  "> ",
  "- ",
  "1. ",
  "\t",
  "```\n",
  "# a\n",
  "# [a](\n",
  "[a]: b\n",
  "[a]: b 'c\n",
  "a\n=\n",
  "- - ",
  "<div>\n",
  "a.",
  "a/b.md ",
  "`a/b.md` ",
  "😀",
  "[a](%ff)",
  "[a](&#1;)",
  "_*",
  "> ```\n",
  "# a-1\n# a\n",
];

it.each(markdown)("reads a mebibyte of %j as a body in time that grows with its length", (unit) => {
  const { milliseconds } = timed(
    `---\nname: a\ndescription: b\n---\n${repeated(unit, limits.textBytes - 100)}`,
  );
  expect(milliseconds).toBeLessThan(linearLimit);
});

it.each([
  ["one line", `# a${" ".repeat(1_000_000)}b`],
  [
    "ever longer runs of backticks",
    Array.from({ length: 1400 }, (_, index) => "`".repeat(index + 1)).join(" "),
  ],
  ["ever deeper lists", Array.from({ length: 700 }, (_, index) => `${" ".repeat(2 * index)}- a`).join("\n")],
  ["many deep quotes", repeated(`${">".repeat(200)}\n`, 1_000_000)],
])("reads %s in time that grows with its length", (_, body) => {
  expect(timed(`---\nname: a\n---\n${body}`).milliseconds).toBeLessThan(linearLimit);
});

it("says that frontmatter is too large or too deep, and reads what it can", () => {
  const long = parsed(`---\nname: a\nx: ${"y".repeat(limits.frontmatterBytes)}\n---\n`);
  expect(long.problems.map(({ kind }) => kind)).toEqual(["too-large"]);
  expect(long.frontmatter?.fields.get("name")?.value).toBe("a");
  const deep = parsed(`---\nname: a\nx: ${"[".repeat(65)}${"]".repeat(65)}\n---\n`);
  expect(deep.problems.map(({ kind, message }) => [kind, message])).toEqual([
    ["too-large", "frontmatter is nested more than 64 levels deep; the rest is not read"],
  ]);
  expect(deep.frontmatter?.fields.get("name")?.value).toBe("a");
});

const scraps = fc.array(
  fc.constantFrom(
    ...signs,
    ...markdown,
    "---",
    "\n",
    "---\n",
    "name: a\n",
    "\ndescription: ",
    "...",
    "\r\n",
    "a: |\n",
    "  b",
    "é",
    "}",
    "%YAML",
    "\t",
  ),
  { maxLength: 60 },
);

it("never throws, whatever the bytes, and gives no range outside the text", () => {
  const texts = fc.oneof(
    fc.uint8Array({ maxLength: 400 }).map((bytes) => decodeText(bytes)),
    fc
      .string({ unit: "binary", maxLength: 300 })
      .map((text) => ({ source: new SourceText(text), facts: decodeText(new Uint8Array()).facts })),
    scraps.map((parts) => ({
      source: new SourceText(parts.join("")),
      facts: decodeText(new Uint8Array()).facts,
    })),
    scraps.map((parts) => ({
      source: new SourceText(`---\n${parts.join("")}\n---\n${parts.join("")}`),
      facts: decodeText(new Uint8Array()).facts,
    })),
  );
  fc.assert(
    fc.property(texts, ({ source, facts }) => {
      const document = parseSkillMd("SKILL.md", source, facts);
      const ranges = [
        ...document.problems.flatMap(({ range, remedy }) => [
          range,
          ...(remedy?.edits.map((edit) => edit.range) ?? []),
        ]),
        ...Array.from(document.frontmatter?.fields.values() ?? []).flatMap(
          ({ keyRange, valueRange, children }) => [
            keyRange,
            valueRange,
            ...children.map((child) => child.valueRange),
          ],
        ),
        ...document.body.references.map(({ range }) => range),
        ...document.body.headings.map(({ range }) => range),
        ...document.body.fences.flatMap(({ range, content }) => [range, content]),
        ...document.body.comments.map(({ range }) => range),
        document.body.range,
      ];
      for (const { start, end } of ranges)
        if (start.offset > end.offset)
          throw new Error(`a range ends at ${end.offset}, before its start ${start.offset}`);
    }),
    samples(3000),
  );
});
