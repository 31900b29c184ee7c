import { expect, it } from "vitest";
import type { ReporterContext } from "../src/model/report.ts";
import { SourceText } from "../src/core/source-text.ts";
import { text } from "../src/report/formats/text.ts";
import { contextOf, diagnosticAt, reportOf, subjectOf } from "./support/report.ts";
import { colorPaint } from "../src/cli/terminal-paint.ts";

const source = new SourceText(
  "---\nname: PDF-Forms\ndescription: Fills forms: all of them\n---\nSee [a](docs/a.md).\n",
);
const edit = { kind: "edit", file: "SKILL.md", range: source.range(4, 8), text: "" } as const;

const nameFinding = diagnosticAt(source, "PDF-Forms", {
  message: 'name "PDF-Forms" is not lower-case words joined by single hyphens',
  refusedBy: ["spec", "skills-ref", "claude-api"],
  fixes: [{ title: "write pdf-forms", safe: false, operations: [edit] }],
});
const yamlFinding = diagnosticAt(source, ": all", {
  ruleId: "frontmatter-yaml",
  severity: "warning",
  message: 'a plain value holds ": ", which ends it',
  refusedBy: ["skills-ref"],
  fixes: [{ title: "quote the value", safe: true, operations: [edit] }],
  related: [{ file: "SKILL.md", range: source.range(4, 8), message: "the field before it" }],
});
const linkFinding = diagnosticAt(source, "docs/a.md", {
  ruleId: "reference-missing",
  severity: "warning",
  message: 'reference "docs/a.md" names no file',
  refusedBy: [],
});
const wholeFinding = diagnosticAt(source, undefined, {
  ruleId: "evals-missing",
  severity: "info",
  message: "there are no evals",
  file: "evals/evals.json",
  refusedBy: [],
});

function draw(report: Parameters<typeof text>[0], parts: Partial<ReporterContext> = {}): string {
  return `\n${text(report, contextOf(parts))}`;
}

it("shows one skill with its source lines, refusing targets, fixes and verdicts", () => {
  const subject = subjectOf("skills/forms", [nameFinding, yamlFinding, linkFinding, wholeFinding], {
    name: "PDF-Forms",
    partial: [{ path: "data/big.csv", reason: "larger than 1 MiB" }],
  });
  expect(draw(reportOf([subject]))).toBe(`
skills/forms/SKILL.md (named "PDF-Forms")
   2:7  error    name "PDF-Forms" is not lower-case words joined by single hyphens [name-format]
        2 | name: PDF-Forms
          |       ^^^^^^^^^
        refused by spec, skills-ref, claude-api; possible fix: write pdf-forms
  3:25  warning  a plain value holds ": ", which ends it [frontmatter-yaml]
        3 | description: Fills forms: all of them
          |                         ^^^^^
        refused by skills-ref; fix: quote the value
        see SKILL.md:2:1 (the field before it)
   5:9  warning  reference "docs/a.md" names no file [reference-missing]
        5 | See [a](docs/a.md).
          |         ^^^^^^^^^
skills/forms/evals/evals.json
        note     there are no evals [evals-missing]
  data/big.csv not read: larger than 1 MiB
  refused by spec, skills-ref, claude-api

1 skill checked: refused by spec; 1 error, 2 warnings, 1 note; 1 not read whole; 0.12 s
`);
});

it("says of one skill without findings who takes it", () => {
  expect(draw(reportOf([subjectOf("my-skill", [])]))).toBe(`
my-skill: accepted by spec, skills-ref, claude-api

1 skill checked: accepted by spec; nothing to report; 0.12 s
`);
});

it("shows the verdicts of each skill where several targets were asked for, and says what was passed over", () => {
  const report = reportOf(
    [subjectOf("a", [linkFinding]), subjectOf("b", [nameFinding]), subjectOf("c", [])],
    { targets: ["spec", "claude-api"], unread: [{ path: "locked", reason: "permission denied" }] },
  );
  expect(draw(report)).toBe(`
a/SKILL.md
  5:9  warning  reference "docs/a.md" names no file [reference-missing]
       5 | See [a](docs/a.md).
         |         ^^^^^^^^^
  accepted by spec, skills-ref, claude-api

b/SKILL.md
  2:7  error    name "PDF-Forms" is not lower-case words joined by single hyphens [name-format]
       2 | name: PDF-Forms
         |       ^^^^^^^^^
       refused by spec, skills-ref, claude-api; possible fix: write pdf-forms
  refused by spec, skills-ref, claude-api

c: accepted by spec, skills-ref, claude-api

locked not read: permission denied

3 skills checked: 1 refused by spec, 1 by claude-api; 1 error, 1 warning; 0.12 s
`);
});

it("only counts the clean skills among many", () => {
  const clean = Array.from({ length: 6 }, (_, index) => subjectOf(`skills/s${index}`, []));
  expect(draw(reportOf(clean))).toBe("\n6 skills checked: all accepted by spec; nothing to report; 0.12 s\n");
});

it("shows errors only when it is to be quiet, and counts the rest", () => {
  expect(
    draw(reportOf([subjectOf("a", [linkFinding]), subjectOf("b", [nameFinding, linkFinding])]), {
      quiet: true,
    }),
  ).toBe(`
b/SKILL.md
  2:7  error    name "PDF-Forms" is not lower-case words joined by single hyphens [name-format]
       2 | name: PDF-Forms
         |       ^^^^^^^^^
       refused by spec, skills-ref, claude-api; possible fix: write pdf-forms

2 skills checked: 1 refused by spec; 1 error, 2 warnings; 0.12 s
`);
});

it("shows three findings of one rule and lists the lines of the rest", () => {
  const lines = new SourceText("x\n".repeat(30));
  const findings = Array.from({ length: 15 }, (_, index) =>
    diagnosticAt(lines, undefined, {
      start: lines.positionAt(index * 2),
      end: lines.positionAt(index * 2 + 1),
      message: "an x",
    }),
  );
  const shown = text(reportOf([subjectOf("a", findings)]), { ...contextOf() });
  expect(shown).toBe(`a/SKILL.md
   1:1  error    an x [name-format]
        refused by spec
   2:1  error    an x [name-format]
        refused by spec
   3:1  error    an x [name-format]
        refused by spec
        and 12 more on lines 4, 5, 6, 7, 8, 9, 10, 11, … [name-format]
  refused by spec; accepted by skills-ref, claude-api

1 skill checked: refused by spec; 15 errors; 0.12 s
`);
});

it("gives each finding one line where there are many, but errors their source line while they are few", () => {
  const subjects = Array.from({ length: 31 }, (_, index) =>
    subjectOf(`s${index}`, index === 0 ? [nameFinding] : [yamlFinding, linkFinding]),
  );
  const shown = draw(reportOf(subjects));
  expect(shown.split("\n").slice(0, 11)).toEqual([
    "",
    "s0/SKILL.md",
    '  2:7  error    name "PDF-Forms" is not lower-case words joined by single hyphens [name-format]',
    "       2 | name: PDF-Forms",
    "         |       ^^^^^^^^^",
    "       refused by spec, skills-ref, claude-api; possible fix: write pdf-forms",
    "",
    "s1/SKILL.md",
    '  3:25  warning  a plain value holds ": ", which ends it (refused by skills-ref) [frontmatter-yaml]',
    '   5:9  warning  reference "docs/a.md" names no file [reference-missing]',
    "",
  ]);
  expect(shown.split("\n").slice(-3)).toEqual([
    "most frequent: 30 frontmatter-yaml, 30 reference-missing, 1 name-format",
    "31 skills checked: 1 refused by spec; 1 error, 60 warnings; 0.12 s",
    "",
  ]);
});

it("wraps messages at a terminal's width under themselves", () => {
  expect(
    draw(reportOf([subjectOf("a", [nameFinding])]), { width: 50 })
      .split("\n")
      .slice(1, 8),
  ).toEqual([
    "a/SKILL.md",
    '  2:7  error    name "PDF-Forms" is not lower-case',
    "                words joined by single hyphens",
    "                [name-format]",
    "       2 | name: PDF-Forms",
    "         |       ^^^^^^^^^",
    "       refused by spec, skills-ref, claude-api;",
  ]);
  expect(
    draw(reportOf([subjectOf("a", [linkFinding, wholeFinding])]), { width: 50, paint: colorPaint })
      .split("\n")
      .slice(-3),
  ).toEqual([
    "\x1b[1m1 skill checked\x1b[22m: accepted by spec; \x1b[33m1 warning\x1b[39m, \x1b[36m1",
    "note\x1b[39m; 0.12 s",
    "",
  ]);
});

it("adds only color to the same text", () => {
  const report = reportOf([subjectOf("a", [nameFinding, yamlFinding, wholeFinding]), subjectOf("b", [])]);
  const colored = draw(report, { paint: colorPaint });
  expect(colored.replace(/\x1b\[\d+m/g, "")).toBe(draw(report));
  expect(colored.split("\n").slice(1, 5)).toEqual([
    "\x1b[1ma/SKILL.md\x1b[22m",
    '   2:7  \x1b[31merror  \x1b[39m  name "PDF-Forms" is not lower-case words joined by single hyphens \x1b[2m[name-format]\x1b[22m',
    "        \x1b[2m2 |\x1b[22m name: PDF-Forms",
    "        \x1b[2m  |\x1b[22m       \x1b[31m^^^^^^^^^\x1b[39m",
  ]);
});

it("calls standard input by its name and the working directory by its files", () => {
  expect(
    draw(reportOf([subjectOf("-", [linkFinding]), subjectOf(".", [linkFinding]), subjectOf("-", [])]))
      .split("\n")
      .filter((line) => /^\S/.test(line)),
  ).toEqual([
    "standard input",
    "SKILL.md",
    "standard input: accepted by spec, skills-ref, claude-api",
    "3 skills checked: all accepted by spec; 2 warnings; 0.12 s",
  ]);
});

it("draws hundreds of thousands of findings in one skill", () => {
  const findings = Array.from({ length: 300_000 }, () => linkFinding);
  expect(
    draw(reportOf([subjectOf("a", findings)]))
      .split("\n")
      .slice(5),
  ).toEqual([
    "       and 299,997 more on lines 5, 5, 5, 5, 5, 5, 5, 5, … [reference-missing]",
    "  accepted by spec, skills-ref, claude-api",
    "",
    "most frequent: 300,000 reference-missing",
    "1 skill checked: accepted by spec; 300,000 warnings; 0.12 s",
    "",
  ]);
});

it("only counts suppressed and baselined findings", () => {
  const subject = subjectOf("a", [
    { ...nameFinding, suppressed: { by: "comment", reason: "so be it" } },
    { ...linkFinding, baselined: true },
    wholeFinding,
  ]);
  expect(draw(reportOf([subject]))).toBe(`
a/evals/evals.json
  note     there are no evals [evals-missing]
  refused by spec, skills-ref, claude-api

1 skill checked: refused by spec; 1 note, 1 suppressed, 1 in the baseline; 0.12 s
`);
});

it("shows what one rule says of ten skills and every error of it, and counts what is left, where a report is long", () => {
  const subjects = Array.from({ length: 62 }, (_, index) =>
    subjectOf(`s${index}`, [index === 40 ? { ...linkFinding, severity: "error" } : linkFinding]),
  );
  const number = (text: string) => text.split("[reference-missing]").length - 1;
  const short = draw(reportOf(subjects));
  expect([number(short), short.includes("s40/SKILL.md"), short.includes("s10/SKILL.md")]).toEqual([
    11,
    true,
    false,
  ]);
  expect(short.split("\n").slice(-4)).toEqual([
    "51 findings hidden (--all shows them): 51 reference-missing",
    "most frequent: 62 reference-missing",
    "62 skills checked: all accepted by spec; 1 error, 61 warnings; 0.12 s",
    "",
  ]);
  expect(number(draw(reportOf(subjects), { all: true }))).toBe(62);
  expect(number(draw(reportOf(subjects.slice(0, 60))))).toBe(60);
});
