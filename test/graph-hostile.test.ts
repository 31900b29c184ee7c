import { expect, it } from "vitest";
import { loadSkill } from "../src/lint/load-skill.ts";
import { vocabularyOf } from "../src/lint/vocabulary-of.ts";
import type { Skill } from "../src/model/skill.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { graphRules } from "../src/rules/lists/graph-rules.ts";
import { skillMd } from "./support/tree.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";

const length = 300_000;

function load(body: string, files: Readonly<Record<string, string>> = {}): Skill {
  return loadSkill(openMemory("pdf-forms", { "SKILL.md": skillMd("pdf-forms", body), ...files }), [], {
    vocabulary: vocabularyOf([]),
  }).skill;
}

/** As long as it takes to name every file, edge and finding. */
function work(skill: Skill): number {
  const started = cpuTime();
  for (const { check } of graphRules) Array.from(check({ subject: skill }));
  expect(skill.graph.nodes.length).toBe(skill.files.filter(({ kind }) => kind === "file").length);
  expect(skill.graph.edges.length).toBeLessThanOrEqual(100_000);
  return cpuTime() - started;
}

function many(
  amount: number,
  name: (index: number) => string,
  text = "x\n",
): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: amount }, (_, index) => [name(index), text]));
}

it.each([
  "a",
  ".",
  "/",
  "./",
  "../",
  "a.",
  "a/",
  "*",
  "`",
  "```\n",
  "~~~\n",
  "#",
  "# \n",
  "[",
  "](#",
  "[a](#b)",
  "[a](a.md#b)",
  "<",
  "<a id=",
  "{#",
  "a.md ",
  "references/ ",
  "=\n",
  ">",
  "-",
  " ",
  "\t",
  '"',
  "'",
  "\\",
  "例",
  "é",
  "s ",
  "skill's `",
])("reads a long text of nothing but %j in bounded time", (unit) => {
  const text = unit.repeat(Math.floor(length / Buffer.byteLength(unit)));
  expect(
    work(
      load(`[a](a.md) [b](b.py)\n${text}`, {
        "a.md": text,
        "b.py": text,
        "references/c.md": "x\n",
        "references/手.md": "x\n",
      }),
    ),
  ).toBeLessThan(linearLimit);
});

it.each([
  ["orphans", "Nothing.\n", many(8_000, (index) => `references/file-${index}.md`)],
  [
    "files without a dot in their names",
    "Nothing.\n",
    many(8_000, (index) => `scripts/run-${index}`, "Nothing either.\n"),
  ],
  [
    "files that a directory's name leads to, and that name it",
    "See `references/`.\n",
    many(8_000, (index) => `references/file-${index}.md`, "See `references/`.\n"),
  ],
  ["directories", "See `d1/`.\n", many(10_000, (index) => `d${index}/a.md`)],
  [
    "files of one name",
    `${"See a.md and d/a.md. ".repeat(40_000)}\n`,
    many(10_000, (index) => `d${index}/a.md`),
  ],
  [
    "a chain",
    "[a](file-0.md)\n",
    Object.fromEntries(
      Array.from({ length: 8_000 }, (_, index) => [
        `file-${index}.md`,
        `[next](file-${index + 1}.md) [first](file-0.md)\n`,
      ]),
    ),
  ],
] as const)("goes through a skill of very many files: %s", (_, body, files) => {
  expect(work(load(body, files))).toBeLessThan(linearLimit);
});

it("stops searching for names at its limit, and then reports no orphans", () => {
  const skill = load(`${"Nothing. ".repeat(50_000)}\n`, {
    ...many(9_000, (index) => `scripts/run ${index}`),
    "a.md": "x\n",
  });
  expect(work(skill)).toBeLessThan(linearLimit);
  expect([skill.graph.orphans, skill.graph.capped]).toEqual([[], true]);
});

it("handles names with a meaning in JavaScript, and lone surrogates", () => {
  const skill = load("See `__proto__`, constructor.md, [x](toString) and \ud83d.\n", {
    __proto__x: "x",
    "constructor.md": "x",
    toString: "x",
    "a\ud83d.md": "x",
    "b%.md": "x",
  });
  expect(work(skill)).toBeLessThan(linearLimit);
  expect(skill.graph.edges.map(({ to }) => to)).toEqual(["constructor.md", "toString"]);
});
