import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { CatalogEntry, SessionResult } from "../src/model/agent.ts";
import type { EvalWorld } from "../src/harness/evals/decide.ts";
import type { Expectation } from "../src/model/scenario.ts";
import type { EvalCheck, EvalFile } from "../src/harness/evals/eval-file.ts";
import { judgeEvals, type JudgedEvals } from "../src/harness/evals/judge-evals.ts";
import { readEvals } from "../src/harness/evals/read-evals.ts";
import { rankCatalog } from "../src/harness/models/rank-catalog.ts";

const root = fileURLToPath(new URL("../fixtures/evals/", import.meta.url));
const files = readdirSync(root).filter((file) => !file.endsWith(".txt"));

const catalog: readonly CatalogEntry[] = [
  entry("forms", "Fills PDF forms from a table of values. Use when a form is to be filled."),
  entry("mail", "Writes and sends letters by electronic mail. Use when somebody is to be written to."),
  entry("charts", "Draws bar charts of numbers. Use when numbers are to be seen."),
  entry("twin", "Says the same thing again."),
  entry("twin-two", "Says the same thing again."),
];

const world: EvalWorld = {
  skill: "forms",
  catalog,
  rank: rankCatalog,
  filesOf: (skill) =>
    catalog.some(({ name }) => name === skill)
      ? ["SKILL.md", "references/fields.md", "scripts/check.py", "evals/files/values.csv"]
      : undefined,
};

function entry(name: string, description: string): CatalogEntry {
  return { name, description, scope: "project", path: `/project/.agents/skills/${name}`, hidden: false };
}

function read(file: string): EvalFile {
  const result = readEvals(readFileSync(path.join(root, file)), file);
  if ("problems" in result) throw new Error(JSON.stringify(result.problems));
  return result.evals;
}

/** Formats the results as text. */
function tell({
  evals: { format, skill, includes },
  controls,
  cases,
  decided,
  undecided,
  separability,
  outcome,
}: JudgedEvals): string {
  const score = separability
    ? `, separability as expected in ${separability.asExpected} of ${separability.of}`
    : "";
  const lines = cases.flatMap(({ id, verdicts }) => [
    `${id}:`,
    ...verdicts.map(
      (verdict) =>
        `  ${[verdict.at ? `${verdict.at.line}:${verdict.at.column}` : "-", verdict.outcome, verdict.basis ?? "-"].join(" ")} ${JSON.stringify(verdict.expected)}${verdict.reason === undefined ? "" : `\n    ${verdict.reason}`}`,
    ),
  ]);
  return [
    `${format} of ${skill ?? "no skill named"}: ${outcome}, ${decided} decided and ${undecided} not${score}`,
    ...includes.map((pattern) => `includes ${pattern}`),
    ...controls.map(({ name, holds }) => `control ${holds ? "holds" : "FAILS"}: ${name}`),
    ...lines,
    "",
  ].join("\n");
}

it.each(files)("reads %s and decides what can be decided", async (file) => {
  const result = readEvals(readFileSync(path.join(root, file)), file);
  const told =
    "problems" in result
      ? result.problems.map(({ line, column, message }) => `${line}:${column} ${message}\n`).join("")
      : tell(judgeEvals(result.evals, world));
  await expect(told).toMatchFileSnapshot(path.join(root, `${file}.expected.txt`));
});

it("has files in all formats, and files that are not evals", () => {
  const formats = files
    .map((file) => readEvals(readFileSync(path.join(root, file)), file))
    .flatMap((result) => ("evals" in result ? [result.evals.format] : []));
  expect(new Set(formats).size).toBe(8);
  expect(formats.length).toBe(31);
  expect(files.length - formats.length).toBe(3);
});

describe("a decision", () => {
  it("is inverted when the expectation is inverted", () => {
    const decided = files
      .filter((file) => !/^(?:broken|empty|not-evals)\./.test(file))
      .flatMap((file) => survivors(read(file)));
    expect(decided.length).toBeGreaterThan(25);
    expect(decided.filter(({ before, after }) => before === after)).toEqual([]);
  });

  it("is not made for triggers if a control fails", () => {
    const blind: EvalWorld = {
      ...world,
      rank: (prompt, skills) =>
        rankCatalog(prompt === "" ? prompt : "Fills PDF forms from a table of values.", skills),
    };
    const judged = judgeEvals(read("trigger_tests.yaml"), blind);
    expect(judged.controls.some(({ holds }) => !holds)).toBe(true);
    expect(judged).toMatchObject({ decided: 0, outcome: "could-not-measure" });
    expect(judged.separability).toBeUndefined();
  });

  it("does not depend on the order of the catalog", () => {
    const all = files
      .map((file) => readEvals(readFileSync(path.join(root, file)), file))
      .flatMap((result) => ("evals" in result ? [result.evals] : []));
    const verdicts = (skills: readonly CatalogEntry[]): unknown =>
      all.map((evals) => judgeEvals(evals, { ...world, catalog: skills }).cases);
    expect(verdicts(catalog.toReversed())).toEqual(verdicts(catalog));
  });
});

describe("with a model's session", () => {
  const result: SessionResult = {
    system: "agentskills",
    model: "replay",
    stop: "answered",
    answer: "The form has 3 fields. 0 fields missing.",
    catalog,
    problems: [],
    messages: [],
    trace: [
      {
        step: 0,
        turn: 1,
        kind: "activate",
        tier: 2,
        skill: "forms",
        file: "SKILL.md",
        tool: "activate_skill",
      },
      {
        step: 1,
        turn: 2,
        kind: "resource",
        tier: 3,
        skill: "forms",
        file: "references/fields.md",
        tool: "read_file",
      },
      {
        step: 2,
        turn: 3,
        kind: "script",
        tier: 3,
        skill: "forms",
        file: "scripts/check.py",
        tool: "run_script",
      },
      { step: 3, turn: 4, kind: "tool", tool: "post" },
      {
        step: 4,
        turn: 4,
        kind: "activate",
        tier: 2,
        skill: "mail",
        file: "SKILL.md",
        tool: "activate_skill",
      },
    ],
  };
  const watched = (model = "replay"): EvalWorld => ({
    ...world,
    played: () => ({ result: { ...result, model } }),
  });

  it.each([
    "guide-assertions.json",
    "sentences.json",
    "task.yaml",
    "eval.yaml",
    "eval-invocation.yaml",
    "legacy-list.json",
    "agent-cases.json",
  ])("decides more of %s", async (file) => {
    await expect(tell(judgeEvals(read(file), watched()))).toMatchFileSnapshot(
      path.join(root, `${file}.replayed.expected.txt`),
    );
  });

  it("does not accept scripted or lexical sessions as evidence", () => {
    const none = judgeEvals(read("task.yaml"), { ...world, played: () => undefined });
    expect(none.decided).toBe(0);
    for (const model of ["scripted", "lexical"])
      expect(judgeEvals(read("task.yaml"), watched(model))).toEqual(none);
  });

  it("is inverted when the expectation is inverted", () => {
    const decided = [
      "guide-assertions.json",
      "sentences.json",
      "task.yaml",
      "eval.yaml",
      "eval-invocation.yaml",
      "agent-cases.json",
    ].flatMap((file) => survivors(read(file), watched()));
    expect(decided.length).toBeGreaterThan(20);
    expect(decided.filter(({ before, after }) => before === after)).toEqual([]);
  });
});

/** The outcome of each decided check, and of its opposite. */
function survivors(
  evals: EvalFile,
  seen: EvalWorld = world,
): readonly { readonly text: string; readonly before: string; readonly after: string }[] {
  return evals.cases.flatMap((each) =>
    each.checks.flatMap((check) => {
      const [before, after] = [check, opposite(check)].map(
        (one) =>
          judgeEvals({ ...evals, cases: [{ ...each, files: [], checks: [one] }] }, seen).cases[0]!
            .verdicts[0]!.outcome,
      );
      return before === "not-measurable" ? [] : [{ text: check.text, before: before!, after: after! }];
    }),
  );
}

function opposite(check: EvalCheck): EvalCheck {
  switch (check.kind) {
    case "trigger":
      return { ...check, should: !check.should };
    case "none":
      return { kind: "trigger", should: true, skill: "forms", text: check.text, at: check.at };
    case "file":
      return {
        ...check,
        path: /gone|fill/.test(check.path)
          ? check.done === "run"
            ? "scripts/check.py"
            : "references/fields.md"
          : "references/gone.md",
      };
    case "tool":
      return { ...check, name: check.name === "post" ? "burn" : "post" };
    case "words":
      return { ...check, extent: check.extent === "none" ? "all" : "none" };
    case "pattern":
      return { ...check, holds: !check.holds };
    case "longer":
      return { ...check, than: 1_000_000 };
    case "calls":
      return { ...check, most: check.most < 5 ? 1000 : 0 };
    case "skills":
      return { ...check, required: check.forbidden, forbidden: check.required, mode: "any_order" };
    case "session":
      return { ...check, expectation: oppositeOf(check.expectation) };
    case "open":
      return check;
  }
}

function oppositeOf(expectation: Expectation): Expectation {
  if (expectation.kind === "order") return { ...expectation, events: expectation.events.toReversed() };
  if (expectation.kind === "most") return { ...expectation, limit: 0 };
  if (expectation.kind !== "set") return expectation;
  return expectation.extent === "never"
    ? { ...expectation, extent: "includes" }
    : // The session of these tests activates both.
      { ...expectation, values: ["forms", "mail"] };
}
