import { expect, it } from "vitest";
import { inspect } from "../src/api/inspect/inspect.ts";
import { fixturesRoot } from "./support/fixtures.ts";
import { runSkills, type Surroundings } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { schemaOf } from "./support/schema.ts";

const run = (args: readonly string[], surroundings?: Surroundings) =>
  runSkills(["inspect", ...args], surroundings);

it("shows a reviewer the whole of a skill within 80 columns", async () => {
  const { code, stdout, stderr } = await run(["log-courier"], {
    cwd: `${fixturesRoot}inventory/log-courier`,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  // What the rules say is theirs to test.
  const shown = stdout.replace(/(?<=skills lint reports ).*/, "…");
  await expect(shown).toMatchFileSnapshot("../fixtures/inventory/log-courier/shown.txt");
});

it("shows several skills briefly, and in full with --all, with common notes only once", async () => {
  const cwd = makeTree({
    "a/SKILL.md": skillMd("a", "```sh\ncurl https://a.dev\n```\n"),
    "a/run.sh": "#!/bin/sh\njq .\n",
    "b/SKILL.md": "no frontmatter\n",
  });
  const { stdout } = await run(["."], { cwd });
  const [skills = "", end] = stdout.split("\n\n");
  expect(skills).toMatch(
    /^a: 2 files, \d+ bytes, \d+ tokens\n {2}accepted by spec, skills-ref, claude-api; [^\n]+\n {2}1 runnable file, \d programs, 1 host\nb \(no readable name\): 1 file, 15 bytes, \d tokens\n {2}refused by spec, skills-ref, claude-api; 1 error/,
  );
  expect(end).toMatch(/^2 skills; pass one skill, or --all, to see the details\. This list is based/);
  const all = (await run(["--all", "."], { cwd })).stdout;
  expect([
    all.split(/None\sfound:/).length,
    all.split(/This\slist\sis\sbased/).length,
    all.includes("Runnable files (1)"),
  ]).toEqual([2, 2, true]);
});

it("prints everything as JSON in the common envelope", async () => {
  const cwd = `${fixturesRoot}inventory`;
  const { code, stdout } = await run(["--format", "json", "."], { cwd });
  const report = JSON.parse(stdout);
  expect([
    code,
    report.command,
    report.outcome,
    report.subjects.map(({ path }: { path: string }) => path),
  ]).toEqual([0, "inspect", 0, ["log-courier/log-courier", "word-list/word-list"]]);
  const { skills, archives, plugins } = await inspect({ paths: ["."], cwd });
  expect(archives).toEqual([]);
  expect(report.data).toEqual(JSON.parse(JSON.stringify({ skills, archives, plugins })));
  expect(schemaOf("report")(report)).toBe(true);
});

it("counts the tokens of each stage, estimated or exactly", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a", "# One\n\n## Two\n"), "a/b.md": "one two three" });
  const { skills } = await inspect({ paths: ["a"], cwd, tokens: "exact" });
  expect(skills[0]?.tokens).toEqual({
    counter: "o200k_base",
    catalogue: 16,
    body: 7,
    sections: [
      { title: "One", level: 1, line: 6, tokens: 3, total: 6 },
      { title: "Two", level: 2, line: 8, tokens: 3, total: 3 },
    ],
    omittedSections: 0,
    files: 3,
  });
  expect((await run(["a", "--tokens", "exact"], { cwd })).stdout).toContain(
    "Tokens (o200k_base)\n       16  name and description",
  );
  expect((await run(["a"], { cwd })).stdout).toContain("Tokens (estimated, ±15%)\n");
});

it("exits with 0 for a skill that every target refuses, and with 2 if there is none", async () => {
  const cwd = makeTree({ "a/SKILL.md": "no frontmatter\n", "b/README.md": "no skill\n" });
  const broken = await run(["a"], { cwd });
  expect([broken.code, broken.stdout.split("\n").slice(0, 2)]).toEqual([
    0,
    ["a has no readable name", "  No readable description."],
  ]);
  expect(broken.stdout).toContain("refused by spec, skills-ref, claude-api");
  expect((await run(["b"], { cwd })).code).toBe(2);
  expect((await run(["--format", "xml"], { cwd })).code).toBe(2);
});

it("reads a SKILL.md from standard input", async () => {
  const { code, stdout } = await run(["-", "--stdin-name", "a"], {
    stdin: Buffer.from(skillMd("a", "See https://a.dev.\n")),
  });
  expect([code, stdout.split("\n")[0], stdout.includes("a.dev")]).toEqual([
    0,
    'standard input is named "a"',
    true,
  ]);
});

it("escapes untrusted control characters", async () => {
  const odd = "\x1b[2J\u202e##[error]";
  const cwd = makeTree({
    "a/SKILL.md": `---\nname: a\ndescription: "d\\e[2J"\n${odd}: ${odd}\nmetadata:\n  "${odd}": x\n---\n# ${odd}\n!\`${odd}\`\n`,
    [`a/${odd}.sh`]: `#!/bin/${odd}\n${odd}\ncurl https://a.dev/$(${odd})\n`,
  });
  for (const format of ["text", "json"]) {
    const { stdout } = await run(["--all", "--format", format, "a"], { cwd });
    expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]|##\[/u);
  }
});

it("shortens long lists, and shows all of them on request", async () => {
  const hosts = Array.from({ length: 300 }, (_, index) => `https://h${index}.dev`).join(" ");
  const files = Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [`a/s/${index}.py`, "import os\n"]),
  );
  const cwd = makeTree({ "a/SKILL.md": skillMd("a", hosts), ...files });
  const [short, long] = [await run(["a"], { cwd }), await run(["--all", "a"], { cwd })];
  expect(short.stdout.split("\n").length).toBeLessThan(80);
  expect(short.stdout).toContain("  and 290 more (--all shows them)\n");
  expect(long.stdout.split("\n").length).toBeGreaterThan(1_000);
});

it("never calls a skill safe", async () => {
  const { stdout } = await run(["."], { cwd: `${fixturesRoot}inventory` });
  const help = await run(["--help"]);
  expect(`${stdout}${help.stdout}`).not.toMatch(/\b(?:safe|clean|malware|secure|harmless)\b/i);
  for (const part of [
    "--format",
    "--all",
    "--tokens",
    "--stdin-name",
    "--root",
    "--source",
    "Examples:",
    "Exit codes:",
  ])
    expect(help.stdout).toContain(part);
});

it("wraps its first line if path and name do not fit", async () => {
  const [directory, name] = ["d".repeat(60), "n".repeat(30)];
  const cwd = makeTree({ [`${directory}/SKILL.md`]: skillMd(name) });
  expect((await run([directory], { cwd })).stdout).toMatch(
    new RegExp(`^${directory} is named\n  "${name}"\n`),
  );
});

it("truncates name and description at the specification's limits unless --all is given", async () => {
  const cwd = makeTree({
    "a/SKILL.md": `---\nname: ${"n".repeat(5000)}\ndescription: ${"d".repeat(5000)}\n---\n`,
  });
  const { stdout } = await run(["a"], { cwd });
  expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThan(1100);
  expect(stdout).toContain("…(+3976)");
  expect((await run(["--all", "a"], { cwd })).stdout).toContain("d".repeat(5000));
});
