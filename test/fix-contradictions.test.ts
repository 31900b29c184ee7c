import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lint } from "../src/api/lint/lint.ts";
import { withoutContradictions } from "../src/lint/contradictions.ts";
import type { Diagnostic } from "../src/model/report.ts";
import type { Fix } from "../src/model/rule.ts";
import { casesOf, folders } from "./support/fixtures.ts";
import { makeTree } from "./support/tree.ts";

/** The skills of every case, each in a separate directory. */
function copyOfCases(): string {
  const root = mkdtempSync(path.join(tmpdir(), "fixes-"));
  for (const each of folders("rules").flatMap(casesOf))
    cpSync(each.skill, path.join(root, each.ruleId, each.name, path.basename(each.skill)), {
      recursive: true,
      verbatimSymlinks: true,
    });
  return root;
}

/** Ignores line endings: the safe fix of a fence changes only its own lines. */
function textsOf(root: string): Readonly<Record<string, string>> {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) =>
    statSync(path.join(root, file)).isFile(),
  );
  return Object.fromEntries(
    files
      .sort()
      .map((file) => [file, readFileSync(path.join(root, file), "latin1").replaceAll("\r\n", "\n")]),
  );
}

interface Change {
  readonly by: Diagnostic;
  readonly fix: Fix;
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function changesOf(by: Diagnostic): readonly Change[] {
  return by.fixes.flatMap((fix) =>
    fix.operations.flatMap((operation) =>
      operation.kind === "edit"
        ? [
            {
              by,
              fix,
              file: operation.file,
              start: operation.range.start.offset,
              end: operation.range.end.offset,
              text: operation.text,
            },
          ]
        : [],
    ),
  );
}

/**
 * Whether both change the same characters differently, with the same safety. A change of the whole file overlaps any
 * other.
 */
function contradict(a: Change, b: Change): boolean {
  return (
    a.by !== b.by &&
    a.fix.safe === b.fix.safe &&
    a.file === b.file &&
    a.start < b.end &&
    b.start < a.end &&
    (a.start !== b.start || a.end !== b.end || a.text !== b.text) &&
    ![a, b].some(({ fix }) => fix.title === "End every line with LF")
  );
}

describe("for the skills of all cases", () => {
  let at: string;
  let stepwise: string;

  beforeAll(() => {
    at = copyOfCases();
    stepwise = copyOfCases();
  }, 60_000);

  afterAll(() => {
    for (const root of [at, stepwise]) rmSync(root, { recursive: true });
  }, 60_000);

  it("no two fixes contradict each other", async () => {
    const { report } = await lint({ paths: ["."], cwd: at });
    const pairs = report.subjects.flatMap(({ path: skill, findings }) => {
      const changes = findings.flatMap(changesOf);
      return changes.flatMap((a, index) =>
        changes
          .slice(index + 1)
          .filter((b) => contradict(a, b))
          .map((b) => `${skill}: ${a.fix.title} / ${b.fix.title}`),
      );
    });
    expect(report.subjects.length).toBeGreaterThan(500);
    expect(pairs).toEqual([]);
  }, 60_000);

  it("unsafe fixes give the same files with and without the safe ones before them", async () => {
    await lint({ paths: ["."], cwd: stepwise, fix: "safe" });
    await lint({ paths: ["."], cwd: stepwise, fix: "unsafe" });
    await lint({ paths: ["."], cwd: at, fix: "unsafe" });
    expect(textsOf(stepwise)).toEqual(textsOf(at));
  }, 120_000);
});

it("offers the same new name in every fix for a skill", async () => {
  const cwd = makeTree({
    "code-review-and-quality/SKILL.md":
      "---\nname: Code_Review\ndescription: Reviews code. Use when code changes.\n---\n\nRead it.\n",
    "1-day/SKILL.md": "---\nname: 123\ndescription: Reviews code. Use when code changes.\n---\n\nRead it.\n",
  });
  const { report } = await lint({ paths: ["."], cwd });
  const titles = report.subjects.flatMap(({ findings }) =>
    findings.flatMap(({ ruleId, fixes }) =>
      fixes
        .filter(({ operations }) => operations.some(({ kind }) => kind === "edit"))
        .map(({ title }) => `${ruleId}: ${title}`),
    ),
  );
  expect(titles).toEqual([
    "name-matches-directory: Rename to 1-day",
    "name-format: Rename to code-review-and-quality",
  ]);
});

function diagnostic(ruleId: string, ...fixes: readonly (readonly [number, number, string, boolean?])[]) {
  const position = (offset: number) => ({ line: 1, column: offset + 1, offset, byteOffset: offset });
  return {
    ruleId,
    category: "spec",
    origin: "spec",
    severity: "warning",
    message: "a",
    file: "SKILL.md",
    refusedBy: [],
    related: [],
    fixes: fixes.map(([start, end, text, safe = true]) => ({
      title: text,
      safe,
      operations: [
        { kind: "edit", file: "SKILL.md", range: { start: position(start), end: position(end) }, text },
      ],
    })),
  } as const satisfies Diagnostic;
}

it.each([
  ["the same characters", [[4, 8, "a"]], [[4, 8, "b"]], []],
  ["some of the same characters", [[4, 8, "a"]], [[7, 9, "b"]], []],
  ["characters around them", [[4, 8, "a"]], [[2, 9, "b"]], []],
  ["a position between them", [[4, 8, "a"]], [[6, 6, "b"]], []],
  ["the same characters to the same text", [[4, 8, "a"]], [[4, 8, "a"]], ["a"]],
  ["adjacent characters", [[4, 8, "a"]], [[8, 9, "b"]], ["b"]],
  ["the place before them", [[4, 8, "a"]], [[4, 4, "b"]], ["b"]],
  ["a place where something goes in", [[4, 4, "a"]], [[4, 4, "b"]], ["b"]],
  ["the same at another level", [[4, 8, "a"]], [[4, 8, "b", false]], ["b"]],
  [
    "what alternatives of one finding changed",
    [
      [4, 8, "a"],
      [2, 20, "c"],
    ],
    [
      [18, 19, "b"],
      [30, 31, "d"],
    ],
    ["d"],
  ],
] as const)(
  "of two fixes that change %s, offers only those compatible with the first",
  (_, first, second, left) => {
    const one = diagnostic("first", ...first);
    const other = diagnostic("second", ...second);
    const [kept, later] = withoutContradictions([one, other]);
    expect(kept).toBe(one);
    expect(later?.fixes.map(({ title }) => title)).toEqual(left);
  },
);
