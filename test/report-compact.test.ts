import { expect, it } from "vitest";
import { SourceText } from "../src/core/source-text.ts";
import { plainPaint } from "../src/model/paint.ts";
import { compact } from "../src/report/formats/compact.ts";
import { drawSkillTable } from "../src/report/formats/skill-table.ts";
import { text } from "../src/report/formats/text.ts";
import { contextOf, diagnosticAt, reportOf, subjectOf } from "./support/report.ts";

const source = new SourceText("---\nname: PDF\n---\nSee [a](a.md).\n");
const error = diagnosticAt(source, "PDF", { message: "name is not lower-case; use lower case" });
const warning = diagnosticAt(source, "a.md", {
  ruleId: "reference-broken",
  severity: "warning",
  message: '"a.md" does not exist',
  refusedBy: [],
});
const note = { ...warning, severity: "info", file: "README.md", message: "two\nlines \x1b[2J" } as const;
const { start: _start, end: _end, ...whole } = note;

it("prints one line for each finding, and what was not read", () => {
  const report = reportOf(
    [
      subjectOf("a", [error, { ...warning, baselined: true }, whole], {
        partial: [{ path: "big.csv", reason: "larger than 1 MiB" }],
      }),
      subjectOf("-", [warning]),
    ],
    { unread: [{ path: "locked", reason: "permission denied" }] },
  );
  expect(
    compact(report, contextOf()),
  ).toBe(`a/SKILL.md:2:7: error: name is not lower-case; use lower case [name-format]
a/README.md: note: two\\nlines \\x1b[2J [reference-broken]
standard input:4:9: warning: "a.md" does not exist [reference-broken]
a/big.csv: not read: larger than 1 MiB
locked: not read: permission denied
2 skills checked: 1 refused by spec; 1 error, 1 warning, 1 note, 1 in the baseline; 1 not read whole; 0.12 s
`);
  expect(compact(report, contextOf({ quiet: true })).split("\n")[1]).toMatch(/^a\/big\.csv/);
});

it("prints a summary line without findings", () => {
  expect(compact(reportOf([subjectOf("a", [])]), contextOf())).toBe(
    "1 skill checked: accepted by spec; nothing to report; 0.12 s\n",
  );
});

it("counts the findings of each skill in a row, the worst first", () => {
  const loads = { "claude-code": "as-written", "copilot-cli": "not-loaded", vscode: "differs" } as const;
  const report = reportOf([
    subjectOf("skills/b", [warning], { loads }),
    subjectOf("skills/a", [error, warning, note]),
    subjectOf("c", [], { loads: { "claude-code": "as-written" } }),
  ]);
  expect(drawSkillTable(report, contextOf())).toEqual([
    "skill     errors  warnings  notes",
    "skills/a       1         1      1  refused by spec",
    "skills/b       0         1      0  not loaded by Copilot CLI; differs in VS Code",
    "c              0         0      0  ok",
  ]);
  expect(drawSkillTable(report, contextOf({ quiet: true }))).toHaveLength(2);
  const narrow = drawSkillTable(report, contextOf({ width: 60 }));
  expect(narrow.filter((line) => line.length > 60)).toEqual([]);
});

it("never calls a skill with errors ok", () => {
  const danger = { ...error, refusedBy: [] };
  expect(drawSkillTable(reportOf([subjectOf("a", [danger])]), contextOf())).toEqual([
    "skill  errors",
    "a           1  ",
  ]);
});

it("links the location to the file and the rule to its page, and measures neither", () => {
  const link = (shown: string, target: object): string => `<${JSON.stringify(target)}>${shown}</>`;
  const paint = { ...plainPaint, link };
  const [plain, linked] = [plainPaint, paint].map((each) =>
    text(reportOf([subjectOf("skills/a", [error])]), contextOf({ paint: each, width: 120 }))
      .split("\n", 2)
      .join("\n"),
  );
  expect(linked).toContain(
    '<{"file":"skills/a/SKILL.md"}>skills/a/SKILL.md</>\n  <{"file":"skills/a/SKILL.md","line":2}>2:7</>',
  );
  expect(linked).toContain('<{"rule":"name-format"}>name-format</>');
  expect(linked?.replace(/<[^>]*>/g, "")).toBe(plain);
  const archive = subjectOf("a.zip", [error], { kind: "archive" });
  expect(text(reportOf([archive]), contextOf({ paint }))).toContain(
    '<{"file":"a.zip"}>a.zip/SKILL.md</>\n  <{"file":"a.zip"}>2:7</>',
  );
  expect(text(reportOf([subjectOf("-", [error])]), contextOf({ paint }))).not.toContain('"file"');
});
