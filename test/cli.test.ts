import { expect, it } from "vitest";
import { wantsColor } from "../src/cli/options/color.ts";
import { processIo } from "../src/cli/io.ts";
import { version } from "../src/generated/version.ts";
import { type Surroundings, runInMemory, runSkills } from "./support/io.ts";
import { schemaOf } from "./support/schema.ts";
import { makeTree, skillMd } from "./support/tree.ts";

/** What JSON output says in short: each path with the rules that spoke. */
async function rulesByPath(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<Record<string, string[]>> {
  const { stdout } = await runSkills(["validate", "--format", "json", ...args], surroundings);
  const { subjects } = JSON.parse(stdout);
  return Object.fromEntries(
    subjects.map(({ path, findings }: { path: string; findings: { ruleId: string }[] }) => [
      path,
      findings.map(({ ruleId }) => ruleId),
    ]),
  );
}

it("prints its version and that it is not the reference implementation", async () => {
  const line = `skills ${version} (skillwright, a toolchain for Agent Skills; not vercel's installer)\n`;
  expect(await runSkills(["--version"])).toEqual({ code: 0, stdout: line, stderr: "" });
});

it("prints its help when asked", async () => {
  const asked = await runSkills(["--help"]);
  expect(asked).toEqual({ code: 0, stdout: expect.stringContaining("\n  validate [PATH...]  "), stderr: "" });
  expect(await runSkills(["help"])).toEqual(asked);
});

it("prints the help of a command with every option and the exit codes", async () => {
  const { code, stdout, stderr } = await runSkills(["help", "validate"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(await runSkills(["validate", "--help"])).toEqual({ code, stdout, stderr });
  for (const part of [
    "--target",
    "--format",
    "--quiet",
    "--max-warnings",
    "--stdin-name",
    "--color",
    "--no-color",
    "Examples:",
    "Exit codes:",
  ])
    expect(stdout).toContain(part);
  expect(stdout.split("\n").every((line) => line.length <= 100)).toBe(true);
});

it("suggests the intended command", async () => {
  const hint =
    "skills --help lists the commands (this is skillwright, not vercel's installer of the same name)\n";
  expect(await runSkills(["vaildate"])).toEqual({
    code: 2,
    stdout: "",
    stderr: `skills: unknown command "vaildate"; did you mean "validate"?\n${hint}`,
  });
  expect(await runSkills(["\x1b[2Jx"])).toEqual({
    code: 2,
    stdout: "",
    stderr: `skills: unknown command "\\x1b[2Jx"\n${hint}`,
  });
  expect(await runSkills(["--quiet", "validate"])).toEqual({
    code: 2,
    stdout: "",
    stderr:
      'skills: option "--quiet" must come after the command "validate"\nfor example: skills validate --quiet\n',
  });
});

it("answers a usage error with one sentence and exit code 2", async () => {
  const failures: readonly (readonly [readonly string[], string])[] = [
    [
      ["--fromat", "json"],
      "unknown option '--fromat'; did you mean --format?\nskills validate --help lists its options",
    ],
    [
      ["--##[error]x\x1b"],
      'unknown option \'--#\\x23[error]x\\x1b\'\nskills validate --help lists its options; write "--" before a PATH that begins with "-"',
    ],
    [["--target"], "option '-t, --target <list>' argument missing\nskills validate --help lists its options"],
    [
      ["--format", "xml"],
      'format "xml" is not supported; use blob, compact, github, gitlab, html, json, junit, markdown, ndjson, sarif, text',
    ],
    [["--format", "jsno"], 'format "jsno" is not supported; did you mean "json"?'],
    [["--target", "claud-api"], 'target "claud-api" is not supported; did you mean "claude-api"?'],
    [
      ["--target", "spec,"],
      'target "" is not supported; use claude-api, skills-ref, spec or an id in `skills clients`',
    ],
    [["--target", "windsurf"], "it is not known how Windsurf reads a SKILL.md; remove the target"],
    [["--target", "claud-code"], 'target "claud-code" is not supported; did you mean "claude-code"?'],
    [["--max-warnings", "-1"], '--max-warnings "-1" must be a whole number of 0 or more'],
    [["--max-warnings", "1e3"], '--max-warnings "1e3" must be a whole number of 0 or more'],
    [
      ["-"],
      "a SKILL.md on standard input has no directory name to check its name against\nadd --stdin-name NAME, the name of the skill's directory",
    ],
    [["--stdin-name", "a"], '--stdin-name needs "-" as a PATH'],
    [["-", "--stdin-name", "a/b"], '--stdin-name "a/b" is not a directory name'],
  ];
  for (const [args, sentence] of failures)
    expect(await runSkills(["validate", ...args])).toEqual({
      code: 2,
      stdout: "",
      stderr: `skills: ${sentence}\n`,
    });
});

it("checks the working directory if no path is given", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a"), "b/SKILL.md": skillMd("B") });
  expect(await rulesByPath([], { cwd })).toEqual({ a: [], b: expect.arrayContaining(["name-format"]) });
  expect((await runSkills(["validate"], { cwd })).code).toBe(1);
  expect((await runSkills(["validate", "a"], { cwd })).code).toBe(0);
});

it("accepts options anywhere, but only paths after --", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a"), "--quiet/SKILL.md": skillMd("a") });
  expect(await rulesByPath(["a", "--quiet", "--target", "spec"], { cwd })).toEqual({ a: [] });
  expect(Object.keys(await rulesByPath(["--", "a", "--quiet"], { cwd }))).toEqual(["a", "--quiet"]);
});

it("exits with 2 if there is nothing to check", async () => {
  const cwd = makeTree({ "README.md": "no skill\n" });
  for (const place of [".", "absent", "README.md"]) {
    const { code, stdout, stderr } = await runSkills(["validate", place], { cwd });
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/^skills: .+\n/),
    });
  }
});

it("writes JSON that matches its schema", async () => {
  const matches = schemaOf("report");
  const cwd = makeTree({
    "a/SKILL.md": skillMd("a"),
    "b/SKILL.md": "---\nname: B--b\nmetadata: [x]\ndescription: a: <b>\n---\n[x](y.md) [z](../z.md)\n",
    "c/skill.md": skillMd("c"),
    "d/SKILL.md": Buffer.from([0xff, 0xfe, 0x2d, 0]),
    "e/SKILL.md": "no fences\n",
    "f/SKILL.md": Buffer.alloc(2_000_000, "x"),
  });
  const { code, stdout, stderr } = await runSkills(
    ["validate", "--format", "json", "--target", "spec,skills-ref,claude-api"],
    { cwd },
  );
  expect([code, stderr]).toEqual([1, ""]);
  const report = JSON.parse(stdout);
  matches(report);
  expect(matches.errors).toBe(null);
  expect(report.subjects.map(({ path }: { path: string }) => path)).toEqual(["a", "b", "c", "d", "e", "f"]);
});

it("reads a SKILL.md from standard input as if it were in the named directory", async () => {
  const stdin = Buffer.from(skillMd("pdf"));
  expect(await rulesByPath(["-", "--stdin-name", "pdf"], { stdin })).toEqual({ "-": [] });
  expect(await rulesByPath(["-", "--stdin-name", "word"], { stdin })).toEqual({
    "-": ["name-matches-directory"],
  });
});

it("exits with 1 and a message for more than the maximum of warnings", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a", "See [guide](guide.md) and [other](other.md).\n") });
  expect((await runSkills(["validate", "a"], { cwd })).code).toBe(0);
  expect((await runSkills(["validate", "--max-warnings", "2", "a"], { cwd })).code).toBe(0);
  const over = await runSkills(["validate", "--max-warnings", "1", "a"], { cwd });
  expect([over.code, over.stderr]).toEqual([1, "skills: 2 warnings, more than --max-warnings 1\n"]);
});

it("validates the skill against every chosen target", async () => {
  const cwd = makeTree({ "claude-pdf/SKILL.md": skillMd("claude-pdf") });
  expect((await runSkills(["validate", "claude-pdf"], { cwd })).code).toBe(0);
  expect((await runSkills(["validate", "--target", "claude-api", "claude-pdf"], { cwd })).code).toBe(1);
  expect(
    (await runSkills(["validate", "--target", "spec", "-t", "skills-ref,claude-api", "claude-pdf"], { cwd }))
      .code,
  ).toBe(1);
});

it("wraps the text to the terminal's width", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("A") });
  const { stdout } = await runSkills(["validate", "a", "--no-color"], { cwd, columns: 40 });
  expect(
    stdout
      .split("\n")
      .filter((line) => /^ +\d+:/.test(line))
      .every((line) => line.length <= 40),
  ).toBe(true);
});

it("uses color on a terminal unless it is disabled", () => {
  const wants = (isTTY: boolean, env: Record<string, string> = {}, flag?: boolean) =>
    wantsColor({ ...processIo(), env, stdout: { isTTY, write: () => {} } }, flag);
  expect([wants(true), wants(false), wants(true, { TERM: "dumb" })]).toEqual([true, false, false]);
  expect([
    wants(true, { NO_COLOR: "1" }),
    wants(true, { NO_COLOR: "" }),
    wants(false, { FORCE_COLOR: "1" }),
    wants(true, { FORCE_COLOR: "0" }),
  ]).toEqual([false, true, true, false]);
  expect([
    wants(true, { NO_COLOR: "1", FORCE_COLOR: "1" }),
    wants(false, { NO_COLOR: "1" }, true),
    wants(true, { FORCE_COLOR: "1" }, false),
  ]).toEqual([false, true, false]);
});

it("reports an internal error with exit code 2 and escaped text", async () => {
  const fails = () => {
    throw new TypeError("broken \x1b[31m\n::error::forged");
  };
  const { code, stdout, stderr } = await runInMemory("skills", fails, []);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr.split("\n").slice(0, 3)).toEqual([
    "skills: internal error in skills; report it with these lines:",
    "  | TypeError: broken \\x1b[31m",
    "  | :\\x3aerror::forged",
  ]);
});
