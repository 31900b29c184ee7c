import { describe, expect, it } from "vitest";
import { writeTarGz } from "../src/archive/tar/tar-gz.ts";
import { writeZip } from "../src/archive/zip/write-zip.ts";
import type { FileBytes } from "../src/model/archive.ts";
import type { Report } from "../src/model/report.ts";
import { runSkills } from "./support/io.ts";
import { packed, wrapped, zipOf } from "./support/packed.ts";
import { schemaOf } from "./support/schema.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const isReport = schemaOf("report");
const good: readonly FileBytes[] = [packed("SKILL.md", skillMd("demo"))];
const nested: readonly FileBytes[] = [...good, packed("examples/x/SKILL.md", skillMd("x"))];
const accented: readonly FileBytes[] = [...good, packed("notes/café.md", "Text.\n")];

/** The findings of a command, "path/file: rule severity". */
async function found(cwd: string, args: readonly string[]) {
  const { stdout, stderr, code } = await runSkills([...args, "--format", "json"], { cwd });
  const report = JSON.parse(stdout || "null") as Report | null;
  if (report) expect([isReport(report), isReport.errors]).toEqual([true, null]);
  const findings = (report?.subjects ?? []).flatMap(({ path, findings: all }) =>
    all.map(({ ruleId, severity, file }) => `${path}/${file}: ${ruleId} ${severity}`),
  );
  return { code, stderr, report, findings };
}

describe("verify asks a chosen uploader about an archive as it is", () => {
  it.each([
    ["demo.zip", zipOf(good), []],
    ["demo.skill", zipOf(good), []],
    ["demo.zip", zipOf(accented), ["demo.zip/SKILL.md: upload-claude-ai error"]],
    ["demo.zip", zipOf(nested), ["demo.zip/examples/x/SKILL.md: nested-skill error"]],
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
    const cwd = makeTree({ "demo.tar.gz": await writeTarGz(wrapped(good)) });
    const { code, findings } = await found(cwd, ["verify", "--target", "claude-ai", "demo.tar.gz"]);
    expect([code, findings]).toEqual([1, ["demo.tar.gz/SKILL.md: upload-claude-ai error"]]);
    const accepting = makeTree({ "demo.tar.gz": await writeTarGz(good) });
    const indexed = await found(accepting, ["verify", "--target", "well-known", "demo.tar.gz"]);
    expect([indexed.code, indexed.findings]).toEqual([0, ["demo.tar.gz/SKILL.md: upload-well-known info"]]);
  });

  it("with all of its skills at once", async () => {
    const both = [...wrapped(good), ...wrapped([packed("SKILL.md", skillMd("other"))], "other")];
    const cwd = makeTree({ "two.zip": writeZip(both) });
    const { code, report } = await found(cwd, ["verify", "--target", "claude-ai", "two.zip"]);
    expect(code).toBe(1);
    expect(report!.subjects.map(({ verdicts }) => verdicts["claude-ai"])).toEqual(["refuses", "refuses"]);
  });

  it("and not about a directory", async () => {
    const cwd = makeTree({ "demo/SKILL.md": skillMd("demo") });
    const { code, stderr } = await found(cwd, ["verify", "--target", "claude-ai", "demo"]);
    expect(stderr).toBe(
      'skills: target "claude-ai" takes archives, but "demo" is a directory\nuse `skills check --target claude-ai demo`\n',
    );
    expect(code).toBe(2);
  });

  it('but not for "all"', async () => {
    const { report, code } = await found(makeTree({ "demo.zip": zipOf(accented) }), [
      "verify",
      "--target",
      "all",
      "demo.zip",
    ]);
    expect([code, report?.targets]).toEqual([0, ["spec", "skills-ref", "claude-api"]]);
  });
});
