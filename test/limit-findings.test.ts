import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { lint } from "../src/api/lint/lint.ts";
import { saveBaseline } from "../src/api/lint/baseline.ts";
import { limitByRule } from "../src/lint/limit-findings.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { validate } from "../src/api/validate.ts";
import { reporters } from "../src/report/formats/index.ts";
import { plainPaint } from "../src/model/paint.ts";

const why = "the user fills it in";
const disable = `<!-- skills-disable-next-line placeholder-text -- ${why} -->\n`;

async function placeholders(cwd: string, options: Pick<Parameters<typeof lint>[0], "baseline"> = {}) {
  const result = await lint({ paths: ["."], cwd, ...options });
  const findings = result.report.subjects
    .flatMap(({ findings }) => findings)
    .filter(({ ruleId }) => ruleId === "placeholder-text" || ruleId === "suppression-unused");
  return {
    ...result,
    said: findings.map(
      ({ start, message, suppressed, baselined }) =>
        `${start?.line} ${suppressed ? "silenced" : baselined ? "known" : message}`,
    ),
  };
}

it("reports two findings of a file, and appends the number of further ones to the second", async () => {
  const cwd = makeTree({
    "a/SKILL.md": skillMd("a", "[TODO: one]\n\n[TODO: two]\n\n[TODO: three]\n\n[TODO: four]\n"),
  });
  const { said, report } = await placeholders(cwd);
  expect(said).toEqual([
    '6 unfilled placeholder "[TODO: one]"; replace or delete it',
    '8 unfilled placeholder "[TODO: two]"; replace or delete it; 2 more such findings below',
  ]);
  expect(report.subjects[0]!.findings.map(({ excerpt }) => excerpt?.line)).toEqual([
    "[TODO: one]",
    "[TODO: two]",
  ]);
});

it("does not count suppressed findings toward the limit", async () => {
  const cwd = makeTree({
    "a/SKILL.md": skillMd("a", `${disable}[TODO: one]\n\n[TODO: two]\n\n${disable}[TODO: three]\n`),
  });
  expect((await placeholders(cwd)).said).toEqual([
    "7 silenced",
    '9 unfilled placeholder "[TODO: two]"; replace or delete it',
    "12 silenced",
  ]);
});

it("does not count baseline findings toward the limit", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a", "[TODO: one]\n\n[TODO: two]\n\n[TODO: three]\n") });
  const { baseline } = await placeholders(cwd, { baseline: { path: "known.json", write: true } });
  await saveBaseline(baseline!, cwd);
  writeFileSync(
    path.join(cwd, "a/SKILL.md"),
    skillMd("a", "[TODO: one]\n\n[TODO: two]\n\n[TODO: new]\n\n[TODO: three]\n"),
  );
  expect((await placeholders(cwd, { baseline: { path: "known.json" } })).said).toEqual([
    "6 known",
    "8 known",
    '10 unfilled placeholder "[TODO: new]"; replace or delete it',
    "12 known",
  ]);
});

it("does not limit a rule without a limit", async () => {
  const { report } = await lint({
    paths: ["."],
    cwd: makeTree({ "a/SKILL.md": skillMd("a", "Read [a](a.md), [b](b.md), [c](c.md) and [d](d.md).\n") }),
  });
  const { findings } = report.subjects[0]!;
  expect(limitByRule(findings, new Map([["placeholder-text", { max: 1, per: "file" }]]))).toEqual(findings);
});

it("points once at the line where Gemini's packager stops", async () => {
  const { check } = await import("../src/api/check/check.ts");
  const said = async (body: string) => {
    const { report } = await check({
      paths: ["a"],
      cwd: makeTree({ "a/SKILL.md": skillMd("a", body) }),
      targets: ["gemini"],
    });
    return report.subjects[0]!.findings.map(({ ruleId, severity, refusedBy, start }) => [
      ruleId,
      severity,
      refusedBy.includes("gemini"),
      start?.line,
    ]);
  };
  expect(await said("TODO: fill it in\n")).toEqual([["placeholder-text", "error", true, 6]]);
  expect(await said("Grep for it:\n\n```sh\ngrep TODO: a\n```\n")).toEqual([
    ["upload-gemini", "error", true, 9],
  ]);
});

const broken = (times: number) => Array.from({ length: times }, (_, at) => `[${at}](${at}.md)\n`).join("");

async function brokenIn(body: string) {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a", body) });
  const { report } = await lint({ paths: ["."], cwd });
  const [subject] = report.subjects;
  return { report, findings: subject!.findings.filter(({ ruleId }) => ruleId === "reference-broken") };
}

it("lists 100 findings of a rule in a file, and appends the number of further ones to the last", async () => {
  const { report, findings } = await brokenIn(broken(250));
  expect(findings).toHaveLength(100);
  expect(findings[98]!.message).not.toMatch(/more such/);
  expect(findings[99]!.message).toMatch(/; 150 more such findings below$/);
  expect(report.summary.warnings).toBeGreaterThanOrEqual(250);
});

it("lists 100 of 100 findings unchanged", async () => {
  const { findings } = await brokenIn(broken(100));
  expect(findings).toHaveLength(100);
  expect(findings[99]!.message).not.toMatch(/more such/);
});

it("keeps every format small for a file with 100,000 findings", async () => {
  const { report } = await brokenIn("[a]: b\n".repeat(100_000));
  for (const [format, reporter] of Object.entries(reporters))
    expect(reporter(report, { paint: plainPaint, width: 80 } as never).length, format).toBeLessThan(300_000);
});

it("limits suppressed findings separately", async () => {
  const lines = Array.from({ length: 150 }, (_, at) => `[${at}](${at}.md)\n`).join("");
  const { report, findings } = await brokenIn(
    `<!-- skills-disable reference-broken -- the user brings them -->\n\n${lines}`,
  );
  expect(findings.filter(({ suppressed }) => suppressed)).toHaveLength(100);
  expect(report.summary.suppressed).toBe(150);
});

it("applies the same limit in validate", async () => {
  const fields = Array.from({ length: 300 }, (_, at) => `x${at}: 1\n`).join("");
  const cwd = makeTree({
    "a/SKILL.md": `---\nname: a\ndescription: Reads. Use when reading.\n${fields}---\n\nText.\n`,
  });
  const { report } = await validate({ paths: ["."], cwd, targets: ["skills-ref"] });
  for (const { findings } of report.subjects) expect(findings.length).toBeLessThan(200);
});
