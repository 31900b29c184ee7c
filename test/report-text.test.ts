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
const brokenFinding = { ...linkFinding, message: 'reference "docs/b.md" names no file' };
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
skills/forms/SKILL.md
  2:7   error  name "PDF-Forms" is not lower-case words joined by single hyphens; write pdf-forms (skills lint --unsafe-fixes)  name-format
        2 │ name: PDF-Forms
          │       ^^^^^^^^^
        refused by every validator
  3:25  warn   a plain value holds ": ", which ends it; quote the value (skills lint --fix) (refused by skills-ref) (see line 2)  frontmatter-yaml
  5:9   warn   reference "docs/a.md" names no file  reference-missing
skills/forms/evals/evals.json
        note   there are no evals  evals-missing
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
a/SKILL.md
  5:9  warn   reference "docs/a.md" names no file  reference-missing
b/SKILL.md
  2:7  error  name "PDF-Forms" is not lower-case words joined by single hyphens; write pdf-forms (skills lint --unsafe-fixes)  name-format
       2 │ name: PDF-Forms
         │       ^^^^^^^^^
       refused by every validator

locked not read: permission denied

3 skills checked: 1 refused by spec, 1 by claude-api; 1 error, 1 warning; 0.12 s
`);
});

it("names only the targets that refuse some of several skills, and counts those that accept all", () => {
  const all = ["spec", "skills-ref", "claude-api", "gemini"] as const;
  const judged = (path: string, refusing: readonly string[]) => ({
    ...subjectOf(path, [{ ...nameFinding, refusedBy: all.filter((id) => refusing.includes(id)) }]),
    verdicts: Object.fromEntries(all.map((id) => [id, refusing.includes(id) ? "refuses" : "accepts"])),
  });
  const summary = (targets: typeof all | readonly ["spec", "gemini"]) =>
    draw(reportOf([judged("a", ["spec", "claude-api"]), judged("b", ["claude-api"])], { targets }))
      .trim()
      .split("\n")
      .at(-1);
  expect(summary(all)).toBe(
    "2 skills checked: 1 refused by spec, 2 by claude-api; accepted by the other 2; 2 errors; 0.12 s",
  );
  expect(summary(["spec", "gemini"])).toBe(
    "2 skills checked: 1 refused by spec; accepted by gemini; 2 errors; 0.12 s",
  );
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
  2:7  error  name "PDF-Forms" is not lower-case words joined by single hyphens; write pdf-forms (skills lint --unsafe-fixes)  name-format
       2 │ name: PDF-Forms
         │       ^^^^^^^^^
       refused by every validator

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
  1:1  error  an x (also on lines 2, 3, 4, 5, 6, 7, 8, 9 and 6 more)  name-format
       refused by spec
not shown: 14 similar findings; --all shows them

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
s0/SKILL.md
  2:7   error  name "PDF-Forms" is not lower-case words joined by single hyphens; write pdf-forms (skills lint --unsafe-fixes)  name-format
        2 │ name: PDF-Forms
          │       ^^^^^^^^^
        refused by every validator
s1/SKILL.md
  3:25  warn   a plain value holds ": ", which ends it; quote the value (skills lint --fix) (refused by skills-ref) (see line 2; also in 29 more skills: s2, s3, s4, s5, s6, s7 and 23 more)  frontmatter-yaml
  5:9   warn   reference "docs/a.md" names no file (also in 29 more skills: s2, s3, s4, s5, s6, s7 and 23 more)  reference-missing
not shown: 58 similar findings; --all shows them

31 skills checked: 1 refused by spec; 1 error, 60 warnings; 0.12 s
`);
});

it("wraps messages at a terminal's width under themselves, with the rule at its end", () => {
  const lines = (width: number) =>
    draw(reportOf([subjectOf("a", [nameFinding, wholeFinding])]), { width }).split("\n");
  expect(lines(50).slice(1, 9)).toEqual([
    "a/SKILL.md",
    '  2:7  error  name "PDF-Forms" is not lower-case',
    "              words joined by single hyphens;",
    "              write pdf-forms (skills lint",
    "              --unsafe-fixes)          name-format",
    "       2 │ name: PDF-Forms",
    "         │       ^^^^^^^^^",
    "       refused by every validator",
  ]);
  for (const width of [50, 80, 120, 300])
    expect(lines(width).filter((line) => line.length > Math.min(width, 120))).toEqual([]);
  const ends = lines(80).filter((line) => / (?:name-format|evals-missing)$/.test(line));
  expect(ends.map(({ length }) => length)).toEqual([80, 80]);
});

it("adds only color to the same text", () => {
  const report = reportOf([subjectOf("a", [nameFinding, yamlFinding, wholeFinding]), subjectOf("b", [])]);
  const colored = draw(report, { paint: colorPaint });
  expect(colored.replace(/\x1b\[\d+m/g, "")).toBe(draw(report));
  expect(colored.split("\n").slice(1, 6)).toEqual([
    "\x1b[1ma/SKILL.md\x1b[22m",
    '  2:7   \x1b[31merror\x1b[39m  \x1b[1mname "PDF-Forms" is not lower-case words joined by single hyphens\x1b[22m; \x1b[32mwrite pdf-forms (skills lint --unsafe-fixes)\x1b[39m  \x1b[2mname-format\x1b[22m',
    "        \x1b[2m2 │\x1b[22m name: PDF-Forms",
    "        \x1b[2m  │\x1b[22m       \x1b[31m^^^^^^^^^\x1b[39m",
    "        \x1b[31mrefused\x1b[39m \x1b[31mby\x1b[39m every validator",
  ]);
});

it("calls standard input by its name and the working directory by its files", () => {
  expect(
    draw(reportOf([subjectOf("-", [linkFinding]), subjectOf(".", [brokenFinding]), subjectOf("-", [])]))
      .split("\n")
      .filter((line) => /^\S/.test(line)),
  ).toEqual(["standard input", "SKILL.md", "3 skills checked: all accepted by spec; 2 warnings; 0.12 s"]);
});

it("draws hundreds of thousands of findings in one skill", () => {
  const findings = Array.from({ length: 300_000 }, () => linkFinding);
  expect(
    draw(reportOf([subjectOf("a", findings)]))
      .split("\n")
      .slice(1),
  ).toEqual([
    "a/SKILL.md",
    '  5:9  warn   reference "docs/a.md" names no file (also on lines 5 and 299,991 more)  reference-missing',
    "not shown: 299,999 similar findings; --all shows them",
    "",
    "a: accepted by spec, skills-ref, claude-api",
    "",
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
  note   there are no evals  evals-missing

a: refused by spec, skills-ref, claude-api

1 skill checked: refused by spec; 1 note, 1 suppressed, 1 in the baseline; 0.12 s
`);
});

it("shows the errors of a few skills in full, then a line for each, and counts those beyond a page", () => {
  const errors = (number: number) =>
    reportOf(Array.from({ length: number }, (_, index) => subjectOf(`s${index}`, [nameFinding])));
  const counts = (shown: string) => [
    shown.match(/ name-format$/gm)?.length,
    shown.match(/refused by every validator$/gm)?.length,
  ];
  expect(counts(draw(errors(12)))).toEqual([12, 12]);
  expect(counts(draw(errors(20)))).toEqual([20, 6]);
  expect(draw(errors(20))).not.toContain("--all");
  const many = draw(errors(1000));
  expect(counts(many)).toEqual([30, undefined]);
  expect(many).toContain("\nnot shown: 970 errors (970 name-format); --all shows them\n");
  expect(counts(draw(errors(1000), { all: true }))).toEqual([1000, 1000]);
});

it("leaves out notes before warnings and warnings before errors, and counts them by rule", () => {
  const subjects = Array.from({ length: 17 }, (_, at) =>
    subjectOf(`s${at}`, [
      ...(at < 3 ? [nameFinding] : []),
      { ...linkFinding, ruleId: `rule-${at}a`, message: "w" },
      { ...linkFinding, ruleId: `rule-${at}b`, message: "x" },
      { ...wholeFinding, ruleId: `rule-${at}c` },
    ]),
  );
  const shown = draw(reportOf(subjects));
  expect(shown.trim().split("\n").length).toBeLessThanOrEqual(60);
  expect(shown.match(/ name-format$/gm)).toHaveLength(3);
  const warnings = shown.match(/^ +5:9  warn /gm)!.length;
  expect(warnings).toBeGreaterThan(15);
  expect(shown).not.toContain("  note  ");
  expect(shown.replaceAll("\n", " ")).toMatch(
    new RegExp(
      `not shown: ${34 - warnings} warnings \\(.*\\) and 17 notes \\(.* of 14 other rules\\); --all shows them`,
    ),
  );
  const all = draw(reportOf(subjects), { all: true });
  expect([all.match(/  warn  /g), all.match(/  note  /g)].map((found) => found?.length)).toEqual([34, 17]);
  expect(all).not.toContain("not shown");
});

it("keeps the page of one skill with many notes within 24 lines", () => {
  const notes = Array.from({ length: 40 }, (_, at) => ({ ...wholeFinding, ruleId: `rule-${at}` }));
  const shown = draw(reportOf([subjectOf("a", notes)]));
  expect(shown.trim().split("\n").length).toBeLessThanOrEqual(24);
  expect(shown).toContain("not shown: 25 notes (");
});

it("draws equal findings of several skills once", () => {
  const warned = ["a", "b", "c"].map((path) => subjectOf(path, [linkFinding]));
  expect(draw(reportOf(warned))).toContain(
    "names no file (also in 2 more skills: b and c)  reference-missing\n\n3 skills",
  );
  const failing = ["a", "b", "c"].map((path) => subjectOf(path, [nameFinding]));
  expect(draw(reportOf(failing)).match(/ name-format$/gm)).toHaveLength(3);
});

it("lists at most three related locations of an error, and no excerpt of a fence", () => {
  const related = [1, 2, 3, 4, 5].map((at) => ({ file: `references/${at}.md` }));
  const fence = { ...nameFinding, related, excerpt: { line: "---", skipped: 0 } };
  const [few, all] = [undefined, true].map((each) =>
    draw(reportOf([subjectOf("a", [fence])]), each === undefined ? {} : { all: each }),
  );
  expect(few).toContain("see references/3.md\n       and 2 more (--all shows them)\n");
  expect(few).not.toContain("│");
  expect(all!.match(/see references/g)).toHaveLength(5);
});

it("shows who loads a skill that some clients do not", () => {
  const finding = { ...nameFinding, refusedBy: ["cline"] as const };
  const loads = { "claude-code": "as-written", codex: "differs", cline: "not-loaded" } as const;
  expect(draw(reportOf([subjectOf("a", [finding], { loads })]))).toContain(
    "  not loaded by Cline; loaded by Claude Code and Codex CLI\n",
  );
});
