import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { lint } from "../src/api/lint/lint.ts";
import type { Subject } from "../src/model/report.ts";
import { collectionRules } from "../src/rules/lists/collection-rules.ts";
import { copyCases, folders } from "./support/fixtures.ts";
import { runSkills, runSkillsIn } from "./support/io.ts";
import { schemaOf } from "./support/schema.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const inputSchema = schemaOf("ndjson-input");

const linesIn = (text: string) => text.split("\n").slice(0, -1);

const collection = new Set(collectionRules.map(({ meta }) => meta.id));

/** What was found about a skill alone; its path is not part of a finding. */
function alone({
  verdicts,
  loads,
  findings,
  partial,
}: Pick<Subject, "verdicts" | "loads" | "findings" | "partial">) {
  return {
    verdicts,
    loads,
    partial,
    // Skills of one name are numbered in a report.
    findings: findings
      .filter(({ ruleId }) => !collection.has(ruleId))
      .map(({ fingerprint: _, ...finding }) => finding),
  };
}

it("writes lines about which lint finds the same as in the directories", async () => {
  const cwd = makeTree({});
  copyCases(cwd, folders("rules"));
  const exported = await runSkillsIn(cwd, "lint", "--no-config", "--export-ndjson", "-");
  const lines = linesIn(exported.stdout);
  for (const line of lines) expect(inputSchema(JSON.parse(line)), line.slice(0, 200)).toBe(true);
  const piped = await runSkills(["lint", "--no-config", "--stdin-ndjson"], {
    cwd,
    stdin: Buffer.from(exported.stdout),
  });
  const { report } = await lint({ paths: ["."], cwd });
  const answers = new Map(linesIn(piped.stdout).map((line) => [JSON.parse(line).id, JSON.parse(line)]));
  // Plugins and marketplaces are no skills.
  const skills = report.subjects.filter(({ kind }) => kind === "skill");
  const differing = skills.filter((subject) => {
    const answer = answers.get(subject.path);
    return answer === undefined || JSON.stringify(alone(answer.subject)) !== JSON.stringify(alone(subject));
  });
  expect([exported.stderr, exported.code]).toEqual(["", 0]);
  expect(answers.size).toBe(skills.length);
  expect(lines.length).toBeGreaterThan(700);
  // What these say depends on files outside the skill, which no line has.
  expect(new Set(differing.map((subject) => subject.path.split("/")[0]))).toEqual(
    new Set(["evals-files", "name-matches-directory", "reference-broken", "reference-escapes"]),
  );
  expect(differing.length).toBeLessThan(20);
});

it("writes each kind of file", async () => {
  const cwd = makeTree({
    "pdf/SKILL.md": skillMd("pdf"),
    "pdf/bom.md": "\ufeffwith a mark, \u202e and \u{1f4c4}\n",
    "pdf/run.sh": "#!/bin/sh\n",
    "pdf/data.bin": Uint8Array.of(0xff, 0),
    "pdf/large.bin": new Uint8Array(1_048_577),
  });
  chmodSync(path.join(cwd, "pdf/run.sh"), 0o755);
  mkdirSync(path.join(cwd, "pdf/empty"));
  symlinkSync("run.sh", path.join(cwd, "pdf/start"));
  const { code, stdout } = await runSkillsIn(cwd, "validate", "--export-ndjson", "-", "pdf");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^[\n\x20-\x7e]+$/);
  expect(JSON.parse(stdout)).toEqual({
    id: "pdf",
    name: "pdf",
    files: [
      { path: "SKILL.md", text: skillMd("pdf") },
      { path: "bom.md", text: "\ufeffwith a mark, \u202e and \u{1f4c4}\n" },
      { path: "data.bin", base64: "/wA=" },
      { path: "empty", kind: "directory" },
      { path: "large.bin", size: 1_048_577 },
      { path: "run.sh", text: "#!/bin/sh\n", executable: true },
      { path: "start", link: "run.sh" },
    ],
  });
});

it("writes a file as a whole, of the skills that are asked for", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a"), "b/SKILL.md": skillMd("b") });
  const ran = await runSkillsIn(cwd, "check", "--export-ndjson", "out.ndjson", "--files", "b/SKILL.md");
  expect(ran).toEqual({ code: 0, stdout: "", stderr: "" });
  const lines = linesIn(readFileSync(path.join(cwd, "out.ndjson"), "utf8"));
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(["b"]);
});

it("names a skill that has no whole line, writes the others, and returns 2", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a"), "b/SKILL.md": skillMd("b") });
  for (let at = 0; at < 33; at++) writeFileSync(path.join(cwd, `a/${at}.txt`), "a".repeat(1_048_576));
  const { code, stdout, stderr } = await runSkillsIn(cwd, "lint", "--export-ndjson", "-", ".");
  expect(code).toBe(2);
  expect(linesIn(stdout).map((line) => JSON.parse(line).id)).toEqual(["b"]);
  expect(stderr).toMatch(/^skills: "a" is too large for a line: \d+ bytes of 33554432\n$/);
});

it("refuses what it would ignore or overwrite", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a") });
  for (const [args, message] of [
    [["--fix"], "--fix cannot be used with --export-ndjson"],
    [["--stdin-ndjson"], "--stdin-ndjson cannot be used with --export-ndjson"],
    [["--format", "json"], "--format cannot be used with --export-ndjson"],
  ] as const) {
    const { code, stderr } = await runSkillsIn(cwd, "lint", "--export-ndjson", "-", ...args, "a");
    expect([code, stderr]).toEqual([2, `skills: ${message}\n`]);
  }
  const { code, stderr } = await runSkillsIn(cwd, "lint", "--export-ndjson", "a/SKILL.md", "a");
  expect([code, stderr]).toEqual([2, 'skills: --export-ndjson "a/SKILL.md" would overwrite a skill\n']);
  expect(readFileSync(path.join(cwd, "a/SKILL.md"), "utf8")).toBe(skillMd("a"));
});
