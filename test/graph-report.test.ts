import { mkdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { SkillGraph } from "../src/model/reports/graph.ts";
import { graphDot, graphMermaid } from "../src/report/commands/graph-drawing.ts";
import { graphText } from "../src/report/commands/graph-text.ts";
import { plainPaint } from "../src/model/paint.ts";
import { colorPaint } from "../src/cli/terminal-paint.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { schemaOf } from "./support/schema.ts";

const hostile = [
  'a"b.md',
  "a\\",
  'x"];\nevil [label="',
  "]]",
  "a\nb",
  "\u202egnp.exe",
  "<b>&amp;</b>",
  "--> end",
  "%%{init}%%",
  "#quot;",
  "{x}|y|",
  "`c`",
  "click s0f0 call()",
];

/** Nothing was left unread. */
const whole = { subjects: [], unread: [] };

/**
 * A skill whose files have these names, the first its SKILL.md, which leads to all the others and to one that is not
 * there.
 */
function graphed(names: readonly string[]): SkillGraph {
  const files = names.map((path, depth) => ({ path, bytes: 1, tokens: 1, depth: Math.min(depth, 1) }));
  const spot = { from: names[0]!, line: 1, column: 1 };
  return {
    path: names.join("/"),
    counter: "estimate",
    files: [...files, { path: "left.md", bytes: 1 }],
    edges: names.slice(1).map((to) => ({ ...spot, to, kind: "link" })),
    broken: [{ ...spot, target: names.at(-1)!, status: "missing", nearest: names[0]! }],
    lostAnchors: [{ ...spot, to: names[0]!, fragment: names.at(-1)! }],
    orphans: ["left.md"],
    capped: false,
    cycles: [[...names, names[0]!]],
    sections: names.map((title, line) => ({ title, level: 2, line, tokens: line, total: line })),
  };
}

/** The labels of a DOT file, which may be made of nothing but what is written here. */
function readDot(dot: string): readonly string[] {
  const string = String.raw`"(?:[^"\\\n]|\\[\\"])*"`;
  const look = "(?:, (?:style=\\w+|color=\\w+|fontcolor=\\w+))*";
  const line = new RegExp(
    `^(?:digraph skills \\{|  rankdir=LR;|  node \\[shape=box\\];|  subgraph cluster_\\d+ \\{|    label=${string};|    s\\d+[fm]\\d+(?: -> s\\d+[fm]\\d+)? \\[label=${string}${look}\\];|  \\}|\\})$`,
  );
  const lines = dot.trimEnd().split("\n");
  expect(lines.filter((written) => !line.test(written))).toEqual([]);
  return lines
    .flatMap((written) => (new RegExp(string).exec(written)?.[0] ?? "").slice(1, -1) || [])
    .map((label) => label.replaceAll(/\\([\\"])/g, "$1"));
}

it("writes DOT with every name escaped", () => {
  const dot = graphDot([graphed(["SKILL.md", ...hostile])]);
  const labels = readDot(dot);
  for (const shown of ['a"b.md', "a\\", 'x"];\\nevil [label="', "a\\nb", "\\u{202e}gnp.exe", "left.md"])
    expect(labels).toContain(shown);
  expect(dot).toMatch(/s0m0 \[label="click s0f0 call\(\)", style=dashed, color=red/);
});

it("writes Mermaid with every name escaped", () => {
  const lines = graphMermaid([graphed(["SKILL.md", ...hostile])])
    .trimEnd()
    .split("\n");
  const label = String.raw`\["(?:[\p{L}\p{N} ./_-]|#\d+;)*"\]`;
  const line = new RegExp(
    `^(?:flowchart LR|  subgraph s\\d+${label}|    s\\d+[fm]\\d+${label}|    s\\d+f\\d+ -->\\|[a-z-]+\\| s\\d+[fm]\\d+|  end|  classDef \\w+ [\\w:#,-]+|  class [\\w,]+ \\w+)$`,
    "u",
  );
  expect(lines.filter((written) => !line.test(written))).toEqual([]);
  expect(lines).toContain('    s0f1["a#34;b.md"]');
});

it("writes no Mermaid label that would be parsed as a list", () => {
  const lines = graphMermaid([graphed(["SKILL.md", "1. intro.md", "- b.md", "v1. c.md"])]).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining(['    s0f1["1.#32;intro.md"]', '    s0f2["-#32;b.md"]', '    s0f3["v1. c.md"]']),
  );
});

it("writes DOT in which no name is a macro or a workflow command", () => {
  const labels = readDot(graphDot([graphed(["SKILL.md", "a&lt;b.md", "##[error]c.md", "##vso[x]d.md"])]));
  expect(labels).toEqual(expect.arrayContaining(["a&amp;lt;b.md", "#&#35;[error]c.md", "#&#35;vso[x]d.md"]));
});

it("draws every reachable file once, and reports broken links, orphans and cycles", () => {
  const text = graphText(whole, [graphed(["SKILL.md", "a.md", "b.md"])], {
    paint: plainPaint,
    width: 80,
    all: false,
    command: "skills",
  });
  expect(text).toBe(`SKILL.md/a.md/b.md: 4 files, 4 bytes, 3 tokens (estimated, ±15%)

SKILL.md, 1 token
├─ a.md (link, :1), 1 token
└─ b.md (link, :1), 1 token

Tokens by section of SKILL.md, including subsections
        0    SKILL.md :0
        1    a.md :1
        2    b.md ← largest :2

Broken (2)
  b.md does not exist (SKILL.md:1); did you mean SKILL.md?
  #b.md matches no heading in SKILL.md (SKILL.md:1)

Not reachable from SKILL.md (1)
  left.md

Cycles (1)
  SKILL.md → a.md → b.md → SKILL.md
`);
});

it("marks the same section as largest as skills lint does: a chapter with its subsections", () => {
  const costs = [
    ["T", 1, 10, 200],
    ["A", 2, 50, 50],
    ["B", 2, 20, 140],
    ["C", 3, 120, 120],
  ] as const;
  const sections = costs.map(([title, level, tokens, total], line) => ({
    title,
    level,
    line,
    tokens,
    total,
  }));
  const text = graphText(whole, [{ ...graphed(["SKILL.md"]), sections }], {
    paint: plainPaint,
    width: 80,
    all: false,
    command: "skills",
  });
  expect(text.split("\n").filter((line) => line.includes("← largest"))).toEqual([
    "      140    B ← largest :2",
  ]);
});

it("reports truncated lists", () => {
  expect(
    graphText(whole, [{ ...graphed(["SKILL.md"]), capped: true }], {
      paint: plainPaint,
      width: 80,
      all: false,
      command: "skills",
    }),
  ).toContain("\n\nThe skill has too many references to follow");
});

it("shows broken links in red, and escapes control characters in names", () => {
  const text = graphText(whole, [graphed(["SKILL.md", ...hostile])], {
    paint: colorPaint,
    width: 80,
    all: true,
    command: "skills",
  });
  expect(text).toContain("\x1b[31mclick s0f0 call()\x1b[39m");
  expect(text.replaceAll(/\x1b\[\d+m/g, "").replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

it("succeeds despite broken links, and fails if there is no skill", async () => {
  const cwd = makeTree({ "pdf/SKILL.md": skillMd("pdf", "[a](a.md), [b](gone.md)\n"), "pdf/a.md": "# A\n" });
  const matches = schemaOf("report");
  const { code, stdout } = await runSkills(["graph", "--format", "json", "pdf"], { cwd });
  const report = JSON.parse(stdout);
  expect([code, matches(report), report.data.skills[0].edges, report.data.skills[0].broken]).toEqual([
    0,
    true,
    [{ from: "SKILL.md", line: 6, column: 5, to: "a.md", kind: "link" }],
    [{ from: "SKILL.md", line: 6, column: 16, target: "gone.md", status: "missing" }],
  ]);
  for (const format of ["text", "dot", "mermaid"])
    expect((await runSkills(["graph", "--format", format, "pdf"], { cwd })).stdout).toContain("gone.md");
  expect((await runSkills(["graph", "nowhere"], { cwd })).code).toBe(2);
});

it("reports unreadable files, on standard error for a drawing", async () => {
  const cwd = makeTree({ "pdf/SKILL.md": skillMd("pdf"), "pdf/a": "" });
  mkdirSync(path.join(cwd, "broken/SKILL.md"), { recursive: true });
  const text = await runSkills(["graph"], { cwd });
  expect(text.stdout).toContain(
    "broken: 0 files, 0 bytes, 0 tokens (estimated, ±15%)\n\nSKILL.md not read: a directory\n",
  );
  for (const format of ["dot", "mermaid"])
    expect(await runSkills(["graph", "--format", format], { cwd })).toMatchObject({
      code: 0,
      stderr: "skills: broken/SKILL.md not read: a directory\n",
    });
});

it("names standard input", async () => {
  const { stdout } = await runSkills(["graph", "-", "--stdin-name", "pdf"], {
    stdin: Buffer.from(skillMd("pdf")),
  });
  expect(stdout).toMatch(/^standard input: 1 file, /);
});
