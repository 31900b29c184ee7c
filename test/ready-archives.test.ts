import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { verify } from "../src/api/verify/verify.ts";
import { findSources } from "../src/api/scope/find-sources.ts";
import { writeTarGz } from "../src/archive/tar/tar-gz.ts";
import { writeZip } from "../src/archive/zip/write-zip.ts";
import type { FileBytes } from "../src/model/archive.ts";
import type { Report } from "../src/model/report.ts";
import { hostileArchives } from "./support/hostile-archives.ts";
import { runSkills } from "./support/io.ts";
import { packed, wrapped, zipOf } from "./support/packed.ts";
import { schemaOf } from "./support/schema.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const isReport = schemaOf("report");
const good: readonly FileBytes[] = [packed("SKILL.md", skillMd("pdf-forms"))];
const nested: readonly FileBytes[] = [...good, packed("examples/x/SKILL.md", skillMd("x"))];
const accented: readonly FileBytes[] = [...good, packed("notes/café.md", "Text.\n")];

/** The findings of a command, "path/file: rule severity". */
async function found(cwd: string, args: readonly string[]) {
  const { stdout, stderr, code } = await runSkills([...args, "--format", "json"], { cwd });
  const printed = JSON.parse(stdout || "null") as Report | { readonly error: unknown } | null;
  const report = printed && "error" in printed ? null : printed;
  if (report) expect([isReport(report), isReport.errors]).toEqual([true, null]);
  const findings = (report?.subjects ?? []).flatMap(({ path, findings: all }) =>
    all.map(({ ruleId, severity, file }) => `${path}/${file}: ${ruleId} ${severity}`),
  );
  return { code, stderr, report, findings };
}

describe("verify asks a chosen uploader about an archive as it is", () => {
  it.each([
    ["demo.zip", zipOf(good, "pdf-forms"), []],
    ["demo.skill", zipOf(good, "pdf-forms"), []],
    ["demo.zip", zipOf(accented, "pdf-forms"), ["demo.zip/SKILL.md: upload-claude-ai error"]],
    ["demo.zip", zipOf(nested, "pdf-forms"), ["demo.zip/examples/x/SKILL.md: nested-skill error"]],
    ["demo.zip", writeZip(good), ["demo.zip/SKILL.md: upload-claude-ai error"]],
  ])("%s", async (name, bytes, expected) => {
    const cwd = makeTree({ [name]: bytes });
    const { code, findings, report } = await found(cwd, ["verify", "--target", "claude-ai", name]);
    expect(findings).toEqual(expected);
    expect(code).toBe(expected.length > 0 ? 1 : 0);
    expect(report?.subjects[0]?.verdicts).toMatchObject({
      spec: "accepts",
      "claude-ai": expected.length > 0 ? "refuses" : "accepts",
    });
    // Without the target, only the specification is asked.
    expect((await found(cwd, ["verify", name])).code).toBe(0);
  });

  it("with the ending of its name and its format", async () => {
    const cwd = makeTree({ "demo.tar.gz": await writeTarGz(wrapped(good, "pdf-forms")) });
    const { code, findings } = await found(cwd, ["verify", "--target", "claude-ai", "demo.tar.gz"]);
    expect([code, findings]).toEqual([1, ["demo.tar.gz/SKILL.md: upload-claude-ai error"]]);
    const accepting = makeTree({ "demo.tar.gz": await writeTarGz(good) });
    const indexed = await found(accepting, ["verify", "--target", "well-known", "demo.tar.gz"]);
    expect([indexed.code, indexed.findings]).toEqual([0, ["demo.tar.gz/SKILL.md: upload-well-known info"]]);
  });

  it("with all of its skills at once", async () => {
    const both = [...wrapped(good, "pdf-forms"), ...wrapped([packed("SKILL.md", skillMd("other"))], "other")];
    const cwd = makeTree({ "two.zip": writeZip(both) });
    const { code, report } = await found(cwd, ["verify", "--target", "claude-ai", "two.zip"]);
    expect(code).toBe(1);
    expect(report!.subjects.map(({ verdicts }) => verdicts["claude-ai"])).toEqual(["refuses", "refuses"]);
  });

  it("and not about a directory", async () => {
    const cwd = makeTree({ "pdf-forms/SKILL.md": skillMd("pdf-forms") });
    const { code, stderr } = await found(cwd, ["verify", "--target", "claude-ai", "pdf-forms"]);
    expect(stderr).toBe(
      'skills: target "claude-ai" takes archives, but "pdf-forms" is a directory\nuse `skills check --target claude-ai pdf-forms`\n',
    );
    expect(code).toBe(2);
  });

  it('but not for "all"', async () => {
    const { report, code } = await found(makeTree({ "demo.zip": zipOf(accented, "pdf-forms") }), [
      "verify",
      "--target",
      "all",
      "demo.zip",
    ]);
    expect([code, report?.targets]).toEqual([0, ["spec", "skills-ref", "claude-api"]]);
  });
});

describe("check, lint, validate and compat", () => {
  const broken = [
    packed(
      "SKILL.md",
      "---\nname: pdf-forms\ndescription: Does: this. Use when asked.\n---\n[x](docs/a.md)\n",
    ),
  ];

  it("report a skill of an archive with its paths there", async () => {
    const cwd = makeTree({ "demo.zip": zipOf(broken, "pdf-forms"), "flat.skill": writeZip(broken) });
    for (const command of ["check", "lint"])
      expect(await found(cwd, [command, "demo.zip", "flat.skill"])).toMatchObject({
        code: 1,
        findings: [
          "demo.zip/pdf-forms/SKILL.md: frontmatter-yaml error",
          "demo.zip/pdf-forms/SKILL.md: reference-broken warning",
          "flat.skill/SKILL.md: frontmatter-yaml error",
          "flat.skill/SKILL.md: reference-broken warning",
        ],
        report: { subjects: [{ kind: "archive" }, { kind: "archive" }] },
      });
    const validated = await found(cwd, ["validate", "demo.zip"]);
    expect(validated.findings).toContain("demo.zip/pdf-forms/SKILL.md: frontmatter-yaml error");
  });

  it("find what they find in the directory, but offer no fixes", async () => {
    const cwd = makeTree({ "demo.zip": zipOf(broken, "pdf-forms"), "pdf-forms/SKILL.md": broken[0]!.bytes });
    const [archived, placed] = [
      await found(cwd, ["lint", "demo.zip"]),
      await found(cwd, ["lint", "pdf-forms"]),
    ];
    expect(archived.findings.map((each) => each.replace("demo.zip/", ""))).toEqual(placed.findings);
    for (const command of ["check", "lint"]) {
      const { stdout } = await runSkills([command, "demo.zip"], { cwd });
      expect(stdout).toContain("demo.zip/pdf-forms/SKILL.md");
      expect(stdout).not.toContain("--fix");
      expect((await runSkills([command, "pdf-forms"], { cwd })).stdout).toContain("--fix");
    }
    const fixing = await runSkills(["lint", "--fix", "demo.zip"], { cwd });
    expect([fixing.code, fixing.stderr]).toEqual([
      2,
      'skills: "demo.zip/pdf-forms" is in an archive and cannot be fixed; unpack it, fix the skill and pack it again\n',
    ]);
    const watching = await runSkills(["check", "--watch", "demo.zip"], { cwd });
    expect([watching.code, watching.stderr]).toEqual([
      2,
      'skills: "demo.zip/pdf-forms" is in an archive and cannot be watched\n',
    ]);
  });

  it("ask a chosen uploader about the archive, not about another one of the same skill", async () => {
    const cwd = makeTree({ "demo.zip": zipOf(good, "pdf-forms"), "flat.zip": writeZip(good) });
    const { findings, code, report } = await found(cwd, [
      "check",
      "--target",
      "claude-ai",
      "demo.zip",
      "flat.zip",
    ]);
    expect([code, findings]).toEqual([1, ["flat.zip/SKILL.md: upload-claude-ai error"]]);
    expect(report!.subjects.map(({ verdicts }) => verdicts["claude-ai"])).toEqual(["accepts", "refuses"]);
  });

  it("find another form of a cached archive", async () => {
    const cwd = makeTree({ "demo.zip": zipOf(good, "pdf-forms") });
    const args = [
      "check",
      "--cache",
      "--cache-location",
      "results.cache",
      "--target",
      "claude-ai",
      "demo.zip",
    ];
    expect((await found(cwd, args)).code).toBe(0);
    expect((await found(cwd, args)).code).toBe(0);
    writeFileSync(path.join(cwd, "demo.zip"), zipOf(accented, "pdf-forms"));
    expect((await found(cwd, args)).code).toBe(1);
  });

  it("predict what clients load from an archive", async () => {
    const cwd = makeTree({ "demo.zip": zipOf(broken, "pdf-forms") });
    const cline = await runSkills(["compat", "--client", "cline/cli", "demo.zip"], { cwd });
    expect(cline.code).toBe(1);
    expect(cline.stdout).toContain("demo.zip/pdf-forms");
    expect((await runSkills(["compat", "--client", "claude-code", "demo.zip"], { cwd })).code).toBe(0);
  });

  it("refuse what verify refuses", async () => {
    const { cost: _, ...small } = hostileArchives;
    const cwd = makeTree({});
    let refused = 0;
    for (const { how, bytes } of Object.values(small).flat()) {
      writeFileSync(path.join(cwd, "bad.zip"), bytes());
      const { archives } = await verify({ paths: ["bad.zip"], cwd });
      if (!archives[0]!.refused) continue;
      refused++;
      const opening = findSources({ paths: ["bad.zip"], cwd }, { asClients: true });
      await expect(opening, how).rejects.toThrow(/^the archive "bad\.zip" is refused: /);
    }
    expect(refused).toBeGreaterThan(100);
    for (const command of ["check", "lint", "validate", "compat"])
      expect(await runSkills([command, "bad.zip"], { cwd })).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringContaining("use `skills verify bad.zip` to see why"),
      });
  });
});
