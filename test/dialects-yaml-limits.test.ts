import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadPyYaml } from "../src/yaml/theirs/pyyaml.ts";
import type { PyValue } from "../src/dialects/python/value.ts";
import { loadStrictYaml } from "../src/yaml/theirs/strictyaml.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";
import { samples } from "./support/samples.ts";

const mebibyte = 1_048_576;
const quarter = mebibyte / 4;
const loaders = [
  ["StrictYAML", loadStrictYaml],
  ["PyYAML", loadPyYaml],
] as const;

describe.each(loaders)("%s", (_, load) => {
  it("reads any text without throwing", () => {
    const piece = fc.constantFrom(
      "a",
      "b: ",
      "- ",
      "? ",
      ": ",
      ":",
      "\n",
      "\n  ",
      "\n\n",
      "\t",
      " #",
      "'",
      '"',
      "\\",
      "|",
      ">-",
      "&a ",
      "*a",
      "!t ",
      "!!int ",
      "[",
      "]",
      "{",
      "}",
      ",",
      "<<: ",
      "=",
      "%",
      "---",
      "...",
      "\x85",
      "\u2028",
      "\ufeff",
      "😀",
      "\ud800",
      "\0",
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join("")),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(text, (written) => ["value", "error", "crash"].includes(load(written).outcome)),
      samples(3000),
    );
  });

  it.each([
    ["entries", "- a\n"],
    ["pairs", "a: b\n"],
    ["open sequences", "["],
    ["open mappings", "{"],
    ["nested entries", "- "],
    ["question marks", "? "],
    ["colons", ": "],
    ["keys without spaces", "a:"],
    ["anchors", "&a "],
    ["aliases", "*a "],
    ["tags", "!"],
    ["escapes", "!%41"],
    ["quotes", "''"],
    ["emoji", "😀 "],
    ["byte-order marks", "\ufeff"],
    ["empty lines", "\n"],
    ["comments", "# c\n"],
    ["separators", "x\u2028"],
    ["dashes", "---\n"],
    ["block scalars", "a: |\n  x\n\n"],
    ["carriage returns", "a\r"],
    ["merge keys", "<<: *a\n"],
  ])(
    "reads a quarter of a mebibyte of %s without quadratic work",
    (_name, piece) => {
      for (const start of ["", "a: ", "a: '", "a: |\n ", "- [", "a: &a {k: v}\n"]) {
        const began = cpuTime();
        load((start + piece.repeat(quarter)).slice(0, quarter));
        expect(cpuTime() - began).toBeLessThan(linearLimit);
      }
    },
    120_000,
  );

  it("does not start reading a longer text", () => {
    expect(load("a".repeat(mebibyte + 1))).toEqual({
      outcome: "crash",
      type: "TimeoutError",
      message: "the text is longer than 1048576 characters",
    });
  });
});

/** Nested mappings of this depth. */
function nested(depth: number): string {
  return Array.from({ length: depth }, (_, level) => `${" ".repeat(level)}a:`).join("\n") + " b\n";
}

const tooDeep = { outcome: "crash", type: "RecursionError", message: "maximum recursion depth exceeded" };

it("fails at the same depth as Python", () => {
  expect([247, 248].map((depth) => loadStrictYaml(nested(depth)).outcome)).toEqual(["value", "crash"]);
  expect([325, 326].map((depth) => loadStrictYaml(`${"- ".repeat(depth)}x\n`).outcome)).toEqual([
    "value",
    "crash",
  ]);
  expect([490, 491].map((depth) => loadPyYaml(nested(depth)).outcome)).toEqual(["value", "crash"]);
  expect(loadPyYaml("[".repeat(100_000))).toEqual(tooDeep);
  expect(loadStrictYaml(nested(500))).toEqual(tooDeep);
});

it("shares the value of an alias, so that a small text stays a small value", () => {
  const laughs = Array.from(
    { length: 30 },
    (_, level) => `a${level + 1}: &a${level + 1} [*a${level}, *a${level}]\n`,
  ).join("");
  const result = loadPyYaml(`a0: &a0 x\n${laughs}`);
  expect(result.outcome === "value" && result.value.type === "dict" && result.value.entries.length).toBe(31);
});

it("lets a list contain itself", () => {
  const result = loadPyYaml("&a [*a]");
  const value: PyValue | undefined = result.outcome === "value" ? result.value : undefined;
  expect(value?.type === "list" && value.items[0]).toBe(value);
});

it("stops at merge keys that double the copied pairs", () => {
  const doubling = Array.from(
    { length: 40 },
    (_, level) => `a${level + 1}: &a${level + 1} {<<: [*a${level}, *a${level}]}\n`,
  ).join("");
  expect(loadPyYaml(`a0: &a0 {k: v}\n${doubling}`)).toMatchObject({ outcome: "crash", type: "TimeoutError" });
});

it("returns a document that is neither a mapping nor a list as text, as StrictYAML does", () => {
  for (const text of ["", "# c\n", " 'quoted' \n", "=\n"])
    expect(loadStrictYaml(text)).toEqual({ outcome: "value", value: { type: "str", value: text } });
});

it("stops at aliases that repeat the same work", () => {
  const wide = `- &a {${"a: b, ".repeat(10_000)}=: x}\n${"- !!str {=: *a}\n".repeat(10_000)}`;
  const empty = `- &b {}\n- &l [${"*b, ".repeat(10_000)}]\n${"- {<<: *l}\n".repeat(10_000)}`;
  const long = `? &a ${"A".repeat(400_000)}\n: x\n${"? *a\n: y\n".repeat(50_000)}`;
  expect([wide, empty, long].map((text) => loadPyYaml(text).outcome)).toEqual(["crash", "crash", "value"]);
});
