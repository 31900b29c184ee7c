import path from "node:path";
import { expect, it } from "vitest";
import { runSkills } from "./support/io.ts";
import type { CommandReport } from "../src/model/reports/command-report.ts";
import { makeRepository } from "./support/repository.ts";
import { makeTree } from "./support/tree.ts";

const document =
  "---\nname: acme-tides\ndescription: Computes tides. Use when someone asks when the water is high.\n---\n# Tides\n\nCompute them.\n";

/** The exit code, and the severity of the finding about the name of the skill in a directory. */
async function said(directory: string, ...args: string[]): Promise<readonly unknown[]> {
  const { code, stdout } = await runSkills(["lint", directory, "--format", "json", ...args]);
  const { subjects } = JSON.parse(stdout) as CommandReport;
  const findings = subjects.flatMap((subject) => subject.findings);
  const about = findings.filter(({ ruleId }) => ruleId === "name-matches-directory");
  return [code, ...about.map(({ severity }) => severity)];
}

it("notes another name at the root of a repository, unless a chosen target refuses it", async () => {
  const root = makeRepository({ "SKILL.md": document });
  expect(await said(root)).toEqual([0, "info"]);
  expect(await said(root, "--target", "skills-ref")).toEqual([1, "error"]);
});

it("reports it as an error in any other directory", async () => {
  const root = makeRepository({ "tides/SKILL.md": document });
  expect(await said(path.join(root, "tides"))).toEqual([1, "error"]);
  expect(await said(path.join(makeTree({ "tides/SKILL.md": document }), "tides"))).toEqual([1, "error"]);
});

it("reports it as an error in a checkout from which clients load it", async () => {
  const root = makeTree({ "skills/tides/SKILL.md": document, "skills/tides/.git": "gitdir: elsewhere\n" });
  expect(await said(path.join(root, "skills/tides"))).toEqual([1, "error"]);
});
