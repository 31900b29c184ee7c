import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonNode } from "../src/core/json.ts";
import { SourceText } from "../src/core/source-text.ts";
import { parseJson } from "../src/parse/json.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";
import { partOf, samples } from "./support/samples.ts";

/** What a document's problems are, and the text each points at. */
function told(text: string): readonly (readonly [string, string, string])[] {
  const source = new SourceText(text);
  return parseJson(source).problems.map(
    ({ kind, message, range }) => [kind, message, source.slice(range)] as const,
  );
}

/** As JSON.parse gives it. */
function valueOf(node: JsonNode): unknown {
  if (node.kind === "array") return node.items.map(valueOf);
  if (node.kind === "object")
    return Object.fromEntries(node.members.map(({ key, value }) => [key, valueOf(value)]));
  return node.kind === "null" ? null : node.value;
}

function accepts(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

it("calls no comma one too many that the end of the text follows", () => {
  for (const text of ["[1,", '{"a": 1,', "[[1],"])
    expect([text, told(text).map(([kind]) => kind)]).toEqual([text, ["syntax"]]);
  expect(told("[1,]").map(([kind]) => kind)).toEqual(["trailing-comma"]);
});

describe("parseJson", () => {
  it("gives every value and key its range", () => {
    const source = new SourceText('{ "a": [1, "b\\n"], "c": null }\n');
    const { root, problems } = parseJson(source);
    if (root?.kind !== "object") throw new Error("no object");
    expect(problems).toEqual([]);
    expect(source.slice(root.range)).toBe('{ "a": [1, "b\\n"], "c": null }');
    expect(
      root.members.map(({ key, keyRange, value }) => [
        key,
        source.slice(keyRange),
        source.slice(value.range),
        value.kind,
      ]),
    ).toEqual([
      ["a", '"a"', '[1, "b\\n"]', "array"],
      ["c", '"c"', "null", "null"],
    ]);
  });

  it("reads what JSON.parse reads, and the same values", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const { root, problems } = parseJson(new SourceText(text));
        expect(problems.filter(({ kind }) => kind !== "duplicate-key")).toEqual([]);
        expect(valueOf(root!)).toEqual(JSON.parse(text));
      }),
      samples(),
    );
  });

  it("objects to what JSON.parse objects to", () => {
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      '"a"',
      '"b":',
      "1",
      "-",
      "0",
      ".5",
      "e3",
      "true",
      "nul",
      " ",
      "\n",
      "\t",
      "//",
      "/*",
      "*/",
      "\\",
      "\\u12",
      "\\ud800",
      "'",
      "\u00a0",
      "\ufeff",
      "\u2028",
      "\u0001",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        expect(parseJson(new SourceText(text)).problems.every(({ kind }) => kind === "duplicate-key")).toBe(
          accepts(text),
        );
      }),
      samples(2000),
    );
  });

  it("reports comments and trailing commas, and parses the rest", () => {
    const text = '// one\n{"a": [1, /* two */ 2,], }';
    expect(told(text)).toEqual([
      ["comment", "JSON does not allow comments; remove this one", "// one"],
      ["comment", "JSON does not allow comments; remove this one", "/* two */"],
      ["trailing-comma", "JSON does not allow trailing commas; remove this one", ","],
      ["trailing-comma", "JSON does not allow trailing commas; remove this one", ","],
    ]);
    expect(valueOf(parseJson(new SourceText(text)).root!)).toEqual({ a: [1, 2] });
  });

  it.each([
    ["", "expected a value, found the end of the file", ""],
    ["{a: 1}", '"a" is not a JSON value; write strings in double quotes', "a"],
    ['{"a" 1}', 'expected a colon, found "1"', "1"],
    ['{"a": }', 'expected a value, found "}"', "}"],
    ['["a" "b"]', 'expected a comma, found "b"; add one', '"b"'],
    ['{"a": 1', "the object is not closed; add `}`", ""],
    ["[1", "the array is not closed; add `]`", ""],
    ["1 2", 'expected the end of the file, found "2"', "2"],
    ['["a\n"]', "the string is not closed on its line; add a double quote", '"a'],
    ['["C:\\\\new\\dir"]', '"\\d" is not a JSON escape; write a backslash as `\\\\`', "\\d"],
    ['["\\u12x"]', '"\\u12" is not a JSON escape; write a backslash as `\\\\`', "\\u12"],
    ['["a\tb"]', 'unescaped "\\t" in a string; escape it', "\t"],
    ["1.", 'number "1." does not end with a digit', "1."],
    ["1 /* a", "the comment is not closed; add `*/`", "/* a"],
  ])("says of %j: %s", (text, message, at) => {
    expect(told(text).filter(([kind]) => kind !== "comment")).toEqual([["syntax", message, at]]);
  });

  it("reports a duplicate key, and keeps both pairs", () => {
    expect(told('{"a": 1, "b": {"a": 2}, "a": 3}')).toEqual([
      ["duplicate-key", 'duplicate key "a"; only the last value is used', '"a"'],
    ]);
  });

  it("reports a byte-order mark, and parses the text after it", () => {
    const source = new SourceText('\ufeff{"a": 1}');
    const { root, problems } = parseJson(source);
    expect(problems.map(({ kind }) => kind)).toEqual(["byte-order-mark"]);
    expect(root?.range.start).toMatchObject({ offset: 1, byteOffset: 3 });
  });

  it("does not follow nesting without end, however it is written", () => {
    expect(told("[".repeat(200) + "]".repeat(200))).toEqual([]);
    expect(told(`${"[".repeat(201)}${"]".repeat(201)}`)).toEqual([
      ["depth", "arrays and objects are nested more than 200 levels deep", "["],
    ]);
    for (const piece of ["[", '{"a":', "[},", '{"a":[}', "{1[", "[/*]*/", "[:,"]) {
      expect(() => parseJson(new SourceText(piece.repeat(1_000_000 / piece.length)))).not.toThrow();
    }
  });

  it.each(
    partOf([
      "a",
      '"',
      "\\",
      '"\\',
      ":",
      ",",
      "-",
      "1",
      "1e",
      "/",
      "/*",
      "//\n",
      "\ufeff",
      "\u0001",
      '"a":1,',
      "[1],",
      "}",
      '"\\u"',
      "\n",
    ]),
  )("takes time linear in a megabyte of %j", (piece) => {
    const started = cpuTime();
    parseJson(new SourceText(piece.repeat(1_000_000 / piece.length)));
    parseJson(new SourceText(`{"a": [${piece.repeat(1_000_000 / piece.length)}]}`));
    expect(cpuTime() - started).toBeLessThan(linearLimit);
  });
});
