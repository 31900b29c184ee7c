import fc from "fast-check";
import { expect, it } from "vitest";
import type { Report } from "../src/model/report.ts";
import { show } from "../src/core/show.ts";
import { annotations, github } from "../src/report/formats/github.ts";
import { locate } from "../src/report/formats/locate.ts";
import { contextOf, diagnosticAt, reportOf, subjectOf } from "./support/report.ts";
import { full, hostileReport, source } from "./support/reported.ts";
import { readCommand, type RunnerCommand } from "./support/runner-log.ts";
import { samples } from "./support/samples.ts";

function read(report: Report, parts = {}): readonly (RunnerCommand | undefined)[] {
  const text = github(report, contextOf(parts));
  expect(text === "" || text.endsWith("\n")).toBe(true);
  return text
    .split(/\r\n|\r|\n/)
    .slice(0, -1)
    .map((line) => readCommand(line));
}

it("says each finding that counts as a command, errors first, with columns where start and end share a line", () => {
  expect(
    github(full, contextOf()),
  ).toBe(`::error file=skills/forms/SKILL.md,line=2,endLine=2,col=7,endColumn=16,title=name-format::name "PDF-Forms" is not lower-case words joined by single hyphens%0Arefused by spec, skills-ref, claude-api%0Apossible fix: write the name as pdf-forms%0Apossible fix: rename the file too
::warning file=skills/forms/SKILL.md,line=5,endLine=5,col=9,endColumn=18,title=reference-broken::reference "docs/a.md" names no file
::notice file=skills/forms/SKILL.md,line=3,endLine=4,title=body-length::two lines
::notice file=skills/forms/evals/evals.json,title=evals-count::there are no evals
`);
});

it("ends a range at the last line that it holds something of", () => {
  const places = (at: string) => {
    const [command] = read(reportOf([subjectOf("a", [diagnosticAt(source, at)])]));
    const { line, endLine, col, endColumn } = command!.properties;
    return [line, endLine, col, endColumn];
  };
  const [first = "", second = ""] = source.text.split("\n");
  expect([
    places(""),
    places(first),
    places(`${first}\n`),
    places(`${first}\n${second}\n`),
    places(`${first}\n${second.slice(0, 1)}`),
  ]).toEqual([
    ["1", "1", "1", "1"],
    ["1", "1", "1", String(first.length + 1)],
    ["1", "1", undefined, undefined],
    ["1", "2", undefined, undefined],
    ["1", "2", undefined, undefined],
  ]);
});

it("says errors only when it is to be quiet, and nothing where there is nothing", () => {
  expect(read(full, { quiet: true }).map((command) => command?.name)).toEqual(["error"]);
  expect(github(reportOf([subjectOf("a", [])]), contextOf())).toBe("");
});

it("takes the paths from the root of what was checked out", () => {
  const report = reportOf(
    ["a", "../b", "../../../c", "/d", "-", "."].map((path) =>
      subjectOf(path, [diagnosticAt(source, undefined)]),
    ),
  );
  expect(
    read(report, { checkout: { prefix: "packages/x" } }).map((command) => command?.properties["file"]),
  ).toEqual([
    "packages/x/a/SKILL.md",
    "packages/b/SKILL.md",
    "../../../c/SKILL.md",
    "/d/SKILL.md",
    undefined,
    "packages/x/SKILL.md",
  ]);
  expect(
    read(reportOf([subjectOf(".", [diagnosticAt(source, undefined, { file: "=x" })])])).map(
      (command) => command?.properties["file"],
    ),
  ).toEqual(["./=x"]);
});

it("resolves the segments . and .. and empty ones of a path", () => {
  expect(["./a", "a/./b", "a//b", "a/../b", "./../b"].map((path) => locate(path, "x", undefined))).toEqual([
    { base: "root", levels: 0, path: "a/x" },
    { base: "root", levels: 0, path: "a/b/x" },
    { base: "root", levels: 0, path: "a/b/x" },
    { base: "root", levels: 0, path: "b/x" },
    { base: "above", levels: 1, path: "b/x" },
  ]);
});

it("says no more than GitHub shows of a step, the worst, and counts the rest by rule", () => {
  const of = (severity: "error" | "warning" | "info", ruleId: string, number: number) =>
    Array.from({ length: number }, (_, index) =>
      diagnosticAt(source, undefined, { severity, ruleId, message: `${severity} ${index}` }),
    );
  const lots = read(
    reportOf([subjectOf("a", [...of("info", "i", 15), ...of("warning", "w", 12), ...of("error", "e", 11)])]),
  );
  expect(
    Object.fromEntries(
      ["error", "warning", "notice"].map((name) => [
        name,
        lots.filter((command) => command?.name === name).length,
      ]),
    ),
  ).toEqual({ error: 10, warning: 10, notice: 10 });
  expect(lots.at(-1)).toEqual({
    name: "notice",
    properties: { title: "skillwright validate" },
    data: "9 more findings not shown, because GitHub limits annotations per step: 6 i, 2 w and 1 e",
  });
  expect(read(reportOf([subjectOf("a", [...of("info", "i", 10), ...of("error", "e", 10)])]))).toHaveLength(
    20,
  );
});

it("gives a runner no command but its own, whatever names and messages hold", () => {
  fc.assert(
    fc.property(hostileReport, (report) => {
      const counted = report.subjects.flatMap(({ path, findings }) =>
        findings.filter(({ suppressed }) => !suppressed).map((finding) => ({ path, ...finding })),
      );
      const commands = read(report);
      expect(commands).toHaveLength(counted.length);
      for (const command of commands) {
        expect(["error", "warning", "notice"]).toContain(command?.name);
        const of = counted.find(
          ({ path, file, ruleId }) =>
            show(`${path}/${file}`, Infinity) === command?.properties["file"] &&
            ruleId === command.properties["title"],
        );
        expect(of).toBeDefined();
        expect(Object.keys(command!.properties)).toEqual(
          of!.start ? ["file", "line", "endLine", "col", "endColumn", "title"] : ["file", "title"],
        );
        expect(command!.data.split("\n").length).toBeLessThanOrEqual(3);
      }
    }),
    samples(300),
  );
});

it("counts the annotations that a step already has", () => {
  const infos = Array.from({ length: 3 }, (_, at) =>
    diagnosticAt(source, undefined, { severity: "info", ruleId: "i", message: `${at}` }),
  );
  const said = (notice: number) =>
    annotations(reportOf([subjectOf("a", infos)]), contextOf(), { notice }).split("\n").length - 1;
  expect([said(0), said(7), said(8), said(9)]).toEqual([3, 3, 2, 1]);
});
