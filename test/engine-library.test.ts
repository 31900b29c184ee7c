import { readFileSync } from "node:fs";
import vm from "node:vm";
import { describe, expect, it } from "vitest";
import { lint } from "../src/api/lint/lint.ts";
import { SkillsError } from "../src/core/errors.ts";
import * as engine from "../src/engine.ts";
import { applyFixes, compareReports, formats, listRules, renderReport } from "../src/engine-report.ts";
import { ruleMetas } from "../src/rules/lists/lint-rules.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const body = "See [a](docs/a.md).\n\nTODO: write this\n\nSee `scripts\\run.py`.\n";
const one = { name: "pdf-forms", files: { "SKILL.md": skillMd("pdf-forms", body) } };
const other = { name: "forms", files: { "SKILL.md": skillMd("pdf-forms", body) } };

const idsOf = ({ subjects }: engine.Report): readonly string[] =>
  subjects.flatMap(({ findings }) => findings.map(({ ruleId }) => ruleId));

describe("examineAll", () => {
  it("reports what lint reports of the same skills together", async () => {
    const cwd = makeTree({
      "forms/SKILL.md": other.files["SKILL.md"],
      "pdf-forms/SKILL.md": one.files["SKILL.md"],
    });
    const { report } = await lint({ paths: ["."], cwd });
    const siblings = new Set(["forms", "pdf-forms"]);
    const examined = engine.examineAll([
      { ...other, context: { siblings } },
      { ...one, context: { siblings } },
    ]);
    expect(idsOf(examined)).toContain("name-duplicate");
    const seconds = 0;
    expect(examined).toEqual({ ...report, summary: { ...report.summary, seconds } });
  });

  it("reports of one skill what examine reports", () => {
    const { files, name } = one;
    const settings = { targets: ["codex"] as const, rules: { "body-empty": "off" as const }, security: true };
    expect(engine.examineAll([one], settings)).toEqual(engine.examine(files, { name, ...settings }));
  });

  it("refuses two skills with one path, and options that examine refuses", () => {
    expect(() => engine.examineAll([one, { ...other, name: "pdf-forms" }])).toThrow(
      new SkillsError("bad-usage", 'two skills have the path "pdf-forms"; give each another one'),
    );
    expect(() => engine.examineAll([{ ...one, nam: "x" } as never])).toThrow(
      'unknown option "skills[0].nam"',
    );
    expect(() => engine.examineAll([one], { name: "x" } as never)).toThrow('unknown option "name"');
  });
});

describe("applyFixes", () => {
  it("leads to the files that lint --fix writes, whatever form they are given in", async () => {
    const text =
      "---\nname: pdf-forms\ndescription:   Fills forms: all of them. Use for a form.\n---\n\nRun `scripts\\run.py`.\n";
    const cwd = makeTree({ "pdf-forms/SKILL.md": text, "pdf-forms/scripts/run.py": "print(1)\n" });
    await runSkills(["lint", "--fix", "--unsafe-fixes"], { cwd });
    const written = readFileSync(`${cwd}/pdf-forms/SKILL.md`, "utf8");
    expect(written).not.toBe(text);
    const fixed = (content: engine.MemoryFile): engine.MemoryFile | undefined => {
      let files: Readonly<Record<string, engine.MemoryFile>> = {
        "SKILL.md": content,
        "scripts/run.py": "print(1)\n",
      };
      for (let round = 0; round < 10; round++) {
        const report = engine.examine(files, { name: "pdf-forms" });
        const { files: next, applied } = applyFixes(files, report, { level: "unsafe" });
        files = next;
        if (applied.length === 0) return files["SKILL.md"];
      }
      return undefined;
    };
    expect(fixed(text)).toBe(written);
    expect(fixed(new TextEncoder().encode(text))).toEqual(new TextEncoder().encode(written));
    expect(fixed({ kind: "file", content: text })).toEqual({ kind: "file", content: written });
  });

  it("applies only what is accepted and says what is left", () => {
    const files = {
      "SKILL.md": skillMd("pdf-forms", "Run `scripts\\run.py`.\n"),
      "scripts/run.py": "print(1)\n",
    };
    const report = engine.examine(files, { name: "pdf-forms" });
    const fixable = report.subjects[0]!.findings.filter(({ fixes }) => fixes.length > 0);
    expect(fixable.length).toBeGreaterThan(0);
    expect(applyFixes(files, report, { level: "unsafe", accept: () => false })).toEqual({
      files,
      applied: [],
      left: [],
    });
    expect(applyFixes(files, report, { level: "unsafe" }).applied).toHaveLength(fixable.length);
    expect(() => applyFixes(files, report, { path: "b" })).toThrow('the report has no skill "b"');
    const both = engine.examineAll([one, other]);
    expect(() => applyFixes(one.files, both)).toThrow("the report is about several skills");
    expect(applyFixes(one.files, both, { path: "pdf-forms" }).files).toBeDefined();
  });

  it("sets a mode and renames a file", () => {
    const report = engine.examine(one.files, { name: "pdf-forms" });
    const [subject] = report.subjects;
    const [finding] = subject!.findings;
    const withFix = (operations: readonly engine.Operation[]): engine.Report => ({
      ...report,
      subjects: [
        { ...subject!, findings: [{ ...finding!, fixes: [{ title: "a", safe: true, operations }] }] },
      ],
    });
    const files = { ...one.files, "run.sh": "echo\n" };
    expect(
      applyFixes(files, withFix([{ kind: "chmod", file: "run.sh", executable: true }])).files["run.sh"],
    ).toEqual({ kind: "file", content: "echo\n", executable: true });
    expect(
      Object.keys(applyFixes(files, withFix([{ kind: "rename", from: "run.sh", to: "go.sh" }])).files),
    ).toEqual(["SKILL.md", "go.sh"]);
  });
});

it("takes the content of a file with its mode", () => {
  const text = skillMd("pdf-forms", "Run `scripts/run.sh`.\n");
  const script = "#!/bin/sh\necho\n";
  const plain = engine.examine({ "SKILL.md": text, "scripts/run.sh": script }, { name: "pdf-forms" });
  const entry = { kind: "file", content: script, executable: false } as const;
  expect(engine.examine({ "SKILL.md": text, "scripts/run.sh": entry }, { name: "pdf-forms" })).toEqual(plain);
  expect(() => engine.examine({ "SKILL.md": { kind: "file", content: 5 } as never }, { name: "a" })).toThrow(
    'the content of "SKILL.md" must be',
  );
  expect(() => engine.examine({ a: { kind: "symlink", content: "x" } }, { name: "a" })).toThrow("must be");
});

it("parses a skill with locations", () => {
  const text = "---\nname: 'pdf'\nmetadata:\n  a: 1\n---\n# Forms\n\nSee [a](docs/a.md).\n";
  const parsed = engine.parseSkill({ "SKILL.md": text, "docs/a.md": "See ../b.md\n" });
  expect(JSON.parse(JSON.stringify(parsed))).toEqual(parsed);
  expect(parsed).toMatchObject({
    file: "SKILL.md",
    body: "# Forms\n\nSee [a](docs/a.md).\n",
    problems: [],
    headings: [{ level: 1, text: "Forms" }],
  });
  expect(
    parsed.fields.map(({ key, value, valueRange: { start, end } }) => [
      key,
      value,
      text.slice(start.offset, end.offset),
    ]),
  ).toEqual([
    ["name", "pdf", "'pdf'"],
    ["metadata", { a: "1" }, expect.stringContaining("a: 1")],
  ]);
  expect(parsed.references[0]).toMatchObject({
    file: "SKILL.md",
    target: "docs/a.md",
    resolution: { status: "found", path: "docs/a.md" },
    range: { start: { line: 8, column: 9 } },
  });
  expect(engine.parseSkill({ "SKILL.md": "---\na: b: c\n---\n" }).problems).not.toEqual([]);
  expect(engine.parseSkill({ "a.md": "x" })).toMatchObject({ fields: [], body: "", references: [] });
});

it("lists rules and clients", () => {
  const ids = new Set(listRules().map(({ id }) => id));
  for (const id of idsOf(engine.examineAll([one, other]))) expect(ids).toContain(id);
  expect(listRules()).toMatchObject(ruleMetas);
  expect(engine.listClients()[0]).toEqual({
    id: "claude-code",
    title: "Claude Code",
    reach: "common",
    loads: true,
  });
});

describe("renderReport", () => {
  const report = engine.examineAll([one, other]);

  it.each(formats)("writes %s as the command line does", async (format) => {
    const cwd = makeTree({
      "forms/SKILL.md": other.files["SKILL.md"],
      "pdf-forms/SKILL.md": one.files["SKILL.md"],
    });
    const { report: found } = await lint({ paths: ["."], cwd });
    const still = { ...found, summary: { ...found.summary, seconds: 0 } };
    const { stdout } = await runSkills(["lint", "--format", format], { cwd, startedAs: "skillwright" });
    const timeless = (text: string): string =>
      text.replace(/\d+(?:\.\d+)? ?m?s\b|"seconds": [\d.]+|time="[\d.]+"/g, "TIME");
    const drawn = timeless(renderReport(still, format, { rules: listRules() }));
    // The command adds what its own options can fix.
    if (format === "text") expect(timeless(stdout)).toContain(drawn);
    else expect(drawn).toBe(timeless(stdout));
  });

  it("refuses a format that does not exist", () => {
    expect(() => renderReport(report, "yaml" as never)).toThrow('format "yaml" is not supported; use text,');
  });
});

describe("compareReports", () => {
  const base = engine.examineAll([one]);
  const keys = (found: readonly { readonly path: string; readonly finding: engine.Diagnostic }[]) =>
    found.map(({ path, finding }) => `${path} ${finding.ruleId}`);
  const edited = (change: (text: string) => string, name = "pdf-forms"): engine.Report =>
    engine.examineAll([{ name, files: { "SKILL.md": change(one.files["SKILL.md"]) } }]);

  it("finds what was added and fixed", () => {
    const later = edited((text) => text.replace("TODO: write this", "See [new](docs/new.md)."));
    const { added, fixed, same, comparable } = compareReports(base, later);
    expect([keys(added), keys(fixed), comparable]).toEqual([
      ["pdf-forms reference-broken"],
      ["pdf-forms placeholder-text"],
      true,
    ]);
    expect(same.length).toBe(idsOf(base).length - 1);
  });

  it("finds nothing in a skill whose lines moved or whose directory and name changed", () => {
    const moved = compareReports(
      base,
      edited((text) => text.replace("See [a]", "# Title\n\nSee [a]")),
    );
    expect([moved.added, moved.fixed]).toEqual([[], []]);
    const renamed = edited((text) => text.replace("name: pdf-forms", "name: web-forms"), "web-forms");
    const { added, fixed, same } = compareReports(base, renamed);
    expect([added, fixed, same.length]).toEqual([[], [], idsOf(base).length]);
  });

  it("says that reports of other settings are not comparable, and refuses one without fingerprints", () => {
    const strict = engine.examineAll([one], { targets: ["codex"] });
    expect(compareReports(base, strict).comparable).toBe(false);
    const [subject] = base.subjects;
    const findings = subject!.findings.map(({ fingerprint: _, ...finding }) => finding);
    expect(() => compareReports({ ...base, subjects: [{ ...subject!, findings }] }, base)).toThrow(
      "a report has no fingerprints",
    );
  });
});

it("draws and compares reports without Node, from what is published", () => {
  const context = vm.createContext({ TextEncoder, TextDecoder });
  const module = readFileSync("dist/engine-report.js", "utf8");
  expect(module).not.toMatch(/^import /m);
  const drawn = vm.runInContext(
    `${module.replace(/^export \{.*\};\s*$/m, "")}\n({ renderReport, compareReports })`,
    context,
  );
  const report = engine.examineAll([one]);
  for (const format of formats) expect(drawn.renderReport(report, format)).toBe(renderReport(report, format));
  expect(drawn.compareReports(report, report).same.length).toBe(idsOf(report).length);
});
