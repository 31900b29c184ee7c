import fc from "fast-check";
import { expect, it } from "vitest";
import { parseDocument } from "yaml";
import type { Field } from "../src/model/frontmatter.ts";
import { isBrokenByColon } from "../src/yaml/simple.ts";
import { SourceText } from "../src/core/source-text.ts";
import { findFences } from "../src/parse/fences.ts";
import { readPlain, toValue } from "../src/yaml/ours/fields.ts";
import { readYaml } from "../src/yaml/ours/reader.ts";
import { readLines, type ConformanceCase } from "./support/cases.ts";
import { madeFrontmatter, withColons } from "./support/made-frontmatter.ts";
import { places } from "./support/parsed.ts";
import { samples, tenthOf } from "./support/samples.ts";

const cases = readLines<ConformanceCase>(new URL("../fixtures/reference/cases.jsonl", import.meta.url));
const texts = cases.flatMap(({ id, files }) =>
  files.flatMap(({ path, text }) =>
    text !== undefined && /(?:^|\/)skill\.md$/i.test(path ?? "") ? [{ id, text }] : [],
  ),
);

function frontmatterOf(text: string) {
  const source = new SourceText(text);
  const content = findFences(source).frontmatter?.content;
  return content && { source, start: content.start, end: content.end };
}

it("answers as the gate does wherever it answers: values, ranges and styles", () => {
  let answered = 0;
  for (const { id, text } of texts) {
    const found = frontmatterOf(text);
    const plain = found && readPlain(found.source, found.start, found.end);
    if (!plain) continue;
    answered++;
    expect({ id, fields: shown(plain) }).toEqual({
      id,
      fields: shown(readYaml(found.source, found.start, found.end).fields),
    });
  }
  expect(answered).toBeGreaterThan(200);
});

it("answers as the gate does for made frontmatter, where the gate has no problem to report", () => {
  let answered = 0;
  for (const text of fc.sample(madeFrontmatter, samples(10_000))) {
    const source = new SourceText(text);
    const plain = readPlain(source, 0, text.length);
    if (!plain) continue;
    answered++;
    const { fields, problems } = readYaml(source, 0, text.length);
    expect({ text, fields: shown(plain), problems: [] }).toEqual({ text, fields: shown(fields), problems });
  }
  expect(answered).toBeGreaterThan(tenthOf(500));
});

function shown(fields: ReadonlyMap<string, Field>): unknown {
  return Array.from(fields, ([key, field]) => [
    key,
    { ...field, keyRange: places(field.keyRange), valueRange: places(field.valueRange) },
  ]);
}

it("reads a text that it knows to be broken as it reads others", () => {
  let compared = 0;
  for (const text of fc.sample(madeFrontmatter, samples(1000)).flatMap(withColons)) {
    if (!isBrokenByColon(text)) continue;
    compared++;
    expect({ text, read: readAfter("", text) }).toEqual({ text, read: readAfter("#\n", text) });
  }
  expect(compared).toBeGreaterThan(tenthOf(200));
});

/** Fields and problems without the length of the text before them. */
function readAfter(before: string, text: string): unknown {
  const source = new SourceText(before + text);
  return JSON.parse(
    JSON.stringify(readYaml(source, 0, source.text.length), (key, value: unknown) => {
      if (value instanceof Map) return Array.from(value.values());
      if (key === "line" || key === "column" || key === "byteOffset") return undefined;
      return key === "offset" ? Number(value) - before.length : value;
    }),
  );
}

it("has the gate's values equal the YAML library's own", () => {
  let compared = 0;
  for (const { id, text } of texts) {
    const found = frontmatterOf(text);
    const read = found && readYaml(found.source, found.start, found.end);
    if (!read || read.problems.length > 0) continue;
    compared++;
    const content = text.slice(found.start, found.end).replaceAll(/\r(?!\n)/g, "\n");
    const theirs = parseDocument(content, {
      schema: "failsafe",
      uniqueKeys: false,
      logLevel: "silent",
    }).toJS();
    expect({ id, value: plainObjects(toValue(read.fields.values())) }).toEqual({
      id,
      value: plainObjects(theirs),
    });
  }
  expect(compared).toBeGreaterThan(250);
});

/** As JSON has them, with nothing as "". */
function plainObjects(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, inner) => inner ?? ""));
}

it.each([
  ["a tab", "a:\tb"],
  ["a comment", "# c\na: b"],
  ["a comment behind a value", "a: b # c"],
  ["a colon in a value", "a: b: c"],
  ["a colon at a value's end", "a: b:"],
  ["a colon in a later line", "a: b\n  c: d"],
  ["a comment in a later line", "a: b\n  # c"],
  ["an empty item", "a:\n-\n- b"],
  ["an item that is further right", "a:\n-  b"],
  ["maps that stand at two columns", "a:\n  b: c\nd:\n   e: f"],
  ["a flow map without a value", "a: {b}"],
  ["a flow map with a key twice", "a: {b: c, b: d}"],
  ["a flow map whose end is not indented", "a: {\n  b: c\n}"],
  ["a flow list with an indicator", "a: [b, *c]"],
  ["a block scalar that begins with an empty line", "a: |\n\n  b\n"],
  ["a line of spaces in a block scalar", "a: |\n  b\n  \n  c\n"],
  ["a folded scalar with lines further right", "a: >\n  b\n   c\n"],
  ["a block scalar that keeps its line ends", "a: |+\n  b\n"],
  ["a tag of YAML 1.1", "a: ="],
  ["an escape of one YAML version", 'a: "b\\/"'],
  ["spaces at the end of a quoted line", 'a: "b \n  c"'],
  ["an empty line in quotes", 'a: "b\n\n  c"'],
  ["an inner quote", "a: 'b'c'"],
  ["a like key", "a: b\na: c"],
  ["an indicator", "a: *b"],
  ["no space", "a:b"],
  ["a control character", "a: b\u0001"],
  ["half a pair", "a: b\ud800"],
  ["a lone carriage return", "a: b\rc: d"],
  ["nothing", ""],
])("leaves %s to the gate", (_, text) => {
  expect(readPlain(new SourceText(text), 0, text.length)).toBeUndefined();
});
