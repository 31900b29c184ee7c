import { describe, expect, it } from "vitest";
import { estimateTokens } from "../src/core/estimate-tokens.ts";
import { count, series, seriesAtMost } from "../src/core/sentence.ts";
import { yamlScalar, yamlType } from "../src/yaml/scalar.ts";
import { toName } from "../src/rules/name/parts/name-text.ts";
import { readTools } from "../src/model/tool-list.ts";

describe("a list of tools", () => {
  it.each([
    ["Read", { tools: ["Read"], commas: [] }],
    ["Bash(git add *)  Read\tWrite", { tools: ["Bash(git add *)", "Read", "Write"], commas: [] }],
    ["Bash(echo a, b), Read,Write", { tools: ["Bash(echo a, b)", "Read", "Write"], commas: [15, 21] }],
    ['Bash(echo ")") Read', { tools: ['Bash(echo ")")', "Read"], commas: [] }],
    ["Bash(echo it's) Read", { tools: ["Bash(echo it's)", "Read"], commas: [] }],
    ["Bash(f(g(x))) Read", { tools: ["Bash(f(g(x)))", "Read"], commas: [] }],
    ["Bash(git Read", { tools: [], commas: [], unbalanced: 4 }],
    ["Read) Write", { tools: [], commas: [], unbalanced: 4 }],
    ["", { tools: [], commas: [] }],
  ])("is read out of %j", (text, expected) => {
    expect(readTools(text)).toEqual(expected);
  });
});

describe("the type that YAML gives a plain scalar", () => {
  it.each([
    ["null", ["~", "null", "Null", ""]],
    ["boolean", ["yes", "No", "TRUE", "off"]],
    [
      "number",
      ["0", "-12", "1_000", "0x1F", "0o17", "010", "190:20:30", "1.10", ".5", "6.02e+23", "-.inf", ".NaN"],
    ],
    ["date", ["2026-01-31", "2026-1-31 10:00:00", "2026-01-31T10:00:00Z"]],
    [undefined, ["y", "1.2.3", "nULL", "1e3x", "2026-01", "v1", "0x", `${"1".repeat(65)}`]],
  ] as const)("is %s", (type, texts) => {
    expect(texts.map((text) => [text, yamlType(text)])).toEqual(texts.map((text) => [text, type]));
  });
});

it("writes as YAML what reads as the same text", () => {
  expect(["MIT", "a b", "1.0", "yes", "# no", "a: b", 'say "x"', "-", "a---b", ""].map(yamlScalar)).toEqual([
    "MIT",
    "a b",
    '"1.0"',
    '"yes"',
    '"# no"',
    '"a: b"',
    '"say \\"x\\""',
    '"-"',
    '"a---b"',
    '""',
  ]);
});

it("finds the name that was meant", () => {
  expect(["PDF Forms", "--a--b_", "résumé", "***", "123", "true", "a".repeat(65)].map(toName)).toEqual([
    "pdf-forms",
    "a-b",
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it("puts words into sentences", () => {
  expect([series([]), series(["a"]), series(["a", "b"]), series(["a", "b", "c"], "or")]).toEqual([
    "",
    "a",
    "a and b",
    "a, b or c",
  ]);
  expect([seriesAtMost(["a", "b", "c"], 2), seriesAtMost(["a", "b", "c", "d"], 2)]).toEqual([
    "a, b and c",
    "a, b and 2 more",
  ]);
  expect([count(1, "line"), count(1024, "line"), count(1_000_000, "byte")]).toEqual([
    "1 line",
    "1,024 lines",
    "1,000,000 bytes",
  ]);
});

// The counts are those of o200k_base and of @anthropic-ai/tokenizer 0.0.4, recorded once.
it.each([
  ["English", "Open the form and fill in every field that it has. ".repeat(20), [241, 241]],
  ["Chinese", "打开表格并填写其中的每一个字段。".repeat(20), [220, 240]],
  ["code", "const x = items.map((item) => item.value * 2);\n".repeat(20), [300, 340]],
])("estimates the tokens of %s within a third", (_, text, counts) => {
  for (const counted of counts) expect(Math.abs(estimateTokens(text) / counted - 1)).toBeLessThan(1 / 3);
});
