import { expect, it } from "vitest";
import type { Report } from "../src/model/report.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

async function findingsOf(text: string, ...options: string[]) {
  const cwd = makeTree({ "x/SKILL.md": text });
  const { stdout, code } = await runSkills(["lint", "x", "--format", "json", ...options], { cwd });
  const { subjects } = JSON.parse(stdout) as Report;
  const found = subjects.flatMap(({ findings }) =>
    findings.filter(({ ruleId }) => ruleId === "skill-file-encoding"),
  );
  return { code, found: found.map(({ severity, message, start }) => [severity, message, start]) };
}

it("notes what skills-ref reads in another encoding on Windows", async () => {
  const { code, found } = await findingsOf(skillMd("x", "Café 😀.\n"), "--target", "skills-ref");
  expect(found).toEqual([
    [
      "info",
      '"é" is not ASCII, and on Windows skills-ref reads files in the encoding of the system; set `PYTHONUTF8=1` where it runs',
      expect.objectContaining({ line: 6, column: 4 }),
    ],
  ]);
  expect(code).toBe(0);
});

it("is silent about ASCII, and if skills-ref is no target", async () => {
  expect((await findingsOf(skillMd("x"), "--target", "skills-ref")).found).toEqual([]);
  expect((await findingsOf(skillMd("x", "Café.\n"))).found).toEqual([]);
  expect((await findingsOf(skillMd("x", "Café.\n"), "--target", "claude-api")).found).toEqual([]);
});
