import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { type LintProgress, lint, readArchive, SkillsError, validate } from "../src/index.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const many = (count: number): string =>
  makeTree(
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `skill-${at}/SKILL.md`,
        `---\nname: skill-${at}\ndescription: Fills forms: all. Use for a form.\n---\n\nSee [a](docs/a.md).\n`,
      ]),
    ),
  );

it("says how far it is, and lets other work of the program go on", async () => {
  const cwd = many(20);
  const seen: LintProgress[] = [];
  let turns = 0;
  const turn = setInterval(() => turns++, 0);
  const { report } = await lint({ paths: ["."], cwd, onProgress: (progress) => seen.push(progress) });
  clearInterval(turn);
  expect(seen).toEqual(report.subjects.map(({ path: skill }, done) => ({ path: skill, done, of: 20 })));
  expect(turns).toBeGreaterThan(0);
  const silent = await lint({ paths: ["."], cwd });
  expect(silent.report.subjects).toEqual(report.subjects);
});

it.each(["none", "safe"] as const)("ends at a signal, with nothing written: fix %s", async (fix) => {
  const cwd = many(5);
  const control = new AbortController();
  const run = lint({
    paths: ["."],
    cwd,
    fix,
    signal: control.signal,
    onProgress: ({ done }) => {
      if (done === 3) control.abort(new Error("enough"));
      if (done > 3) throw new Error("it went on");
    },
  });
  await expect(run).rejects.toThrow("enough");
  expect(readFileSync(path.join(cwd, "skill-0/SKILL.md"), "utf8")).toContain(
    "description: Fills forms: all.",
  );
});

it("takes a baseline that is not read from a file", async () => {
  const cwd = many(2);
  await runSkills(["lint", "--write-baseline", "known.json"], { cwd });
  const content = JSON.parse(readFileSync(path.join(cwd, "known.json"), "utf8"));
  const elsewhere = many(3);
  const { report } = await lint({ paths: ["."], cwd: elsewhere, baseline: { path: "known.json", content } });
  const { summary, outcome } = report;
  expect([summary.baselined, summary.errors, outcome]).toEqual([content.skills.length * 2, 1, 1]);
  await expect(lint({ paths: ["."], cwd, baseline: { path: "b", content: {} } })).rejects.toThrow(
    'cannot read the baseline "b"',
  );
});

it("refuses a signal that is none", async () => {
  await expect(lint({ paths: ["."], cwd: ".", signal: {} as AbortSignal })).rejects.toThrow(
    'option "signal" must be an AbortSignal',
  );
});

it("answers runs at the same time with other settings as one after the other", async () => {
  const cwd = many(4);
  const runs = [
    () => lint({ paths: ["."], cwd }),
    () =>
      lint({ paths: ["."], cwd, targets: ["codex"], rules: { "reference-broken": "off" }, security: true }),
    () => validate({ paths: ["."], cwd, targets: ["skills-ref"] }),
  ];
  const textOf = ({ report }: Awaited<ReturnType<(typeof runs)[number]>>): string =>
    JSON.stringify({ ...report, summary: { ...report.summary, seconds: 0 } });
  const alone: string[] = [];
  for (const run of runs) alone.push(textOf(await run()));
  const together = await Promise.all([...runs, ...runs].map((run) => run()));
  expect(together.map(textOf)).toEqual([...alone, ...alone]);
});

it("reads the skills of an archive in memory, with their modes", async () => {
  const cwd = makeTree({
    "pdf-forms/SKILL.md": skillMd("pdf-forms", "Run `scripts/run.sh`.\n"),
    "pdf-forms/scripts/run.sh": "#!/bin/sh\n",
  });
  await runSkills(["pack", "pdf-forms", "--output", "a.zip"], { cwd });
  const bytes = readFileSync(path.join(cwd, "a.zip"));
  const [skill, ...others] = await readArchive({ bytes, path: "up/a.zip" });
  expect(others).toEqual([]);
  expect(skill).toMatchObject({ name: "pdf-forms", path: "up/a.zip", differences: [] });
  expect(Object.keys(skill!.files).toSorted()).toEqual(["SKILL.md", "scripts/run.sh", "skill.manifest.json"]);
  expect(skill!.files["scripts/run.sh"]).toEqual({
    kind: "file",
    content: expect.any(Uint8Array),
    executable: expect.any(Boolean),
  });
  const refused = await readArchive({ bytes: bytes.subarray(0, 100) }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(SkillsError);
  expect(refused).toMatchObject({ code: "unreadable", cause: { code: expect.any(String) } });
  await expect(readArchive({ bytes: "x" as never })).rejects.toThrow('option "bytes" must be a Uint8Array');
});
