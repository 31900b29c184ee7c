import { expect, it } from "vitest";
import { limits } from "../src/model/limits.ts";
import { fixedText, parsed, places, problemsOf, values } from "./support/parsed.ts";

const fields = "name: x\ndescription: y";
const clean = `---\n${fields}\n---\n# Body\n`;

it("reads exact fences without a word", () => {
  const document = parsed(clean);
  expect(problemsOf(document)).toEqual([]);
  expect(values(document)).toEqual({ name: "x", description: "y" });
  expect(document.frontmatter && places(document.frontmatter.range)).toEqual({
    start: { line: 2, column: 1, offset: 4, byteOffset: 4 },
    end: { line: 4, column: 1, offset: 27, byteOffset: 27 },
  });
  expect(document.frontmatter?.closing.start.line).toBe(4);
  expect(document.body.range.start).toEqual({ line: 5, column: 1, offset: 31, byteOffset: 31 });
  expect(document.body.lines).toBe(1);
});

it.each([
  ["a closing fence at the file's end", `---\n${fields}\n---`],
  ["CRLF", clean.replaceAll("\n", "\r\n")],
  ["lone carriage returns", clean.replaceAll("\n", "\r")],
  ["a byte-order mark, of which other facts speak", `\ufeff${clean}`],
  ["a comment behind a blank line", `---\n${fields}\n\n# comment\nlicense: MIT\n---\n`],
  ["dashes inside a value", `---\nname: x\ndescription: y --- z\n---\n`],
  ["indented dashes inside a block scalar", `---\nname: x\ndescription: |\n  ---\n  y\n---\n`],
])("takes %s as it is", (_, text) => {
  const document = parsed(text);
  expect(problemsOf(document)).toEqual([]);
  expect(values(document)).toMatchObject({ name: "x" });
});

it.each([
  [
    "a blank behind the opening",
    `--- \n${fields}\n---\n# Body\n`,
    "loose-fence",
    'whitespace after the opening "---"',
    " ",
  ],
  [
    "blanks behind the closing",
    `---\n${fields}\n---\t \n# Body\n`,
    "loose-fence",
    'whitespace after the closing "---"',
    "\t ",
  ],
  [
    "four dashes to open",
    `----\n${fields}\n---\n# Body\n`,
    "loose-fence",
    'frontmatter opens with "----"; write `---`',
    "----",
  ],
  [
    "five dashes to close",
    `---\n${fields}\n-----\n# Body\n`,
    "loose-fence",
    'frontmatter is closed with "-----"; write `---`',
    "-----",
  ],
  [
    "three dots to close",
    `---\n${fields}\n...\n# Body\n`,
    "loose-fence",
    'frontmatter is closed with "..."; write `---`',
    "...",
  ],
  [
    "blank lines first",
    `\n \n${clean}`,
    "loose-fence",
    'blank lines before the opening "---"; remove them',
    "\n \n",
  ],
  [
    "the body behind the closing",
    `---\n${fields}\n---# Body\n`,
    "loose-fence",
    '"# Body" is on the same line as the closing "---"',
    "",
  ],
  [
    "a first field behind the opening",
    `--- name: x\ndescription: y\n---\n# Body\n`,
    "loose-fence",
    '"name: x" is on the same line as the opening "---"',
    " name: x",
  ],
  [
    "a code block around the frontmatter",
    `\`\`\`yaml\n---\n${fields}\n---\n\`\`\`\n# Body\n`,
    "loose-fence",
    'frontmatter is inside a code block that opens with "```yaml"',
    "```yaml",
  ],
  [
    "a code block around the file",
    `\`\`\`\n---\n${fields}\n---\n# Body\n\`\`\`\n`,
    "loose-fence",
    'frontmatter is inside a code block that opens with "```"',
    "```",
  ],
  [
    "a code block in place of fences",
    `\`\`\`yaml\n${fields}\n\`\`\`\n# Body\n`,
    "loose-fence",
    'frontmatter is inside a code block that opens with "```yaml"',
    "```yaml",
  ],
  [
    "no opening",
    `${fields}\n---\n# Body\n`,
    "no-frontmatter",
    'file starts with "name: x"; insert `---` before it',
    "name: x",
  ],
  [
    "no closing before prose",
    `---\n${fields}\n# Body\n\nProse.\n`,
    "unclosed-frontmatter",
    'frontmatter is not closed with "---"; the body is assumed to start on line 6',
    "---",
  ],
] as const)("reports %s, parses the rest, and offers a fix", (_, text, kind, message, place) => {
  const document = parsed(text);
  expect(problemsOf(document)).toEqual([[kind, message, place]]);
  expect(values(document)).toEqual({ name: "x", description: "y" });
  const after = parsed(fixedText(document));
  expect(problemsOf(after)).toEqual([]);
  expect(values(after)).toEqual({ name: "x", description: "y" });
});

it("reports each loose thing about a fence, and reads frontmatter that is indented as a whole", () => {
  const document = parsed("  ---\n  name: x\n  description: y\n  ---\n# Body\n");
  expect(problemsOf(document)).toEqual([
    ["loose-fence", 'whitespace before the opening "---"', "  "],
    ["loose-fence", 'whitespace before the closing "---"', "  "],
  ]);
  expect(values(parsed(fixedText(document)))).toEqual({ name: "x", description: "y" });
});

it("parses frontmatter that follows other text, but offers no fix, as it cannot know where the text belongs", () => {
  const document = parsed(`<!-- Licensed -->\n\n${clean}`);
  expect(problemsOf(document)).toEqual([
    [
      "loose-fence",
      'the comment "<!-- Licensed -->" comes before the opening "---"; the first line must be `---`',
      "<!-- Licensed -->",
    ],
  ]);
  expect(values(document)).toEqual({ name: "x", description: "y" });
  expect(document.problems[0]?.remedy).toBeUndefined();
});

it.each([
  ["", "file is empty; the first line must be `---`", ""],
  ["\n\n", "file contains only whitespace; the first line must be `---`", ""],
  ["# Title\n\ntext\n", 'file starts with the heading "# Title"; the first line must be `---`', "# Title"],
  ["<div>\n", 'file starts with the HTML "<div>"; the first line must be `---`', "<div>"],
  [
    "../other/SKILL.md",
    'file contains only the path "../other/SKILL.md", as a Git symlink that is checked out as text; use `git config core.symlinks true` and check it out again',
    "../other/SKILL.md",
  ],
  ["---|---\n", 'file starts with the text "---|---"; the first line must be `---`', "---|---"],
])("reports what the file starts with instead of frontmatter: %j", (text, message, place) => {
  const document = parsed(text);
  expect(problemsOf(document)).toEqual([["no-frontmatter", message, place]]);
  expect(document.frontmatter).toBeUndefined();
  expect(document.body.range.end.offset).toBe(text.length);
});

it("does not take a rule far down the body for the closing fence", () => {
  const document = parsed(`---\n${fields}\n\n# Body\n\nProse here.\n\n---\nfoot\n`);
  expect(problemsOf(document)).toEqual([
    [
      "unclosed-frontmatter",
      "frontmatter is not closed before line 9; the body is assumed to start on line 5",
      "---",
    ],
  ]);
  expect(values(document)).toEqual({ name: "x", description: "y" });
  expect(document.body.headings.map(({ text }) => text)).toEqual(["Body"]);
});

it("reads a file that is frontmatter to its end", () => {
  const document = parsed(`---\n${fields}`);
  expect(problemsOf(document)).toEqual([
    [
      "unclosed-frontmatter",
      'frontmatter is not closed with "---"; the whole file is read as frontmatter',
      "---",
    ],
  ]);
  expect(values(document)).toEqual({ name: "x", description: "y" });
  expect(fixedText(document)).toBe(`---\n${fields}\n---\n`);
  expect(document.body.lines).toBe(0);
});

it("reads frontmatter of 65,536 bytes and of 1,000 lines, and of no more", () => {
  const kinds = (filling: string) =>
    parsed(`---\n${fields}\n${filling}---\n`).problems.map(({ kind }) => kind);
  const rest = limits.frontmatterBytes - `${fields}\n`.length;
  expect(kinds(`#${"x".repeat(rest - 2)}\n`)).toEqual([]);
  expect(kinds(`#${"x".repeat(rest - 1)}\n`)).toEqual(["too-large"]);
  // In bytes, not in characters.
  expect(kinds(`#${"é".repeat(rest / 2)}\n`)).toEqual(["too-large"]);
  expect(kinds("#\n".repeat(limits.frontmatterLines - 2))).toEqual([]);
  expect(kinds("#\n".repeat(limits.frontmatterLines - 1))).toEqual(["too-large"]);
});

it("still reads the fields of the lines within the limit", () => {
  const licensed = (line: number) =>
    values(parsed(`---\n${fields}\n${"#\n".repeat(line - 3)}license: MIT\n#\n#\n---\n`))["license"];
  expect([licensed(limits.frontmatterLines), licensed(limits.frontmatterLines + 1)]).toEqual([
    "MIT",
    undefined,
  ]);
});

it("looks for a fence below 64 lines of other text, and no further", () => {
  const found = (lines: number) => values(parsed(`${"text\n".repeat(lines)}${clean}`))["name"];
  expect([found(64), found(65)]).toEqual(["x", undefined]);
});

it("closes frontmatter that is indented as a whole with nothing but dashes", () => {
  const document = parsed("  ---\n  name: x\n  --- y\n  ---\n# Body\n");
  expect(document.frontmatter?.closing.start.line).toBe(4);
});
