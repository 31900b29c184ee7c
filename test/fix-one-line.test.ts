import fc from "fast-check";
import { expect, it } from "vitest";
import type { SkillDocument } from "../src/model/skill.ts";
import type { Field } from "../src/model/frontmatter.ts";
import { oneLineFix, toOneLine } from "../src/rules/description/lines.ts";
import { fenced, parsed, values } from "./support/parsed.ts";
import { samples } from "./support/samples.ts";

/** The document with its description fixed, or undefined if there is no fix. */
function fixed(document: SkillDocument): string | undefined {
  const [fix] = oneLineFix(document, description(document));
  if (!fix) return undefined;
  const [operation] = fix.operations;
  if (operation?.kind !== "edit") throw new Error("an edit was expected");
  const { text } = document.source;
  return (
    text.slice(0, operation.range.start.offset) + operation.text + text.slice(operation.range.end.offset)
  );
}

function description({ frontmatter }: SkillDocument): Field {
  return frontmatter!.fields.get("description")!;
}

it.each([
  [
    "a folded block",
    "description: >\n  Fills forms.\n  Use it for PDF.\nlicense: MIT",
    'description: "Fills forms. Use it for PDF."\nlicense: MIT',
  ],
  [
    "a folded block without its last line end",
    "description: >-\n    Fills: forms.\n    Use it.",
    'description: "Fills: forms. Use it."',
  ],
  [
    "a literal block of one line",
    "description: |\n  Fills forms.\n\n\nlicense: MIT",
    'description: "Fills forms."\n\n\nlicense: MIT',
  ],
  [
    "a plain value on several lines",
    "description: Fills forms\n  and more\nlicense: MIT",
    'description: "Fills forms and more"\nlicense: MIT',
  ],
  [
    "a plain value below its key",
    "description:\n  Fills forms\n  and more # as ever\nlicense: MIT",
    'description: "Fills forms and more" # as ever\nlicense: MIT',
  ],
  [
    "a quoted value on several lines",
    "description: 'Fills ''forms''\n  and more'",
    `description: "Fills 'forms' and more"`,
  ],
  [
    "quotes in it",
    'description: >-\n  Says "it\'s done"\n  at the end',
    `description: 'Says "it''s done" at the end'`,
  ],
])("writes %s on one line", (_, before, after) => {
  expect(fixed(fenced(before))).toBe(`---\n${after}\n---\nbody\n`);
});

it("preserves the line endings of other lines", () => {
  expect(fixed(parsed("---\r\ndescription: >-\r\n  Fills\r\n  forms.\r\nname: a\r\n---\r\n"))).toBe(
    '---\r\ndescription: "Fills forms."\r\nname: a\r\n---\r\n',
  );
});

it.each([
  ["has several lines", "description: |\n  Fills forms.\n  Use it."],
  ["has several paragraphs", "description: >\n  Fills forms.\n\n  Use it."],
  ["would lose a comment", "description: > # folded\n  Fills\n  forms."],
  ["would lose a comment above it", "description: # folded\n  Fills\n  forms."],
  ["is on one line already", 'description: "Fills forms."'],
  ["is empty", "description: >\nlicense: MIT"],
  ["contains a character that needs an escape", 'description: "a\\\n  \\x07b"'],
  ["is not a string", "description:\n  - Fills\n  - forms"],
])("does not change a value that %s", (_, frontmatter) => {
  expect(fixed(fenced(frontmatter))).toBeUndefined();
});

it("preserves the value of folded text", () => {
  const word = fc.constantFrom(
    "a",
    "'b'",
    '"c"',
    "d: e",
    "#f",
    "- g",
    "\\h",
    "[i]",
    "*j",
    "%k",
    "é😀",
    "---",
    "null",
    "1.0",
  );
  const lines = fc.array(
    fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" ")),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(lines, fc.constantFrom(">", ">-", ">+", ">2"), (written, header) => {
      const before = fenced(
        `name: x\ndescription: ${header}\n${written.map((line) => `  ${line}`).join("\n")}\nlicense: MIT`,
      );
      const after = fixed(before);
      const expected = {
        ...values(before),
        description: String(description(before).value).replace(/\n$/, ""),
      };
      expect(after === undefined ? undefined : values(parsed(after))).toEqual(expected);
      expect(parsed(after!).problems).toEqual([]);
      expect(fixed(parsed(after!))).toBeUndefined();
    }),
    samples(),
  );
});

it("returns only the value", () => {
  expect(toOneLine(description(fenced("description: >\n  Fills\n  forms.")))).toBe('"Fills forms."');
});
