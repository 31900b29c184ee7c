import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isBrokenByColon, readSimpleYaml } from "../src/yaml/simple.ts";
import { readAgreedJs } from "../src/yaml/theirs/agreed.ts";
import { readBunYaml } from "../src/yaml/theirs/js/bun.ts";
import { readJsYaml3, readJsYaml4, readJsYaml4Json } from "../src/yaml/theirs/js/js-yaml.ts";
import { readYaml2, readYaml2Core, readYaml2Document } from "../src/yaml/theirs/js/yaml.ts";
import type { YamlRead } from "../src/yaml/theirs/value-reader.ts";
import { loadPyYaml } from "../src/yaml/theirs/pyyaml.ts";
import { readSerdeStruct } from "../src/yaml/theirs/serde/struct.ts";
import { readSerdeValue } from "../src/yaml/theirs/serde/value.ts";
import { loadStrictYaml } from "../src/yaml/theirs/strictyaml.ts";
import { cSafeLoaderFlavour, snakeYamlFlavour } from "../src/yaml/theirs/libyaml/flavour.ts";
import { readVscodeYaml } from "../src/yaml/theirs/vscode/yaml.ts";
import type { Node } from "../src/yaml/theirs/libyaml/nodes.ts";
import { composeYaml } from "../src/yaml/ours/gate.ts";
import { splitFenced } from "../src/targets/reading/fences.ts";
import { madeFrontmatter, withColons } from "./support/made-frontmatter.ts";
import { samples, tenthOf } from "./support/samples.ts";

/** A comment is all that a text needs not to be simple; the readers ignore it. */
const comment = "#\n";

interface Case {
  readonly text?: string;
}

const file = new URL("../fixtures/clients/cases.json", import.meta.url);
const cases = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, Case>>;

const frontmatters = Object.values(cases).flatMap(({ text = "" }) => {
  const frontmatter = splitFenced(text)?.frontmatter;
  return frontmatter === undefined ? [] : [frontmatter, `${frontmatter}\n`];
});

const scalars = [
  ...["true", "True", "TRUE", "false", "yes", "No", "on", "OFF", "y", "N", "null", "Null", "~", "nan", "inf"],
  ...[".nan", ".inf", "+.inf", "0", "-0", "+1", "-1", "7", "42", "007", "0o17", "0x1F", "0b11", "0xabcdef"],
  ...["1.0", "1.", ".5", "01.5", "1.50", "1.0.0", "1.2.3-beta", "1e3", "1E+3", "1_000", "1_0.5", "12e03abcd"],
  ...["12:30", "1:30:45", "190:20:30.15", "2020-01-01", "2001-12-14T21:59:43Z", "2001-12-14 21:59:43.1 -5"],
  ...["2020-02-30", "2020-1-1", "0000-01-01", "1999-12-31", "2020-12-28", "2020-01-01 or so"],
  ...["123456789012345", "1234567890123456", "123456789012345678901234567890", "0.1234567890123456789"],
  ...[
    "text",
    "a text of words",
    "3 words here",
    "3D models",
    "1st of all",
    "+1 vote",
    "~approximately",
    "é",
    "日本",
  ],
  ...[
    "a:b",
    "a#b",
    "it's",
    'say "x"',
    "/path/to",
    "$VAR",
    "(x)",
    "_x",
    "\\n",
    "a, b",
    "[a",
    "a]",
    "{a}",
    "a{b}",
  ],
  ...[
    "https://example.com/x?y=z#w",
    "a -b",
    "- a",
    "%a",
    "a%b",
    "%YAML 1.1",
    "!a",
    "a!",
    "&a",
    "*a",
    "@a",
    "`a`",
  ],
  ...[
    "=",
    "<<",
    "a=b",
    "<a>",
    "toString",
    "__proto__",
    "constructor",
    "😀",
    "a\u00a0b",
    "a\u200bb",
    "\ufeffa",
  ],
  ...madeOf("019.eExob_:-+ATZ~ynf a", tenthOf(250)),
];

/** Words of up to nine letters, always the same. */
function madeOf(letters: string, count: number): readonly string[] {
  let seed = 7;
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor(seed / 2 ** 8) % below;
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(9) }, () => letters[next(letters.length)]).join(""),
  );
}

const texts = [
  ...frontmatters,
  ...scalars.flatMap((scalar) =>
    [
      `a: ${scalar}`,
      `b: c\na:\n  b: ${scalar}\n  c:\nd: ${scalar}`,
      `a:\n- ${scalar}\n- b`,
      `a:\n  - ${scalar}`,
      `a: [b, ${scalar}]`,
      `a: "${scalar}"\nb: '${scalar}'`,
      `a: |\n  ${scalar}\n  b`,
      `a:\n  b: >-\n    ${scalar}\n    b`,
      `${scalar}: a`,
    ].flatMap((text) => [text, `${text}\n`, `\n${text}`]),
  ),
  ...fc.sample(madeFrontmatter, samples(10_000)),
];

const simple = texts.filter((text) => readSimpleYaml(text.endsWith("\n") ? text : `${text}\n`));
const agreed = simple.filter((text) => readAgreedJs(text));
const broken = [...texts, ...simple.flatMap(withColons)].filter((text) =>
  isBrokenByColon(text.endsWith("\n") ? text : `${text}\n`),
);

const shape = {
  name: "Shape",
  fields: { name: "option", a: "string", b: "option", d: { name: "Inner", fields: { b: "string" } } },
} as const;

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  "js-yaml 4": readJsYaml4,
  "js-yaml 4, JSON schema": readJsYaml4Json,
  "js-yaml 3": readJsYaml3,
  yaml: readYaml2,
  "yaml, core schema": readYaml2Core,
  "a document of yaml": (text) => readYaml2Document(text, (each) => ({ ...each, value: each.value() })),
  Bun: readBunYaml,
  PyYAML: (text) => loadPyYaml(text),
  "CSafeLoader of PyYAML": (text) => loadPyYaml(text, cSafeLoaderFlavour),
  SnakeYAML: (text) => loadPyYaml(text, snakeYamlFlavour),
  "a value of serde_yaml": (text) => {
    const read = readSerdeValue(text);
    return read.outcome === "value"
      ? Array.from(read.entries ?? [], ([key, node]) => [key, contentOf(node)])
      : read;
  },
  "VS Code": readVscodeYaml,
  "a struct of serde_yaml": (text) => readSerdeStruct(text, shape),
  StrictYAML: (text) => loadStrictYaml(text),
};

/** A node without its positions but for the line and column where it starts. */
function contentOf(node: Node): unknown {
  const { kind, tag, start } = node;
  const inner =
    kind === "scalar"
      ? node.value
      : kind === "sequence"
        ? node.items.map(contentOf)
        : node.pairs.map((pair) => pair.map(contentOf));
  return { kind, tag, inner, line: start.line, column: start.column };
}

/** What is read of the text after a comment, as if the comment were not there. */
function withoutComment(read: unknown): unknown {
  const shifted = JSON.stringify(read, (key, value: unknown) => {
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "number" && !Number.isFinite(value)) return String(value);
    return (key === "line" || key === "at") && typeof value === "number"
      ? value - (key === "at" ? 2 : 1)
      : value;
  })
    .replace(/(?<=line:? )\d+(?=,|\))/g, (line) => String(Number(line) - 1))
    .replace(/ at line (\d+) column (\d+)/g, (_, line: string, column: string) =>
      line === "2" && column === "1" ? "" : ` at line ${Number(line) - 1} column ${column}`,
    );
  return JSON.parse(shifted);
}

function asWritten(read: unknown): unknown {
  const text = JSON.stringify(read, (_, value: unknown) => {
    if (typeof value === "bigint") return `${value}n`;
    return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
  });
  return JSON.parse(text);
}

it.each(Object.entries(readers))("reads simple texts as %s does", (_, read) => {
  const wrong = simple.flatMap((text) => {
    const [fast, full] = [asWritten(read(text)), withoutComment(read(comment + text))];
    return JSON.stringify(fast) === JSON.stringify(full) ? [] : [{ text, fast, full }];
  });
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(simple.length).toBeGreaterThan(tenthOf(6_000));
  expect(agreed.length).toBeGreaterThan(tenthOf(4_500));
});

it.each([
  ...Object.entries(readers).filter(([name]) => !["a document of yaml", "VS Code"].includes(name)),
  [
    "the gate",
    (text: string) => ({ outcome: composeYaml(text).errors.length > 0 ? "error" : "value" }),
  ] as const,
])("takes no text for broken that is not refused by %s", (_, read) => {
  const accepted = broken.filter((text) => {
    const full = read(comment + text);
    return (full as YamlRead).outcome !== "error";
  });
  expect(accepted.slice(0, 5)).toEqual([]);
  expect(broken.length).toBeGreaterThan(tenthOf(2_500));
});

it.each([
  ["js-yaml 4", readJsYaml4, "bad indentation of a mapping entry (1:5)"],
  ["yaml", readYaml2, "Nested mappings are not allowed in compact mappings at line 1, column 4:"],
])("gives the message of %s for a broken text", (_, read, message) => {
  const found = read("a: b: c");
  expect([found.outcome, found.outcome === "error" && found.message]).toEqual(["error", message]);
});

it("gives values with the types and prototypes of the libraries", () => {
  const text = "a: 1\nb: 1.5\nc: true\nd:\n  e: null\n  f:\ng: [h, 'i']\nj: |\n  k\n";
  expect(readAgreedJs(text)).toStrictEqual({
    a: 1,
    b: 1.5,
    c: true,
    d: { e: null, f: null },
    g: ["h", "i"],
    j: "k\n",
  });
});

it.each([
  "a: 2020-01-01T00:00:00Z",
  "a: 2020-02-30",
  "a: 2020-1-1",
  "a: 0x1f",
  "a: 1e3",
  "a: 12:30",
  "a: yes",
  "a: True",
  "a: ~",
  "a: .inf",
  "a: 1_000",
  "yes: a",
  "__proto__: a",
  "a: b # c",
  "a: 12345678901234567890",
])("leaves %s to the libraries", (text) => {
  expect(readAgreedJs(text)).toBeUndefined();
});
