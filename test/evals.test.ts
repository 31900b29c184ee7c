import { expect, it } from "vitest";
import { loadSkill } from "../src/lint/load-skill.ts";
import { Vocabulary } from "../src/core/vocabulary.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { evalsRules } from "../src/rules/lists/evals-rules.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";

const skillMd =
  "---\nname: pdf-forms\ndescription: Fills PDF forms. Use when a PDF form must be filled.\n---\n# PDF forms\n";
const words = new Vocabulary(evalsRules.flatMap(({ meta }) => meta.words ?? []));

/** What all eval rules report for a skill with these files. */
function told(files: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  const { skill } = loadSkill(openMemory("pdf-forms", { "SKILL.md": skillMd, ...files }), [], {
    vocabulary: words,
  });
  return evalsRules.flatMap(({ meta, check }) =>
    Array.from(check({ subject: skill }), ({ message }) => [meta.id, message] as const),
  );
}

const evals = (items: readonly unknown[], more: Readonly<Record<string, string>> = {}) =>
  told({ "evals/evals.json": JSON.stringify({ skill_name: "pdf-forms", evals: items }), ...more });

it("reports nothing about a skill without evals", () => {
  expect(told({})).toEqual([]);
});

it.each([
  ["nothing", ""],
  ["another kind of value", "[1, 2]"],
  ["evals that are no list", '{ "evals": { "1": {} } }'],
  ["evals that are numbers", '{ "evals": [1, 2, 3] }'],
  ["arrays without end", "[".repeat(100_000)],
])("does not throw for an evals.json of %s", (_, text) => {
  expect(() =>
    told({ "evals/evals.json": text, "evals/queries.json": text.replaceAll("evals", "should_trigger") }),
  ).not.toThrow();
});

it("reads keys that are names of JavaScript's built-ins", () => {
  const text =
    '{ "__proto__": {}, "evals": [{ "id": "constructor", "prompt": "Fill in lease.pdf for Ann Lee", "toString": 1, "expected_output": "A filled lease" }, { "id": "__proto__", "prompt": "Fill in lease.pdf for Bob Ray", "expected_output": "A filled lease" }] }';
  expect(told({ "evals/evals.json": text })).toEqual([]);
});

it("reads assertions under the names of both guides", () => {
  for (const key of ["assertions", "expectations"]) {
    const item = { prompt: "Fill in lease.pdf for Ann Lee", [key]: ["The output is good"] };
    expect(
      evals([
        { id: 1, ...item },
        { id: "a", ...item },
      ]).map(([id]) => id),
    ).toEqual(["evals-weak-assertion", "evals-weak-assertion"]);
  }
});

const many = Array.from({ length: 12_000 }, (_, at) => at);

it.each([
  ["evals", () => evals(many.map(() => ({ id: 1 })).concat({ id: 2, prompt: "x" } as never))],
  [
    "missing files",
    () =>
      evals(
        [{ id: 1, prompt: "x", expected_output: "y", files: many.map((at) => `files/${at}.csv`) }],
        Object.fromEntries(many.slice(0, 5000).map((at) => [`data/${at}/table.txt`, ""])),
      ),
  ],
  [
    "keys",
    () => told({ "evals/evals.json": `{ "evals": [{ "prompt": "x"${', "a": 1'.repeat(100_000)} }] }` }),
  ],
  [
    "queries",
    () =>
      told(
        Object.fromEntries(
          ["train", "validation", "test"].map((name) => [
            `evals/${name}.json`,
            JSON.stringify(many.map((at) => ({ query: `字${at} 一${at}二`, should_trigger: at % 2 === 0 }))),
          ]),
        ),
      ),
  ],
  [
    "files of queries",
    () =>
      told(
        Object.fromEntries(
          many
            .slice(0, 4000)
            .map((at) => [
              `evals/${at % 2 === 0 ? "train" : "test"}-${at}.json`,
              '[{ "query": "fill", "should_trigger": true }]',
            ]),
        ),
      ),
  ],
  [
    "spaces",
    () =>
      evals([
        {
          id: 1,
          prompt: " ".repeat(500_000),
          expected_output: "",
          assertions: ["The output is good".padEnd(400_000)],
        },
      ]),
  ],
])("reports thousands of %s within seconds", (_, speak) => {
  const started = cpuTime();
  speak();
  expect(cpuTime() - started).toBeLessThan(linearLimit);
});
