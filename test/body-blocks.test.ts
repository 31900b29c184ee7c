import { expect, it } from "vitest";
import { SourceText } from "../src/core/source-text.ts";
import { parseBody } from "../src/parse/body/body.ts";
import { headingAnchor } from "../src/parse/body/headings.ts";
import { bodyOf, referencesIn } from "./support/body.ts";

it("knows headings of both kinds, and GitHub's anchors for them", () => {
  const text =
    "# Fill *in* the `form`! #\n\nUse it\nwell\n----\n### Fill in the form\n> ## Quoted [link](a.md)\n#no heading\n####### none\n\n## 日本語 & more_or_less\n# Fill in the form";
  expect(
    bodyOf(text).headings.map(({ level, text: words, range }) => [
      level,
      words,
      headingAnchor(words),
      range.start.line,
    ]),
  ).toEqual([
    [1, "Fill in the form!", "fill-in-the-form", 1],
    [2, "Use it well", "use-it-well", 3],
    [3, "Fill in the form", "fill-in-the-form", 6],
    [2, "Quoted link", "quoted-link", 7],
    [2, "日本語 & more_or_less", "日本語--more_or_less", 11],
    [1, "Fill in the form", "fill-in-the-form", 12],
  ]);
});

it.each([
  ["```js title\na\n```", [["js", 1, "a\n", true]]],
  ["~~~\n```\n~~~~", [["", 1, "```\n", true]]],
  ["````md\n```\na\n```\n````", [["md", 1, "```\na\n```\n", true]]],
  // In a container another reader of lines looks for the end.
  ["- a\n\n  ````md\n  ```\n  b\n  ```\n  ````\n", [["md", 3, "  ```\n  b\n  ```\n", true]]],
  ["> ~~~~\n> ~~~\n> ~~~~~\n", [["", 1, "> ~~~\n", true]]],
  ["- a\n\n  ```sh\n  b\n  ```\n", [["sh", 3, "  b\n", true]]],
  ["> ```sh\n> b\ntext", [["sh", 1, "> b\n", false]]],
  ["```\nnever closed", [["", 1, "never closed", false]]],
  ["```\na\n   ```\nb", [["", 1, "a\n", true]]],
  ["```\na\n    ```\nb", [["", 1, "a\n    ```\nb", false]]],
  ["```\na\n\t```\nb", [["", 1, "a\n\t```\nb", false]]],
  ["```\na ```\n```\nb", [["", 1, "a ```\n", true]]],
  ["`` ` ``\n    ```\n", []],
])("knows the code blocks of %j", (text, expected) => {
  const shown = bodyOf(text).fences.map(({ language, range, content, closed }) => [
    language,
    range.start.line,
    text.slice(content.start.offset, content.end.offset),
    closed,
  ]);
  expect(shown).toEqual(expected);
});

it("lets no list but one that begins with 1 interrupt a paragraph", () => {
  expect(bodyOf("> text\n> 2. # No\n> 1. # Yes\n").headings.map(({ text }) => text)).toEqual(["Yes"]);
});

it("knows comments outside code", () => {
  const text =
    "a <!-- one -->\n\n<!--\ntwo\n\nlines -->\n\n`<!-- code -->`\n\n```\n<!-- code -->\n```\n<!-- open";
  expect(
    bodyOf(text).comments.map(({ text: words, range }) => [words, range.start.line, range.end.line]),
  ).toEqual([
    [" one ", 1, 1],
    ["\ntwo\n\nlines ", 3, 6],
  ]);
});

it.each([
  ["- a\n\n      [x](code.md)\n", []],
  ["- a\n\n  [x](a.md)\n", ["link a.md"]],
  ["-     [x](code.md)\n", []],
  ["- a\n\n  \t[x](a.md)\n", ["link a.md"]],
  ["-    [x](a.md)\n", ["link a.md"]],
  ["1. a\n   - b\n\n     [x](a.md)\n", ["link a.md"]],
  ["text\n    [x](a.md)\n", ["link a.md"]],
  ["text\n\n\t[x](code.md)\n", []],
  ["> text\nlazy [x](a.md)\n", ["link a.md"]],
  ["- ```\n  [x](code/)\n[x](a.md)\n", ["link a.md"]],
])("distinguishes text from indented code in %j", (text, expected) => {
  expect(referencesIn(text)).toEqual(expected);
});

it.each([
  ["", 0],
  ["a", 1],
  ["a\n", 1],
  ["a\n\n", 2],
  ["a\r\nb\rc", 3],
])("counts the lines of %j", (text, lines) => {
  expect(bodyOf(text).lines).toBe(lines);
});

it("reads from where the body starts", () => {
  const body = parseBody(new SourceText("[a](b.md)\n# T\n[c](d.md)"), 10);
  expect([
    body.lines,
    body.references.map(({ target }) => target),
    body.headings.map(({ range }) => range.start.line),
  ]).toEqual([2, ["d.md"], [2]]);
});
