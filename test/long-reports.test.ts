import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { lint } from "../src/api/lint/lint.ts";
import { writeReports } from "../src/api/write-reports.ts";
import { longerPieces } from "../src/core/pieces.ts";
import { plainPaint } from "../src/model/paint.ts";
import { asciiJson, Items, jsonPieces } from "../src/report/drawing/ascii-json.ts";
import { drawPieces, type Format } from "../src/report/formats/index.ts";
import { withFailure } from "./support/failing-disk.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const values: readonly object[] = [
  {},
  [],
  { a: [], b: {}, c: [[]], d: [{}] },
  { a: undefined, b: [undefined, 1], c: null, d: { e: undefined } },
  { 'a "key"\n\u2028': "line\nbreak, ##[group] ##vso \ud800 é \u007f", b: ["\n", "  \n  "], c: true },
  {
    data: { skills: [{ a: [1, { b: [2, { c: [3] }] }] }, "x"], other: { deep: { deeper: {} } } },
    summary: { n: -0.5 },
  },
];

it.each([0, 1, 2, 3, 9])("writes the same JSON in pieces, to a depth of %i", (depth) => {
  for (const value of values) expect(Array.from(jsonPieces(value, depth)).join("")).toBe(asciiJson(value));
});

it("computes the items of a list when they are written, one piece each", () => {
  const made: number[] = [];
  const items = new Items(function* () {
    for (let at = 0; at < 3; at++) {
      made.push(at);
      yield { at };
    }
  });
  const pieces = jsonPieces({ items, after: 1 }, 0 + 1);
  const seen: string[] = [];
  for (const piece of pieces) {
    seen.push(piece);
    if (piece.includes('"at": 0')) expect(made).toEqual([0]);
  }
  expect(seen.join("")).toBe(asciiJson({ items: [{ at: 0 }, { at: 1 }, { at: 2 }], after: 1 }));
  expect(Array.from(jsonPieces({ items: new Items(() => []) }, 1)).join("")).toBe(asciiJson({ items: [] }));
});

it("joins short pieces and keeps the text", () => {
  const pieces = Array.from({ length: 100_000 }, (_, at) => `piece ${at}\n`);
  const longer = Array.from(longerPieces(pieces));
  expect(longer.join("")).toBe(pieces.join(""));
  expect(longer.length).toBeLessThan(10);
  expect(Array.from(longerPieces([]))).toEqual([]);
});

it.each<Format>(["json", "sarif", "gitlab", "junit"])(
  "draws %s with a piece for each skill",
  async (format) => {
    const names = Array.from({ length: 20 }, (_, at) => `forms-${at}`);
    const cwd = makeTree(
      Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillMd(name, "TODO\n")])),
    );
    const { report } = await lint({ paths: ["."], cwd });
    const pieces = Array.from(drawPieces(format, report, { paint: plainPaint, quiet: false }));
    expect(pieces.length).toBeGreaterThan(names.length);
    for (const name of names)
      expect(
        pieces.filter((piece) => piece.includes(format === "gitlab" ? `${name}/` : `${name}"`)).length,
      ).toBeGreaterThan(0);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(pieces.join("").length / 5);
  },
);

it("replaces a report when all of it is written, and keeps its mode", async () => {
  const cwd = makeTree({ "report.json": "old" });
  chmodSync(path.join(cwd, "report.json"), 0o640);
  const long = "é".repeat(300_000);
  await writeReports([{ path: "report.json", pieces: ["{", long, "}"] }], cwd);
  expect(readFileSync(path.join(cwd, "report.json"), "utf8")).toBe(`{${long}}`);
  expect(statSync(path.join(cwd, "report.json")).mode & 0o777).toBe(0o640);
  expect(readdirSync(cwd)).toEqual(["report.json"]);
});

it("keeps the old report if the new one cannot be completed", async () => {
  const cwd = makeTree({ "report.json": "old" });
  const pieces = function* (): Generator<string> {
    yield "x".repeat(1_000_000);
    throw new RangeError("no more");
  };
  await expect(writeReports([{ path: "report.json", pieces: pieces() }], cwd)).rejects.toThrow("no more");
  expect(readFileSync(path.join(cwd, "report.json"), "utf8")).toBe("old");
  expect(readdirSync(cwd)).toEqual(["report.json"]);
});

it("leaves the old report or the new one, wherever the disk fails", async () => {
  let failures = 0;
  for (let at = 1; ; at++) {
    const cwd = makeTree({ "report.json": "old" });
    const pieces = Array.from({ length: 4 }, () => "x".repeat(300_000));
    const { failed, result } = await withFailure({ at, below: cwd, code: "ENOSPC" }, () =>
      writeReports([{ path: "report.json", pieces }], cwd),
    );
    const text = readFileSync(path.join(cwd, "report.json"), "utf8");
    if (!failed) {
      expect([result.status, text]).toEqual(["fulfilled", pieces.join("")]);
      break;
    }
    failures++;
    expect(["old", pieces.join("")]).toContain(text);
    if (result.status === "fulfilled") expect(text).toBe(pieces.join(""));
  }
  expect(failures).toBeGreaterThan(5);
});

it("notices a file that is not what was written", async () => {
  const cwd = makeTree({});
  const pieces = function* (): Generator<string> {
    yield "x".repeat(300_000);
    const [beside] = readdirSync(cwd);
    if (beside !== undefined) writeFileSync(path.join(cwd, beside), "y".repeat(300_000));
    yield "x";
  };
  await expect(writeReports([{ path: "report.json", pieces: pieces() }], cwd)).rejects.toThrow(/differ/);
  expect(existsSync(path.join(cwd, "report.json"))).toBe(false);
});
