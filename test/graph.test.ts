import { expect, it } from "vitest";
import { loadSkill } from "../src/lint/load-skill.ts";
import { vocabularyOf } from "../src/lint/vocabulary-of.ts";
import type { ReferenceGraph } from "../src/model/graph.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { skillMd } from "./support/tree.ts";

/** The graph of a skill with this body, other files, and nothing in those of which only the name is given. */
function graphOf(
  body: string,
  files: Readonly<Record<string, string>> | readonly string[] = {},
): ReferenceGraph {
  const others = Array.isArray(files) ? Object.fromEntries(files.map((path) => [path, "x\n"])) : files;
  return loadSkill(openMemory("pdf-forms", { "SKILL.md": skillMd("pdf-forms", body), ...others }), [], {
    vocabulary: vocabularyOf([]),
  }).skill.graph;
}

/** "from to kind :line", with the fragment where there is one. */
function edges({ edges: all }: ReferenceGraph): readonly string[] {
  return all.map(
    ({ from, to, kind, range, fragment }) =>
      `${from} ${to} ${kind} :${range.start.line}${fragment === undefined ? "" : `#${fragment}`}`,
  );
}

it.each([
  ["an inline link", "[a](references/a.md)", "link"],
  ["a link with a fragment", "[a](references/a.md#b)", "link :6#b"],
  ["a reference-style link", "See [a][x].\n\n[x]: references/a.md", "definition"],
  ["an image", "![a](references/a.md)", "image"],
  ["an attribute of HTML", '<img src="references/a.md">', "html"],
  ["a code span", "`references/a.md`", "code-span"],
  ["a code span with more than a path", "`fill references/a.md --flat`", "code-span"],
  ["a table's cell", "| a | b |\n|---|---|\n| references/a.md | b |", "mention"],
  ["a path in a fence", "```bash\ncat references/a.md\n```", "fence"],
  ["a placeholder of a client", "`{baseDir}/references/a.md`", "code-span"],
  ["another", "`${CLAUDE_SKILL_DIR}/references/a.md`", "code-span"],
  ["another in angle brackets", "```\n<skill>/references/a.md\n```", "fence"],
  ["plain text", "See references/a.md.", "mention"],
  ["Chinese text without blanks", "参考references/a.md文件", "mention"],
  ["a name that no other file has", "See a.md, then go on.", "mention"],
  ["a sign for a file to be read", "See @references/a.md.", "mention"],
  ["the skill's name before the path", "See skills/pdf-forms/references/a.md.", "mention"],
  ["other capitals", "See REFERENCES/A.MD.", "mention"],
  ["a directory", "See `references/` for details.", "directory"],
  ["a pattern", "See `references/*.md`.", "directory"],
  ["a placeholder for the name", "Read `references/<topic>.md`.", "directory"],
  ["a directory by its name and kind", "All is in the references folder.", "directory"],
] as const)("leads from SKILL.md to a file over %s", (_, body, kind) => {
  const [edge = ""] = edges(graphOf(`${body}\n`, ["references/a.md"]));
  expect(edge.startsWith(`SKILL.md references/a.md ${kind}`)).toBe(true);
});

it("lists the edges from SKILL.md by themselves", () => {
  const graph = graphOf("[a](references/a.md), `references/b.md`, all of scripts/\n", {
    "references/a.md": "[b](b.md)\n",
    "references/b.md": "x\n",
    "scripts/c.py": "pass\n",
  });
  expect(edges(graph)).toHaveLength(4);
  expect(graph.namedInSkillFile).toEqual(
    graph.edges.filter(({ from, kind }) => from === "SKILL.md" && kind !== "directory"),
  );
});

it("has no edges from a SKILL.md that is not there", () => {
  const { graph } = loadSkill(openMemory("pdf-forms", { "references/a.md": "[b](b.md)\n" }), [], {
    vocabulary: vocabularyOf([]),
  }).skill;
  expect(graph.namedInSkillFile).toEqual([]);
});

it.each([
  ["an address of the web", "https://example.org/references/a.md"],
  ["a longer name", "references/a.md5, data.md"],
  ["another directory's file", "src/a.md"],
  ["another skill's file", "`../docx/references/a.md`"],
  ["a word that is a directory's name as well", "It has references and a."],
])("does not take %s for the file", (_, body) => {
  const graph = graphOf(`${body}\n`, ["references/a.md"]);
  expect([edges(graph), graph.orphans]).toEqual([[], ["references/a.md"]]);
});

it("resolves a path from its own file first, and then from the skill's root", () => {
  const graph = graphOf("[a](references/a.md)\n", {
    "references/a.md": "[b](b.md), [c](references/c.md) and [d](../scripts/d.py)\n",
    "references/b.md": "x\n",
    "references/c.md": "x\n",
    "scripts/d.py": "print()\n",
  });
  expect(edges(graph)).toEqual([
    "SKILL.md references/a.md link :6",
    "references/a.md references/b.md link :1",
    "references/a.md references/c.md link :1",
    "references/a.md scripts/d.py link :1",
  ]);
  expect(graph.nodes.map(({ path, way }) => [path, way?.depth])).toEqual([
    ["SKILL.md", 0],
    ["references/a.md", 1],
    ["references/b.md", 2],
    ["references/c.md", 2],
    ["scripts/d.py", 2],
  ]);
});

it("distinguishes files of the same name by their directories", () => {
  const graph = graphOf("Run `aws/run.sh`, and run.sh.\n", ["scripts/aws/run.sh", "scripts/gcp/run.sh"]);
  expect([edges(graph), graph.orphans]).toEqual([
    ["SKILL.md scripts/aws/run.sh code-span :6"],
    ["scripts/gcp/run.sh"],
  ]);
});

it("keeps one edge between two files: the most explicit kind at its first position", () => {
  expect(
    edges(
      graphOf("See a.md, `references/a.md`, [a](references/a.md) and [b](references/a.md).\n", [
        "references/a.md",
      ]),
    ),
  ).toEqual(["SKILL.md references/a.md link :6"]);
});

it("does not resolve a mention of another README.md to the skill's", () => {
  expect(
    edges(
      graphOf("[a](references/a.md)\n", {
        "references/a.md": "Read the project's `README.md` and package.json.\n",
        "README.md": "x\n",
        "package.json": "{}\n",
      }),
    ),
  ).toEqual(["SKILL.md references/a.md link :6"]);
});

it("follows names in scripts and data", () => {
  const graph = graphOf("Run `scripts/fill.py`.\n", {
    "scripts/fill.py": 'open(here / "../assets/form.json")\n',
    "assets/form.json": '{"logo": "assets/logo.svg"}\n',
    "assets/logo.svg": "<svg/>\n",
  });
  expect(edges(graph)).toEqual([
    "SKILL.md scripts/fill.py code-span :6",
    "assets/form.json assets/logo.svg mention :1",
    "scripts/fill.py assets/form.json mention :1",
  ]);
});

it("finds names with spaces, without a dot and with non-ASCII characters", () => {
  const graph = graphOf("Run `scripts/fill`, see [x](references/two%20words.md) and 手引き.md.\n", [
    "scripts/fill",
    "references/two words.md",
    "references/手引き.md",
  ]);
  expect(edges(graph)).toEqual([
    "SKILL.md scripts/fill code-span :6",
    "SKILL.md references/two words.md link :6",
    "SKILL.md references/手引き.md mention :6",
  ]);
  expect(graph.orphans).toEqual([]);
});

it("recognizes a directory in a joined path, but not a key of the same name", () => {
  const graph = graphOf("Run `run.py`.\n", {
    "run.py": 'root = here / "templates"\nlist = data["assets"]\n',
    "templates/a.txt": "x\n",
    "assets/b.txt": "x\n",
  });
  expect([edges(graph), graph.orphans]).toEqual([
    ["SKILL.md run.py code-span :6", "run.py templates/a.txt directory :1"],
    ["assets/b.txt"],
  ]);
});

it("follows a directory's name to everything below it, and marks files without another path", () => {
  const { read } = graphOf("See `references/`, and references/a.md first.\n", [
    "references/a.md",
    "references/deep/b.md",
  ]);
  expect(Object.fromEntries(read)).toEqual({
    "SKILL.md": { depth: 0, byDirectory: false },
    "references/a.md": { depth: 1, byDirectory: false },
    "references/deep/b.md": { depth: 1, byDirectory: true },
  });
});

it("does not report files for people, or files referenced only by them, as orphans", () => {
  const files = {
    LICENSE: "x",
    "README.md": "![x](docs/shot.svg)\n",
    "docs/shot.svg": "<svg/>",
    ".gitignore": "x",
    "package.json": '{"main": "lib/main.js"}',
    "lib/main.js": "x",
    "evals/evals.json": "{}",
    "scripts/test_fill.py": "x",
    "scripts/__init__.py": "",
    "agents/openai.yaml": "x",
    "examples/docx/SKILL.md": "x",
    "examples/docx/a.md": "x",
    "fills.scenario.yaml": "x",
    "fills.trace.json": "{}",
    "other.trace.json": "{}",
    "left.md": "x",
  };
  expect(graphOf("Nothing is named here.\n", files).orphans).toEqual(["left.md", "other.trace.json"]);
});

it("finds each cycle of links once", () => {
  const { cycles } = graphOf("[a](a.md)\n", {
    "a.md": "[b](b.md)\n",
    "b.md": "[c](c.md) [a](a.md)\n",
    "c.md": "[a](a.md)\n",
  });
  expect(cycles.map((cycle) => cycle.map(({ from, to }) => `${from} ${to}`))).toEqual([
    ["a.md b.md", "b.md c.md", "c.md a.md"],
    ["a.md b.md", "b.md a.md"],
  ]);
});

it.each([
  ["a heading", "# Fill *it* in", "fill-it-in"],
  ["a heading with an emoji", "# 🚀 Start", "-start"],
  ["the second of two like headings", "# A\n\n# A", "a-1"],
  ["a heading with a line below", "Fill in\n=======", "fill-in"],
  ["an id of its own", "# A {#own}", "own"],
  ["an anchor of HTML", '<a name="own"></a>', "own"],
  ["a heading of HTML", "<h2>Fill in</h2>", "fill-in"],
  ["GitHub's prefix", "# A", "user-content-a"],
  ["a Chinese heading", "# 填写 表单", "填写-表单"],
])("finds %s by its fragment", (_, text, fragment) => {
  expect(
    graphOf(`[a](a.md#${fragment})\n`, { "a.md": `[b](#${fragment})\n\n${text}\n` }).lostAnchors,
  ).toEqual([]);
});

it("reports a fragment that is not a heading, unless it is in code", () => {
  const { lostAnchors } = graphOf("[a](a.md#fil-in) and `[b](#gone)`\n", {
    "a.md": "# Fill in\n\n[c](#Fill-In)\n\n```\n[d](#gone)\n```\n",
  });
  expect(
    lostAnchors.map(({ from, to, fragment, nearest, range }) => [
      from,
      range.start.line,
      to,
      fragment,
      nearest,
    ]),
  ).toEqual([
    ["a.md", 3, "a.md", "Fill-In", "fill-in"],
    ["SKILL.md", 6, "a.md", "fil-in", "fill-in"],
  ]);
});
