import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadPyYaml } from "../src/yaml/theirs/pyyaml.ts";
import type { PyValue, PyYamlResult, StrictYamlResult } from "../src/dialects/python/value.ts";
import { loadStrictYaml } from "../src/yaml/theirs/strictyaml.ts";

interface Recorded {
  readonly text: string;
  readonly strict: unknown;
  readonly py: unknown;
}

// Hand-picked texts and one fuzzed text per kind of failure, with the results of the Python libraries
// (bench/record-yaml-dialects.py).
const file = new URL("../fixtures/reference/yaml-dialects.jsonl", import.meta.url);
const recorded: readonly Recorded[] = readFileSync(file, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));

describe.each(recorded)("%#", ({ text, strict, py }) => {
  const shown = JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

  it(`answers ${shown} as StrictYAML does`, () => {
    expect(plainResult(loadStrictYaml(text))).toEqual(withoutComments(strict));
  });

  it(`answers ${shown} as PyYAML does`, () => {
    expect(plainResult(loadPyYaml(text))).toEqual(py);
  });
});

function plainResult(result: StrictYamlResult | PyYamlResult): unknown {
  if (result.outcome === "value") return { outcome: "value", value: plain(result.value) };
  if (result.outcome === "crash") return result;
  const { outcome, message } = result;
  return "problem" in result ? { outcome, message } : { outcome, kind: result.kind, message };
}

/** A value in the format of record-yaml-dialects.py. */
function plain(value: PyValue): unknown {
  switch (value.type) {
    case "int":
      return { type: "int", value: String(value.value) };
    case "float":
      return { type: "float", value: showFloat(value.value) };
    case "bytes":
      return { type: "bytes", value: Buffer.from(value.value).toString("hex") };
    case "list":
    case "tuple":
      return { type: value.type, items: value.items.map(plain) };
    case "set":
      return { type: "set", items: value.items.map(plain) };
    case "dict":
      return { type: "dict", entries: value.entries.map(([key, item]) => [plain(key), plain(item)]) };
    default:
      return value;
  }
}

function showFloat(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

/** Python's NotImplementedError quotes the overlapping comments; ours does not. */
function withoutComments(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (key, value: unknown) =>
    key === "message" && typeof value === "string" && value.startsWith("overlap in comment")
      ? "overlap in comment"
      : value,
  );
}

// Results of PyYAML 6.0.
it.each([
  [
    "a: |\n    \n  b\n",
    'while parsing a block mapping\n  in "<unicode string>", line 1, column 1:\n    a: |\n    ^\nexpected <block end>, but found \'<scalar>\'\n  in "<unicode string>", line 3, column 3:\n      b\n      ^',
  ],
  [
    "a:\n  b: |\n x\n",
    'while parsing a block mapping\n  in "<unicode string>", line 1, column 1:\n    a:\n    ^\nexpected <block end>, but found \'<scalar>\'\n  in "<unicode string>", line 3, column 2:\n     x\n     ^',
  ],
])("uses the deepest of the empty lines as the indentation of %j, as PyYAML does", (text, message) => {
  expect(loadPyYaml(text)).toMatchObject({ outcome: "error", message });
  expect(loadPyYaml(text.replace(/\n *(?=[bx]\n)/, "\n    "))).toMatchObject({ outcome: "value" });
});
