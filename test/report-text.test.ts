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
skills/forms/SKILL.md:2:7  [name-format]
  error: name "PDF-Forms" is not lower-case words joined by single hyphens
  2 │ name: PDF-Forms
    │       ^^^^^^^^^
  fix: write pdf-forms (skills lint --unsafe-fixes)
  refused by every validator

skills/forms/SKILL.md:3:25  [frontmatter-yaml]
  warning: a plain value holds ": ", which ends it
  3 │ description: Fills forms: all of them
    │                         ^^^^^
  fix: quote the value (skills lint --fix)
  refused by skills-ref
  see line 2 (the field before it)

skills/forms/SKILL.md:5:9  [reference-missing]
  warning: reference "docs/a.md" names no file
  5 │ See [a](docs/a.md).
    │         ^^^^^^^^^

skills/forms/evals/evals.json  [evals-missing]
  note: there are no evals

skills/forms
  data/big.csv not read: larger than 1 MiB

skills/forms: refused by spec, skills-ref, claude-api

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
a/SKILL.md:5:9  [reference-missing]
  warning: reference "docs/a.md" names no file
  5 │ See [a](docs/a.md).
    │         ^^^^^^^^^

b/SKILL.md:2:7  [name-format]
  error: name "PDF-Forms" is not lower-case words joined by single hyphens
  2 │ name: PDF-Forms
    │       ^^^^^^^^^
  fix: write pdf-forms (skills lint --unsafe-fixes)
  refused by every validator

a: accepted by spec, skills-ref, claude-api
b: refused by spec, skills-ref, claude-api
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
b/SKILL.md:2:7  [name-format]
  error: name "PDF-Forms" is not lower-case words joined by single hyphens
  2 │ name: PDF-Forms
    │       ^^^^^^^^^
  fix: write pdf-forms (skills lint --unsafe-fixes)
  refused by every validator

b: refused by spec, skills-ref, claude-api

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
  expect(shown).toBe(`a/SKILL.md:1:1  [name-format]
  error: an x
  refused by spec

a/SKILL.md:2:1  [name-format]
  error: an x
  refused by spec

a/SKILL.md:3:1  [name-format]
  error: an x
  refused by spec
  and 12 more on lines 4, 5, 6, 7, 8, 9, 10, 11 and 4 more

a: refused by spec; accepted by skills-ref, claude-api

1 skill checked: refused by spec; 15 errors; 0.12 s
`);
});

it("shows a rule with warnings in many skills once, with the names of the others", () => {
  const subjects = Array.from({ length: 31 }, (_, index) =>
    subjectOf(`s${index}`, index === 0 ? [nameFinding] : [yamlFinding, linkFinding]),
  );
  const shown = draw(reportOf(subjects));
  expect(shown).toBe(`
s0/SKILL.md:2:7  [name-format]
  error: name "PDF-Forms" is not lower-case words joined by single hyphens
  2 │ name: PDF-Forms
    │       ^^^^^^^^^
  fix: write pdf-forms (skills lint --unsafe-fixes)
  refused by every validator

s1/SKILL.md:3:25  [frontmatter-yaml]
  warning: a plain value holds ": ", which ends it
  3 │ description: Fills forms: all of them
    │                         ^^^^^
  fix: quote the value (skills lint --fix)
  refused by skills-ref
  see line 2 (the field before it)
  also in 29 more skills: s2, s3, s4, s5, s6, s7 and 23 more

s1/SKILL.md:5:9  [reference-missing]
  warning: reference "docs/a.md" names no file
  5 │ See [a](docs/a.md).
    │         ^^^^^^^^^
  also in 29 more skills: s2, s3, s4, s5, s6, s7 and 23 more

58 similar findings hidden (--all shows them)
most frequent: 30 frontmatter-yaml, 30 reference-missing, 1 name-format
31 skills checked: 1 refused by spec; 1 error, 60 warnings; 0.12 s
`);
});

it("wraps messages at a terminal's width under themselves", () => {
  expect(
    draw(reportOf([subjectOf("a", [nameFinding])]), { width: 50 })
      .split("\n")
      .slice(1, 8),
  ).toEqual([
    "a/SKILL.md:2:7                       [name-format]",
    '  error: name "PDF-Forms" is not lower-case words',
    "         joined by single hyphens",
    "  2 │ name: PDF-Forms",
    "    │       ^^^^^^^^^",
    "  fix: write pdf-forms (skills lint",
    "       --unsafe-fixes)",
  ]);
  expect(
    draw(reportOf([subjectOf("a", [linkFinding, wholeFinding])]), { width: 50, paint: colorPaint })
      .split("\n")
      .slice(-3),
  ).toEqual([
    "\x1b[1m1 skill checked\x1b[22m: accepted by spec; \x1b[33m1 warning\x1b[39m, \x1b[36m1\x1b[39m",
    "\x1b[36mnote\x1b[39m; 0.12 s",
    "",
  ]);
});

it("adds only color to the same text", () => {
  const report = reportOf([subjectOf("a", [nameFinding, yamlFinding, wholeFinding]), subjectOf("b", [])]);
  const colored = draw(report, { paint: colorPaint });
  expect(colored.replace(/\x1b\[\d+m/g, "")).toBe(draw(report));
  expect(colored.split("\n").slice(1, 7)).toEqual([
    "a/SKILL.md:2:7  \x1b[2m[name-format]\x1b[22m",
    '  \x1b[1m\x1b[31merror:\x1b[39m\x1b[22m \x1b[1mname "PDF-Forms" is not lower-case words joined by single hyphens\x1b[22m',
    "  \x1b[2m2 │\x1b[22m name: PDF-Forms",
    "  \x1b[2m  │\x1b[22m       \x1b[31m^^^^^^^^^\x1b[39m",
    "  \x1b[1m\x1b[32mfix:\x1b[39m\x1b[22m \x1b[32mwrite pdf-forms (skills lint --unsafe-fixes)\x1b[39m",
    "  \x1b[31mrefused\x1b[39m \x1b[31mby\x1b[39m every validator",
  ]);
});

it("calls standard input by its name and the working directory by its files", () => {
  expect(
    draw(reportOf([subjectOf("-", [linkFinding]), subjectOf(".", [linkFinding]), subjectOf("-", [])]))
      .split("\n")
      .filter((line) => /^\S/.test(line)),
  ).toEqual([
    "standard input:5:9  [reference-missing]",
    "SKILL.md:5:9  [reference-missing]",
    "standard input: accepted by spec, skills-ref, claude-api",
    "3 skills checked: all accepted by spec; 2 warnings; 0.12 s",
  ]);
});

it("draws hundreds of thousands of findings in one skill", () => {
  const findings = Array.from({ length: 300_000 }, () => linkFinding);
  expect(
    draw(reportOf([subjectOf("a", findings)]))
      .split("\n")
      .slice(-11),
  ).toEqual([
    "a/SKILL.md:5:9  [reference-missing]",
    '  warning: reference "docs/a.md" names no file',
    "  5 │ See [a](docs/a.md).",
    "    │         ^^^^^^^^^",
    "  and 299,997 more on line 5",
    "",
    "a: accepted by spec, skills-ref, claude-api",
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
a/evals/evals.json  [evals-missing]
  note: there are no evals

a: refused by spec, skills-ref, claude-api

1 skill checked: refused by spec; 1 note, 1 suppressed, 1 in the baseline; 0.12 s
`);
});

it("shows up to ten skills with errors of a rule whole, and lists the errors of more", () => {
  const errors = (number: number) =>
    reportOf(Array.from({ length: number }, (_, index) => subjectOf(`s${index}`, [nameFinding])));
  const number = (shown: string) => shown.split("[name-format]").length - 1;
  expect([
    number(draw(errors(10))),
    number(draw(errors(11))),
    number(draw(errors(11), { all: true })),
  ]).toEqual([10, 1, 11]);
  const also = (index: number) =>
    `  also s${index}/SKILL.md:2:7: name "PDF-Forms" is not lower-case words joined by single hyphens\n`;
  const eleven = draw(errors(11));
  expect(eleven).toContain(`  refused by every validator\n${also(1)}${also(2)}`);
  expect(eleven).toContain(also(10));
  expect(eleven).not.toContain("--all");
  const many = draw(errors(30));
  expect(many).toContain(`${also(20)}  and 9 more (--all lists them)\n\n9 similar findings hidden`);
});

it("locates a few folded findings, and folds notes earlier than warnings", () => {
  const noted = ["a", "b", "c"].map((path) => subjectOf(path, [{ ...linkFinding, severity: "info" }]));
  expect(draw(reportOf(noted))).toContain("  also in b/SKILL.md:5:9 and c/SKILL.md:5:9\n\n3 skills");
  const warned = ["a", "b", "c"].map((path) => subjectOf(path, [linkFinding]));
  expect(draw(reportOf(warned)).split("[reference-missing]")).toHaveLength(4);
});

it("shows who loads a skill that some clients do not", () => {
  const finding = { ...nameFinding, refusedBy: ["cline"] as const };
  const loads = { "claude-code": "as-written", codex: "differs", cline: "not-loaded" } as const;
  expect(draw(reportOf([subjectOf("a", [finding], { loads })]))).toContain(
    "  not loaded by Cline; loaded by Claude Code and Codex CLI\n",
  );
});
