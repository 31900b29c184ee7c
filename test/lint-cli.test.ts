import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { diffLines } from "../src/core/line-diff.ts";
import { collectionRules } from "../src/rules/lists/collection-rules.ts";
import { lintRules } from "../src/rules/lists/lint-rules.ts";
import { unifiedDiff } from "../src/report/drawing/unified-diff.ts";
import { copyCases, folders } from "./support/fixtures.ts";
import { type Surroundings, runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";
import { needs } from "./support/needs.ts";
import { partOf, samples } from "./support/samples.ts";

const run = (args: readonly string[], surroundings?: Surroundings) =>
  runSkills(["lint", ...args], surroundings);

function contents(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return Object.fromEntries(
    files
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .sort()
      .map((file) => [path.relative(root, file), readFileSync(file, "base64")]),
  );
}

/** Git outside any repository, as a patch program. */
function gitApply(cwd: string, patch: string): void {
  execFileSync("git", ["apply", "--whitespace=nowarn", "-"], {
    cwd,
    input: patch,
    stdio: ["pipe", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], GIT_CEILING_DIRECTORIES: path.dirname(cwd) },
  });
}

it("prints a patch equal to the fixes", async () => {
  const [cwd, patched] = [makeTree({}), makeTree({})];
  for (const root of [cwd, patched]) copyCases(root, partOf(folders("rules")));
  const { code, stdout } = await run(["--dry-run", "--unsafe-fixes"], { cwd: patched });
  expect(code).toBe(1);
  expect(contents(patched)).toEqual(contents(cwd));
  gitApply(patched, stdout);
  await run(["--unsafe-fixes"], { cwd });
  expect(contents(patched)).toEqual(contents(cwd));
  expect(await run(["--dry-run", "--unsafe-fixes"], { cwd })).toEqual({
    code: 0,
    stdout: "",
    stderr: "skills: nothing to fix\n",
  });
});

it("counts the unsafe fixes that a dry run of safe fixes leaves", async () => {
  const cwd = makeTree({ "Forms/SKILL.md": skillMd("Forms") });
  expect(await run(["--dry-run", "Forms"], { cwd })).toEqual({
    code: 0,
    stdout: "",
    stderr:
      "skills: nothing to fix\n1 finding is fixable with --unsafe-fixes, which may change what a skill means\n",
  });
});

it("prints the patch in git's format, with renames, and escaped for a terminal", async () => {
  const cwd = makeTree({
    "my a/skill.md": "---\nname: my-a\ndescription: Fills it: all. \x1b[2J\n---\nDo it.",
  });
  const { code, stdout, stderr } = await run(
    [
      "--dry-run",
      "--unsafe-fixes",
      "--rule",
      "name-matches-directory=off",
      "--rule",
      "control-characters=off",
      "my a",
    ],
    { cwd },
  );
  expect([code, stderr]).toEqual([1, "skills: 1 file would change\n"]);
  expect(stdout).toContain(
    "diff --git a/my a/skill.md b/my a/SKILL.md\nrename from my a/skill.md\nrename to my a/SKILL.md\n",
  );
  const onTerminal = await run(["--dry-run", "--unsafe-fixes", "my a"], { cwd, columns: 80 });
  expect(onTerminal.stdout.replace(/\x1b\[\d+m/g, "")).not.toContain("\x1b");
  expect(onTerminal.stdout).toContain('\x1b[32m+description: \x1b[4m"\x1b[24mFills it');
});

it("reports what it fixed, what is fixable and what remains", async () => {
  const cwd = makeTree({ "a/SKILL.md": `\ufeff${skillMd("A")}` });
  const { code, stdout, stderr } = await run(["--fix", "a"], { cwd });
  expect([code, stderr]).toEqual([1, ""]);
  const [fixed, left, blank, heading] = stdout.split("\n");
  expect([fixed, left, blank, heading]).toEqual([
    "a/SKILL.md: fixed: remove the byte-order mark [byte-order-mark]",
    "1 more finding is fixable with --unsafe-fixes, which may change what a skill means",
    "",
    "a/SKILL.md",
  ]);
  const json = JSON.parse((await run(["--unsafe-fixes", "--format", "json", "a"], { cwd })).stdout);
  expect([json.command, json.outcome, json.data]).toEqual([
    "lint",
    0,
    {
      fixed: [{ path: "a", ruleId: "name-format", file: "SKILL.md", title: "Rename to a" }],
      left: [],
    },
  ]);
});

it("includes the patch and the fixes in JSON", async () => {
  const cwd = makeTree({ "a/SKILL.md": `\ufeff${skillMd("a")}` });
  const { code, stdout } = await run(["--dry-run", "--format", "json", "a"], { cwd });
  const { outcome, data } = JSON.parse(stdout);
  expect([code, outcome, data.patch, data.fixed.length]).toEqual([
    1,
    1,
    "diff --git a/a/SKILL.md b/a/SKILL.md\n--- a/a/SKILL.md\n+++ b/a/SKILL.md\n@@ -1,4 +1,4 @@\n-\ufeff---\n+---\n name: a\n description: Fills PDF forms. Use when a form is to be filled.\n ---\n",
    1,
  ]);
});

it("answers a usage error with one sentence and exit code 2", async () => {
  const failures: readonly (readonly [readonly string[], string])[] = [
    [
      ["--rule", "body-length"],
      '--rule "body-length" is not id=severity\nfor example: --rule body-length=off',
    ],
    [["--rule", "body-length=warn"], 'severity "warn" is not supported; did you mean "warning"?'],
    [["--rule", "body-length=err"], 'severity "err" is not supported; did you mean "error"?'],
    [["--rule", "body-length=no"], 'severity "no" is not supported; use error, info, off, warning'],
    [
      ["--rule", "body-lenght=off"],
      'unknown rule "body-lenght"; did you mean "body-length"?\nskills explain lists all rules',
    ],
    [["--rule", "__proto__=off"], 'unknown rule "__proto__"\nskills explain lists all rules'],
    [
      ["-", "--stdin-name", "a", "--fix"],
      "a SKILL.md on standard input cannot be fixed: there is no file to write",
    ],
  ];
  for (const [args, sentence] of failures)
    expect(await run(args)).toEqual({ code: 2, stdout: "", stderr: `skills: ${sentence}\n` });
});

it("prints its help with every option", async () => {
  const { code, stdout } = await run(["--help"]);
  expect(code).toBe(0);
  for (const part of [
    "--fix",
    "--unsafe-fixes",
    "--dry-run",
    "--rule <id=severity>",
    "--target",
    "Exit codes:",
  ])
    expect(stdout).toContain(part);
  expect(stdout.split("\n").every((line) => line.length <= 100)).toBe(true);
});

const lines = fc.array(fc.constantFrom("a", "b", "c", "d\r"), { maxLength: 12 });

it("finds a minimal set of differing lines", () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const differences = diffLines(before, after);
      const rebuilt = differences.reduceRight(
        (all, { from, fromEnd, to, toEnd }) => [
          ...all.slice(0, from),
          ...after.slice(to, toEnd),
          ...all.slice(fromEnd),
        ],
        before,
      );
      expect(rebuilt).toEqual(after);
      const changed = differences.reduce(
        (sum, { from, fromEnd, to, toEnd }) => sum + fromEnd - from + toEnd - to,
        0,
      );
      expect(changed).toBe(before.length + after.length - 2 * longestCommon(before, after));
    }),
    samples(),
  );
});

/** The length of the longest common subsequence, by the textbook. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  const rows = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  for (const [row, left] of a.entries())
    for (const [column, right] of b.entries())
      rows[row + 1]![column + 1] =
        left === right ? rows[row]![column]! + 1 : Math.max(rows[row]![column + 1]!, rows[row + 1]![column]!);
  return rows[a.length]![b.length]!;
}

it("writes hunks that git applies, with any line endings", () => {
  fc.assert(
    fc.property(lines, lines, fc.boolean(), fc.boolean(), (from, to, fromEnds, toEnds) => {
      const [before, after] = [
        from.join("\n") + (fromEnds ? "\n" : ""),
        to.join("\n") + (toEnds ? "\n" : ""),
      ];
      fc.pre(before !== after && before !== "" && after !== "");
      const cwd = makeTree({ 's/"x".md': before });
      gitApply(
        cwd,
        unifiedDiff([{ directory: cwd, label: "s", from: '"x".md', to: '"x".md', text: { before, after } }]),
      );
      expect(readFileSync(path.join(cwd, 's/"x".md'), "utf8")).toBe(after);
    }),
    samples(40),
  );
});

it("treats two files without a common line as one change, quickly", () => {
  const many = (word: string) => Array.from({ length: 200_000 }, (_, index) => `${word}${index}\n`);
  const started = cpuTime();
  expect(diffLines(many("a"), many("b"))).toEqual([{ from: 0, fromEnd: 200_000, to: 0, toEnd: 200_000 }]);
  expect(cpuTime() - started).toBeLessThan(linearLimit);
});

it("prints the time of each rule", async () => {
  const running = [...lintRules, ...collectionRules].filter(({ meta }) => !meta.off);
  const cwd = makeTree({ "a/SKILL.md": skillMd("a"), "b/SKILL.md": skillMd("b") });
  const { code, stdout } = await run(["--timing"], { cwd });
  const [, table = ""] = stdout.split("\n\n").slice(-2);
  const rows = table.trimEnd().split("\n").slice(1);
  const slowest = rows.slice(0, -1);
  expect([
    code,
    slowest.length,
    slowest.every((row) => /^ *[\d.]+ +[\d.]+%  [a-z-]+ +[\d.]+  [ab.]$/.test(row)),
  ]).toEqual([0, 20, true]);
  expect(rows.at(-1)).toMatch(
    new RegExp(
      `^and ${running.length - 20} other rules, [\\d.]+ ms in total \\(use --format json to list them\\)$`,
    ),
  );
  const { data } = JSON.parse((await run(["--timing", "--format", "json"], { cwd })).stdout);
  expect(data.timings.map(({ ruleId }: { ruleId: string }) => ruleId).sort()).toEqual(
    running.map(({ meta }) => meta.id).sort(),
  );
});

it("parses scripts on request, and reports those that it did not parse", async () => {
  needs("python3");
  const cwd = makeTree({
    "a/SKILL.md": `${skillMd("a")}Run \`python3 scripts/fill.py\` and \`scripts/fill.ts\`.\n`,
    "a/scripts/fill.py": "def fill(:\n",
    "a/scripts/fill.ts": "let a: = 1;\n",
  });
  expect((await run([], { cwd })).stdout).not.toContain("fill.py");
  const { code, stdout } = await run(["--syntax"], { cwd });
  expect([code, stdout.includes("  script-syntax\n"), stdout.split("\n").at(-2)]).toEqual([
    0,
    true,
    "not parsed: a/scripts/fill.ts: no parser for typescript",
  ]);
  const { data } = JSON.parse((await run(["--syntax", "--format", "json"], { cwd })).stdout);
  expect(data.unparsed).toEqual([{ path: "a", file: "scripts/fill.ts", reason: "no parser for typescript" }]);
});

it("counts the fixable findings at the end, unless there are none or they are being fixed", async () => {
  const cwd = makeTree({ "a/SKILL.md": `\ufeff${skillMd("A")}`, "b/SKILL.md": skillMd("b") });
  const stdin = Buffer.from(`\ufeff${skillMd("A")}`);
  const last = async (args: readonly string[]) =>
    (await run(args, { cwd, stdin })).stdout.trimEnd().split("\n").at(-1);
  expect(await last(["a"])).toBe(
    "1 finding is fixable with --fix, 1 more with --unsafe-fixes, which may change what a skill means",
  );
  for (const quiet of [["b"], ["--quiet", "a"], ["-", "--stdin-name", "a"]])
    expect(await last(quiet)).toMatch(/^1 skill checked: /);
  expect(await last(["--fix", "a"])).toMatch(/^1 skill checked: /);
});

it("prints scripts and times of a dry run without changing the patch", async () => {
  const cwd = makeTree({
    "a/SKILL.md": `\ufeff${skillMd("a")}Run \`scripts/fill.ts\`.\n`,
    "a/scripts/fill.ts": "let a: = 1;\n",
  });
  const { stdout, stderr } = await run(["--dry-run", "--syntax", "--timing"], { cwd });
  gitApply(cwd, stdout);
  expect(stderr).toMatch(
    /^skills: 1 file would change\nnot parsed: a\/scripts\/fill\.ts: no parser for typescript\n\n *ms /,
  );
  const { data } = JSON.parse(
    (await run(["--dry-run", "--syntax", "--timing", "--format", "json"], { cwd })).stdout,
  );
  expect(Object.keys(data)).toEqual(["fixed", "left", "patch", "unparsed", "timings"]);
});
