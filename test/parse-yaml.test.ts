import { expect, it } from "vitest";
import { limits } from "../src/model/limits.ts";
import { SourceText } from "../src/core/source-text.ts";
import { findControls } from "../src/parse/frontmatter.ts";
import { composeYaml } from "../src/yaml/ours/gate.ts";
import { fixedText, fenced, parsed, problemsOf, values } from "./support/parsed.ts";

it.each([
  [
    "description: Use when: asked",
    'unquoted ": " in the value of "description"; quote it',
    ":",
    { description: "Use when: asked" },
  ],
  [
    'description: Say "hi": now\n  and then',
    'unquoted ": " in the value of "description"; quote it',
    ":",
    { description: 'Say "hi": now and then' },
  ],
  [
    "metadata:\n  title: Foo: bar",
    'unquoted ": " in the value of "title"; quote it',
    ":",
    { metadata: { title: "Foo: bar" } },
  ],
  [
    "description: @ask first",
    'the value of "description" starts with "@", which YAML reserves; quote it',
    "@",
    { description: "@ask first" },
  ],
  [
    "description: `code` first",
    'the value of "description" starts with "`", which YAML reserves; quote it',
    "`",
    { description: "`code` first" },
  ],
  [
    "description: %x first",
    'the value of "description" starts with "%", which YAML reserves; quote it',
    "%",
    { description: "%x first" },
  ],
  [
    "description: - a",
    'the value of "description" starts with "-", which YAML reserves; quote it',
    "-",
    { description: "- a" },
  ],
  [
    "description: *bold* words",
    'the value of "description" starts with "*", which YAML reads as an alias; quote it',
    "*",
    { description: "*bold* words" },
  ],
  [
    "description: [Beta] words",
    'the value of "description" starts with "[", which YAML reads as a list; quote it',
    "[",
    { description: "[Beta] words" },
  ],
  [
    "argument-hint: [a] [b]",
    'the value of "argument-hint" starts with "[", which YAML reads as a list; quote it',
    "[",
    { "argument-hint": "[a] [b]" },
  ],
  [
    "description: {{placeholder}}",
    'the value of "description" starts with "{", which YAML reads as a map; quote it',
    "{",
    { description: "{{placeholder}}" },
  ],
  [
    'description: "never closed',
    'the value of "description" opens with a double quote that is never closed',
    '"',
    { description: "never closed" },
  ],
  [
    'description: "on a\nsecond line\n\nand a third"',
    'the value of "description" continues on this line without indentation; indent it',
    "s",
    { description: "on a second line\nand a third" },
  ],
  [
    "description: 'closed\n'",
    'the value of "description" continues on this line without indentation; indent it',
    "'",
    { description: "closed " },
  ],
  [
    "description: 'it's here'",
    `"s here'" follows the closing quote of the value of "description"`,
    "s here'",
    { description: "it's here" },
  ],
  [
    'description: "a" and b',
    '"and b" follows the closing quote of the value of "description"',
    "and b",
    { description: '"a" and b' },
  ],
  [
    'description: "a",',
    '"," follows the closing quote of the value of "description"',
    ",",
    { description: "a" },
  ],
  ['description: "\\d+"', '"\\d" is not a valid escape in double quotes', "\\d", { description: "\\d+" }],
  [
    "name: x\n  description: y",
    '"description" is indented under "name", which already has a value',
    "description",
    { name: "x", description: "y" },
  ],
  [
    "metadata:\n\ta: b\n\tc: d",
    "indentation contains a tab; use spaces",
    "\t",
    { metadata: { a: "b", c: "d" } },
  ],
  ["name:x\ndescription: y", 'no space after the colon of "name"', ":", { name: "x", description: "y" }],
  ["name = x\ndescription: y", '"=" after "name"; write `: `', " = ", { name: "x", description: "y" }],
  [
    "name：x\ndescription: y",
    'full-width colon after "name"; write `: `',
    "：",
    { name: "x", description: "y" },
  ],
  ["// comment\nname: x", 'line starts with "//"; start a comment with `#`', "//", { name: "x" }],
  ["tags: [a, @if]", 'value starts with "@", which YAML reserves; quote it', "@", { tags: ["a", "@if"] }],
] as const)("reports the mistake in %j and offers a fix", (frontmatter, message, place, expected) => {
  const document = fenced(`${frontmatter}\nlicense: MIT`);
  expect(problemsOf(document)).toEqual([["yaml-syntax", message, place]]);
  expect(values(document)["license"]).toBe("MIT");
  const after = fenced(fixedText(document).slice(4, -"\n---\nbody\n".length));
  expect(problemsOf(after)).toEqual([]);
  expect(values(after)).toEqual({ ...expected, license: "MIT" });
});

it.each([
  ["description: [a, b", 'the value of "description" opens with "[" that is never closed', "["],
  [
    "description: > text",
    'text follows the ">" of the value of "description"; move it to the next line',
    "text",
  ],
  ["description: Use when: asked # or not", 'unquoted ": " in the value of "description"; quote it', ":"],
  [
    "name: x\nstray words",
    '"stray words" is not a "key: value" line; indent it or move it to the body',
    "stray words",
  ],
  ["name: x\n- item", 'list item "- item" does not belong to any field', "- item"],
  ["metadata:\n    a: b\n  c: d", '"c: d" is not indented like the lines around it', "c: d"],
  ["name: x\n```yaml\ndescription: y", 'code fence "```yaml" in the frontmatter', "```yaml"],
  ["name: *nobody", 'YAML alias "*nobody" has no anchor', "*nobody"],
  ["description: x\n  note: y", '"note" is indented under "description", which already has a value', "note"],
])("reports the mistake in %j and offers no fix, as there may be several", (frontmatter, message, place) => {
  const document = fenced(`${frontmatter}\nlicense: MIT`);
  expect(problemsOf(document)).toEqual([["yaml-syntax", message, place]]);
  expect(document.problems[0]?.remedy).toBeUndefined();
  expect(values(document)["license"]).toBe("MIT");
});

it("parses the fields around a broken one normally, and the broken one as plain text", () => {
  const document = fenced(
    'name: pdf-forms\ndescription: Use when: asked,\n  or told\nmetadata:\n  a: {b: c}\n  d: "e\\tf"\nallowed-tools: @x',
  );
  expect(document.problems.map(({ kind }) => kind)).toEqual(["yaml-syntax", "yaml-syntax"]);
  expect(values(document)).toEqual({
    name: "pdf-forms",
    description: "Use when: asked, or told",
    metadata: { a: { b: "c" }, d: "e\tf" },
    "allowed-tools": "@x",
  });
  expect(
    document.frontmatter?.fields
      .get("metadata")
      ?.children.map(({ key, style, valueRange }) => [
        key,
        style,
        valueRange.start.line,
        valueRange.start.column,
      ]),
  ).toEqual([
    ["a", "flow", 6, 6],
    ["d", "double", 7, 6],
  ]);
});

it.each([
  [
    "a: &x b\nc: *x",
    [
      ["yaml-feature", '"&x" is a YAML anchor, which some clients do not support; remove it', "&x"],
      ["yaml-feature", '"*x" is a YAML alias, which some clients do not support; write the value', "*x"],
    ],
    { a: "b", c: "b" },
  ],
  [
    "a: !!str b",
    [["yaml-feature", '"!!str" is a YAML tag, which some clients do not support; remove it', "!!str"]],
    { a: "b" },
  ],
  [
    "%YAML 1.2\na: b",
    [["yaml-feature", '"%YAML 1.2" is a YAML directive; remove it', "%YAML 1.2"]],
    { a: "b" },
  ],
  [
    "a: b\na: c",
    [["duplicate-key", 'duplicate key "a"; remove one, as YAML parsers differ in which value they use', "a"]],
    { a: "b" },
  ],
  [
    "a:\n  b: c\n  b: d",
    [["duplicate-key", 'duplicate key "b"; remove one, as YAML parsers differ in which value they use', "b"]],
    { a: { b: "c" } },
  ],
  ["- a\n- b", [["not-a-mapping", 'frontmatter is a list, not "key: value" lines', "- a\n- b"]], {}],
  ["# only a comment", [["not-a-mapping", "frontmatter contains no fields", "# only a comment\n"]], {}],
  ["words", [["not-a-mapping", 'frontmatter is text, not "key: value" lines', "words"]], {}],
  [
    "a:b\nc:d",
    [
      [
        "not-a-mapping",
        'frontmatter is text, not "key: value" lines: no space after the colon of "a"',
        "a:b\nc:d",
      ],
    ],
    { a: "b", c: "d" },
  ],
  [
    "a: b\u0007c",
    [["control-character", "frontmatter contains a control character (U+0007)", "\u0007"]],
    { a: "b\u0007c" },
  ],
  [
    "a: b\ufeffc",
    [["control-character", "frontmatter contains a byte-order mark (U+FEFF)", "\ufeff"]],
    { a: "b\ufeffc" },
  ],
  [
    "description: &c words",
    [["yaml-feature", '"&c" is a YAML anchor, which some clients do not support; remove it', "&c"]],
    { description: "words" },
  ],
])("reports what not every parser supports in %j, and parses the rest", (frontmatter, problems, expected) => {
  const document = fenced(frontmatter);
  expect(problemsOf(document)).toEqual(problems);
  expect(values(document)).toEqual(expected);
});

it("knows the value, range and style of every kind of field", () => {
  const { source, frontmatter } = fenced(
    "a: plain # comment\nb: 'single'\nc: \"dou\\u0062le\"\nd: >-\n  folded\n  text\n\ne: [x, {y: z}]\nf:\ng:\n  - one\n  - h: two",
  );
  const shown = Array.from(
    frontmatter?.fields.values() ?? [],
    ({ key, value, style, valueRange: { start, end } }) => [
      key,
      value,
      style,
      source.text.slice(start.offset, end.offset),
    ],
  );
  expect(shown).toEqual([
    ["a", "plain", "plain", "plain"],
    ["b", "single", "single", "'single'"],
    ["c", "double", "double", '"dou\\u0062le"'],
    ["d", "folded text", "block", ">-\n  folded\n  text"],
    ["e", ["x", { y: "z" }], "flow", "[x, {y: z}]"],
    ["f", "", "empty", ""],
    ["g", ["one", { h: "two" }], "block", "- one\n  - h: two"],
  ]);
  expect(frontmatter?.fields.get("f")?.valueRange.start).toEqual({
    line: 10,
    column: 3,
    offset: 92,
    byteOffset: 92,
  });
  expect(frontmatter?.fields.get("g")?.children.map(({ key }) => key)).toEqual(["0", "1"]);
});

it("keeps a key from becoming a prototype", () => {
  const document = fenced("metadata:\n  __proto__: x");
  expect(JSON.stringify(document.frontmatter?.fields.get("metadata")?.value)).toBe('{"__proto__":"x"}');
});

it("says where the shapes of fields differ from the schema", () => {
  const { frontmatter } = fenced(
    "name: PDF\nmetadata:\n  a: [b]\nallowed-tools:\n  - Read\ncompatibility: ''",
  );
  expect(frontmatter?.schemaProblems).toEqual([
    { pointer: "", keyword: "required", params: { missingProperty: "description" } },
    { pointer: "/name", keyword: "pattern", params: { pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$" } },
    { pointer: "/compatibility", keyword: "minLength", params: { limit: 1 } },
    { pointer: "/metadata/a", keyword: "type", params: { type: "string" } },
    { pointer: "/allowed-tools", keyword: "type", params: { type: "string" } },
  ]);
});

it("lists ten runs of control characters, and no more", () => {
  const listed = (runs: number) =>
    parsed(`---\nname: ${"a\x01".repeat(runs)}\n---\n`).problems.filter(
      ({ kind }) => kind === "control-character",
    ).length;
  expect([listed(9), listed(10), listed(11)]).toEqual([9, 10, 10]);
});

it("names each unpaired surrogate as such", () => {
  const [high, low] = findControls(new SourceText("a\ud800b\udc00c"), { start: 0, end: 5 });
  expect([high?.message, low?.message]).toEqual([
    expect.stringContaining("an unpaired surrogate (U+D800)"),
    expect.stringContaining("an unpaired surrogate (U+DC00)"),
  ]);
});

it("composes as many nodes and levels as the limits say, and no more", () => {
  const items = (limits.yamlNodes - 2) / 2;
  expect(composeYaml(`[${"a,".repeat(items)}]`).excess).toBeUndefined();
  expect(composeYaml(`[${"a,".repeat(items)} ]- `).excess?.limit).toBe("yamlNodes");
  const nested = (depth: number) => composeYaml(`${"[".repeat(depth)}${"]".repeat(depth)}`).excess?.limit;
  expect([nested(limits.yamlDepth + 1), nested(limits.yamlDepth + 2)]).toEqual([undefined, "yamlDepth"]);
});

it("ends a block scalar at its last word, whatever spaces and empty lines follow", () => {
  const { root } = composeYaml("a: |\n  x\n  \t \n\nb: y\n");
  expect(root?.kind === "map" && root.pairs.map(({ value }) => value.end)).toEqual([8, 19]);
});
