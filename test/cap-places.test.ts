import { expect, it } from "vitest";
import { lint } from "../src/api/lint/lint.ts";
import { validate } from "../src/api/validate.ts";
import { reporters } from "../src/report/formats/index.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { plainPaint } from "../src/model/paint.ts";

const broken = (times: number) => Array.from({ length: times }, (_, at) => `[${at}](${at}.md)\n`).join("");

async function brokenIn(body: string) {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a", body) });
  const { report } = await lint({ paths: ["."], cwd });
  const [subject] = report.subjects;
  return { report, findings: subject!.findings.filter(({ ruleId }) => ruleId === "reference-broken") };
}

it("lists 100 findings of a rule in a file, and says in the last how many follow", async () => {
  const { report, findings } = await brokenIn(broken(250));
  expect(findings).toHaveLength(100);
  expect(findings[98]!.message).not.toMatch(/more such/);
  expect(findings[99]!.message).toMatch(/; 150 more such places below$/);
  expect(report.summary.warnings).toBeGreaterThanOrEqual(250);
});

it("lists 100 of 100 as they are", async () => {
  const { findings } = await brokenIn(broken(100));
  expect(findings).toHaveLength(100);
  expect(findings[99]!.message).not.toMatch(/more such/);
});

it("keeps every format small where a file has one mistake 100,000 times", async () => {
  const { report } = await brokenIn("[a]: b\n".repeat(100_000));
  for (const [format, reporter] of Object.entries(reporters))
    expect(reporter(report, { paint: plainPaint, width: 80 } as never).length, format).toBeLessThan(300_000);
});

it("counts suppressed findings apart, and lists as many of them", async () => {
  const lines = Array.from({ length: 150 }, (_, at) => `[${at}](${at}.md)\n`).join("");
  const { report, findings } = await brokenIn(
    `<!-- skills-disable reference-broken -- the user brings them -->\n\n${lines}`,
  );
  expect(findings.filter(({ suppressed }) => suppressed)).toHaveLength(100);
  expect(report.summary.suppressed).toBe(150);
});

it("has the same limit in validate", async () => {
  const fields = Array.from({ length: 300 }, (_, at) => `x${at}: 1\n`).join("");
  const cwd = makeTree({
    "a/SKILL.md": `---\nname: a\ndescription: Reads. Use when reading.\n${fields}---\n\nText.\n`,
  });
  const { report } = await validate({ paths: ["."], cwd, targets: ["skills-ref"] });
  for (const { findings } of report.subjects) expect(findings.length).toBeLessThan(200);
});
