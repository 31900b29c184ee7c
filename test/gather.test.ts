import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { lint } from "../src/api/lint/lint.ts";
import { saveBaseline } from "../src/api/lint/baseline.ts";
import { gather } from "../src/lint/gather.ts";
import { makeTree, skillMd } from "./support/tree.ts";

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

it("tells of two places of a file, and behind the second how many there are below", async () => {
  const cwd = makeTree({
    "a/SKILL.md": skillMd("a", "TODO: one\n\nTODO: two\n\nTODO: three\n\nTODO: four\n"),
  });
  const { said, report } = await placeholders(cwd);
  expect(said).toEqual([
    '6 unfilled placeholder "TODO: one"; replace or delete it',
    '8 unfilled placeholder "TODO: two"; replace or delete it; 2 more such places below',
  ]);
  expect(report.subjects[0]!.findings.map(({ excerpt }) => excerpt?.line)).toEqual([
    "TODO: one",
    "TODO: two",
  ]);
});

it("lets a silenced place hide no other", async () => {
  const cwd = makeTree({
    "a/SKILL.md": skillMd("a", `${disable}TODO: one\n\nTODO: two\n\n${disable}TODO: three\n`),
  });
  expect((await placeholders(cwd)).said).toEqual([
    "7 silenced",
    '9 unfilled placeholder "TODO: two"; replace or delete it',
    "12 silenced",
  ]);
});

it("lets a known place hide no other", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a", "TODO: one\n\nTODO: two\n\nTODO: three\n") });
  const { baseline } = await placeholders(cwd, { baseline: { path: "known.json", write: true } });
  await saveBaseline(baseline!, cwd);
  writeFileSync(
    path.join(cwd, "a/SKILL.md"),
    skillMd("a", "TODO: one\n\nTODO: two\n\nTODO: new\n\nTODO: three\n"),
  );
  expect((await placeholders(cwd, { baseline: { path: "known.json" } })).said).toEqual([
    "6 known",
    "8 known",
    '10 unfilled placeholder "TODO: new"; replace or delete it',
    "12 known",
  ]);
});

it("leaves a rule alone that tells of every place", async () => {
  const { report } = await lint({
    paths: ["."],
    cwd: makeTree({ "a/SKILL.md": skillMd("a", "Read [a](a.md), [b](b.md), [c](c.md) and [d](d.md).\n") }),
  });
  const { findings } = report.subjects[0]!;
  expect(gather(findings, new Map([["placeholder-text", { places: 1, by: "file" }]]))).toEqual(findings);
});

it("points at the line of what Gemini's packager stops at, once", async () => {
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
