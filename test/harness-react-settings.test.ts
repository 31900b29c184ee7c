import { describe, expect, it } from "vitest";
import {
  isComplete,
  parseSubset,
  type SubsetFrontmatter,
} from "../src/harness/systems/react-actions/yaml-subset.ts";
import { cleanBody, fitBody } from "../src/harness/systems/react-actions/load.ts";
import { parseSettings } from "../src/harness/settings.ts";
import { readConfig } from "../src/harness/systems/react-actions/config.ts";
import { cutSection } from "../src/harness/systems/react-actions/section.ts";
import { reactActions } from "../src/harness/systems/react-actions/react-actions.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";

const fields = (frontmatter: SubsetFrontmatter) =>
  "objection" in frontmatter ? frontmatter.objection : Object.fromEntries(frontmatter.fields);
const parse = (...lines: readonly string[]) =>
  fields(parseSubset(["---", ...lines, "---", "body"].join("\n"), true));

describe("the subset of YAML", () => {
  it("reads plain and quoted scalars that contain comments and colons", () => {
    expect(
      parse(
        "name: pdf # a comment",
        "description: Use it when: asked, or #1",
        "",
        "# whole line",
        "a: 'it''s'",
        'b: "tab\\tand \\u00e9 \\"x\\"" # end',
        "version: 1.0",
        "empty:",
      ),
    ).toEqual({
      name: "pdf",
      description: "Use it when: asked, or",
      a: "it's",
      b: 'tab\tand é "x"',
      version: "1.0",
      empty: "",
    });
  });

  it("reads simple lists in brackets and on lines", () => {
    expect(
      parse("a: [read_file, \"x, y\", 'z']", "b:", "  - one", "  - 'two'", "c:", "- three", "d: []"),
    ).toEqual({ a: ["read_file", "x, y", "z"], b: ["one", "two"], c: ["three"], d: [] });
  });

  it("reads scalars over several lines", () => {
    expect(parse("description: one", "  two", "a: |", "  first", "    second", "", "b: end")).toEqual({
      description: "one two",
      a: "first\n  second",
      b: "end",
    });
    expect(fields(parseSubset("---\na: >-\n  one\n  two\n\n  three\n---\n", false))).toEqual({
      a: "one two\n\nthree",
    });
  });

  it.each([
    ["a mapping below", ["description:", "  a: b"]],
    ["a mapping in braces", ["description: { a: b }"]],
    ["a list of mappings", ["allowed-tools:", "  - name: x"]],
    ["a list of lists", ["allowed-tools: [a, [b]]"]],
    ["a list in brackets over two lines", ["allowed-tools: [a,", "  b]"]],
    ["an anchor", ["name: &a pdf"]],
    ["a tag", ["name: !!str pdf"]],
    ["a quote that does not end", ["name: 'pdf"]],
  ])("refuses %s in a field that the agent uses", (_, lines) => {
    expect(parse(...lines)).toMatch(
      /^line 2 of the frontmatter: "(?:name|description|allowed-tools)" must be a scalar or a simple list$/,
    );
  });

  it("reports that it does not parse nested values in fields that the agent does not use", () => {
    expect(parseSubset("---\nname: pdf\nmetadata:\n  a: b\n  c:\n    - d\nversion: 1\n---\n", true)).toEqual({
      fields: new Map([
        ["name", "pdf"],
        ["version", "1"],
      ]),
      passedOver: ["metadata"],
      body: "",
    });
  });

  it("refuses angle brackets anywhere between the fences, unless the configuration allows them", () => {
    expect(parse("name: pdf", "description: a <b> c")).toBe(
      "line 3 contains an angle bracket, which is not allowed in frontmatter",
    );
    expect(fields(parseSubset("---\ndescription: a <b> c\n---\n", false))).toEqual({
      description: "a <b> c",
    });
  });

  it.each([
    ["name: a\nname: b", 'line 3 of the frontmatter repeats the field "name"'],
    ["just words", 'line 2 of the frontmatter is "just words"; write "key: value"'],
    ["  name: a", 'line 2 of the frontmatter is "  name: a"; write "key: value"'],
    ["name:a", 'line 2 of the frontmatter is "name:a"; write "key: value"'],
  ])("refuses %j", (text, sentence) => {
    expect(parse(text)).toBe(sentence);
  });

  it("recognizes fences by their lines, with any line ending", () => {
    expect(fields(parseSubset("\ufeff--- \r\nname: a\r\n---\r\nbody", true))).toEqual({ name: "a" });
    expect(fields(parseSubset("---\rname: a\r---", true))).toEqual({ name: "a" });
    expect(fields(parseSubset("---\n---\n", true))).toEqual({});
    expect(fields(parseSubset("---\nname: a\n---more\n", true))).toBe(
      'frontmatter is not closed by a "---" line',
    );
    expect(fields(parseSubset("# Title\n", true))).toBe(
      'SKILL.md does not begin with frontmatter between "---" lines',
    );
  });

  it("detects when a head contains all of it", () => {
    expect(
      [
        "---\na: b\n",
        "---\na: b\n---",
        "---\na: b\n---\n",
        "# Title",
        "---x",
        "---\r\na: b\r\n---\r\nbody",
      ].map(isComplete),
    ).toEqual([false, false, true, true, true, true]);
  });

  it("takes no more time for one long line than for many lines", () => {
    const begun = cpuTime();
    for (const filler of [" ", "a ", ":", "[", '"', "'", "\\", "- "])
      parseSubset(`---\nname: ${filler.repeat(60_000)}\n${filler.repeat(60_000)}\n---\n`, true);
    expect(cpuTime() - begun).toBeLessThan(linearLimit);
  });
});

describe("the configuration", () => {
  it("has the design's defaults", () => {
    expect(readConfig({})).toMatchObject({
      bodiesPerRound: 2,
      maxBodyLines: 500,
      longBody: "refuse",
      blockAngleBrackets: true,
      constraints: { max_turns: 12, max_tool_calls: 30 },
      remarks: [],
    });
  });

  it("accepts the design's example", () => {
    const text =
      '{"skill_roots": [".agent/skills", "~/.agent/skills"], "model": {"provider": "mock", "params": {"seed": 1}}, "execution": {"require_approval_for": ["write_file", "run_script", "network"]}, "security": {"max_skill_body_lines": 400, "block_angle_brackets_in_frontmatter": false}}';
    expect(readConfig(parseSettings(text, ".agent/config.json"))).toMatchObject({
      skillRoots: [".agent/skills", "~/.agent/skills"],
      needApproval: ["write_file", "run_script", "network"],
      maxBodyLines: 400,
      blockAngleBrackets: false,
      remarks: [],
    });
  });

  it.each([
    [{ skill_roots: "x" }, 'the setting "skill_roots" must be a list of strings, not "x"'],
    [
      { security: { max_skill_body_lines: "many" } },
      'the setting "security.max_skill_body_lines" must be a whole number, not "many"',
    ],
    [
      { security: { block_angle_brackets_in_frontmatter: "yes" } },
      'the setting "security.block_angle_brackets_in_frontmatter" must be true or false, not "yes"',
    ],
    [
      { security: { long_skill_body: "cut" } },
      'the setting "security.long_skill_body" must be "refuse" or "split", not "cut"',
    ],
    [{ execution: [] }, 'the setting "execution" must be an object, not "[]"'],
    [{ source: "team" }, 'the setting "source" must be "builtin", "project" or "user", not "team"'],
    [
      { constraints: { max_turns: -1 } },
      'the setting "constraints.max_turns" must be a whole number, not -1',
    ],
  ])("refuses %j", (settings, sentence) => {
    expect(() => readConfig(settings)).toThrow(
      expect.objectContaining({ code: "bad-usage", message: sentence }),
    );
  });

  it.each([
    ["{", ".agent/config.json is not valid JSON"],
    ["[]", ".agent/config.json must be a JSON object"],
  ])("refuses the text %j", (text, sentence) => {
    expect(() => parseSettings(text, ".agent/config.json")).toThrow(
      expect.objectContaining({ code: "bad-usage", message: sentence }),
    );
  });

  it("uses the user's name for a file in messages", () => {
    expect(() => parseSettings("{", "mine.json")).toThrow("mine.json is not valid JSON");
  });

  it("reports settings that are unknown or have no effect", () => {
    expect(
      readConfig({ skill_root: [], security: { sandbox: true }, model: { provider: "openai" } }).remarks,
    ).toEqual([
      'unknown setting "skill_root"; did you mean "skill_roots"?',
      'unknown setting "security.sandbox"',
      'the setting "model.provider" has no effect; the model is chosen with --model',
    ]);
    expect(readConfig({ model: { provider: "mock" } }).remarks).toEqual([]);
  });

  it("lists the roots of skills, with the built-in ones last", () => {
    const roots = (settings: object) =>
      reactActions.roots({}, { ...settings }).map(({ scope, path }) => `${scope} ${path}`);
    expect(roots({})).toEqual(["project .agent/skills", "user ~/.agent/skills", "builtin skills_builtin"]);
    expect(roots({ skill_roots: ["tools/skills", "~/mine", "/opt/skills"] })).toEqual([
      "project tools/skills",
      "user ~/mine",
      "user /opt/skills",
      "builtin skills_builtin",
    ]);
    expect(roots({ skill_roots: ["skills_builtin", ".agent/skills"] })).toEqual([
      "builtin skills_builtin",
      "project .agent/skills",
    ]);
  });
});

describe("a body", () => {
  it("loses invisible characters, except those that scripts and emoji need", () => {
    expect(cleanBody("a\u200bb \u{e0041}x\ufeff \x1b[31m \u202ey")).toEqual({
      text: "ab x [31m y",
      notes: ["5 invisible characters were removed: U+200B, U+E0041, U+FEFF, U+001B and U+202E"],
    });
    for (const text of ["👩\u200d💻", "❤\ufe0f", "می\u200cخواهم", "é\tà\n", "क\u094d\u200dष"])
      expect(cleanBody(text)).toEqual({ text, notes: [] });
    expect(cleanBody("a\u200db x\ufe0f\ufe01\ufe02").text).toBe("ab x\ufe0f");
  });

  it("gets LF line endings", () => {
    expect(cleanBody("a\r\nb\rc\n")).toEqual({
      text: "a\nb\nc\n",
      notes: ["2 line endings were changed to LF"],
    });
  });

  const lines = (count: number) =>
    `${Array.from({ length: count }, (_, index) => (index % 10 === 0 ? `## Part ${index + 1}` : "x")).join("\n")}\n`;

  it("of 500 lines is loaded, and one of 501 is not", () => {
    const rules = { maxBodyLines: 500, longBody: "refuse" } as const;
    expect(fitBody({ text: lines(500), notes: [] }, rules)).toEqual({ text: lines(500), notes: [] });
    expect(fitBody({ text: lines(501), notes: [] }, rules)).toEqual({
      objection:
        "the body has 501 lines (maximum 500); move parts of it to other files, such as under reference/",
    });
  });

  it("is split if the configuration says so, and reports the omitted sections", () => {
    const fitted = fitBody({ text: lines(32), notes: [] }, { maxBodyLines: 15, longBody: "split" });
    expect(fitted).toEqual({
      text: lines(15),
      notes: [
        'lines 16 to 32 of the body were omitted; use load_resource on SKILL.md with a section_hint to read them: "## Part 21" and "## Part 31"',
      ],
    });
  });
});

describe("a section", () => {
  const text =
    "# Guide\nintro\n## 指标定义\nrevenue\n### Detail\nd\n```\n## no heading\n```\n## Other ##\nend\n";

  it.each([
    ["## 指标定义", "## 指标定义\nrevenue\n### Detail\nd\n```\n## no heading\n```\n"],
    ["指标定义", "## 指标定义\nrevenue\n### Detail\nd\n```\n## no heading\n```\n"],
    ["## other", "## Other ##\nend\n"],
    ["# Guide", text],
  ])("%s is the text below it, up to the next heading of its level", (hint, section) => {
    expect(cutSection(text, hint)).toEqual({ section });
  });

  it.each(["## Guide", "## no heading", "##", ""])("is not found by %j", (hint) => {
    expect(cutSection(text, hint)).toEqual({
      objection: `unknown heading "${hint}"; the headings are "# Guide", "## 指标定义", "### Detail" and "## Other ##"`,
    });
  });

  it("is not found in a file without headings", () => {
    expect(cutSection("plain", "## A")).toEqual({
      objection: 'unknown heading "## A"; there are no headings',
    });
  });
});
