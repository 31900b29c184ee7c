import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { TestResult, TestRun } from "../src/model/reports/test.ts";
import { testJunit } from "../src/report/commands/test/test-junit.ts";
import { testMarkdown } from "../src/report/commands/test/test-markdown.ts";
import { systemIds } from "../src/model/agent.ts";
import { runSkills } from "./support/io.ts";
import { needs } from "./support/needs.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { schemaOf } from "./support/schema.ts";

const matches = schemaOf("report");

const forms = {
  "forms/SKILL.md": skillMd("forms", "Read [the guide](references/guide.md).\n"),
  "forms/references/guide.md": "Guide.\n",
};
const astray = { ...forms, "forms/SKILL.md": skillMd("forms", "Read [the guide](references/gide.md).\n") };
const scenario = `name: reads the guide
systems: [agentskills, harness9]
prompt: Fill it.
steps: [{activate: forms}, {read: references/guide.md}, {finish: Done.}]
expect:
  activated: [forms]
  read: [references/guide.md]
`;

const test = (cwd: string, ...args: readonly string[]) => runSkills(["test", ...args], { cwd });

async function runOf(
  cwd: string,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly run: TestRun }> {
  const { code, stdout, stderr } = await test(cwd, "--format", "json", ...args);
  if (stdout === "") throw new Error(stderr);
  const report: { readonly data: TestRun } = JSON.parse(stdout);
  const isValid: boolean = matches(report);
  expect(isValid ? [] : matches.errors).toEqual([]);
  return { code, run: report.data };
}

const failing = ({ tests }: TestRun): readonly string[] =>
  tests.filter(({ outcome }) => outcome !== "pass").map(({ name }) => name);

it("passes a sound skill in every agent with one line", async () => {
  // One for the skill, and seven in each agent.
  const tests = 1 + 7 * systemIds.length;
  const { code, stdout } = await test(makeTree(forms), "--system", "all");
  expect(code).toBe(0);
  expect(stdout.replace(/[\d.]+ s\n$/, "… s\n")).toBe(
    `forms: ${tests} passed\n\n1 skill tested in ${systemIds.length} systems: ${tests} passed; … s\n`,
  );
});

it("fails a path to a missing file once for all agents, with a transcript in 80 columns", async () => {
  const { code, stdout } = await test(makeTree(astray), "--system", "all");
  expect(code).toBe(1);
  expect(stdout).toContain(
    '  FAIL  references in agentskills, agio, react-actions, spring-ai-alibaba\n        and harness9\n        the only path in the instructions cannot be read: "references/gide.md"\n        (SKILL.md:6) does not exist',
  );
  expect(stdout).toContain(
    "transcript in agentskills:\n          2  refuse    read_file, forms/references/gide.md,",
  );
  expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
});

it("shows one row per skill with --summary, the worst first, which is only for text", async () => {
  const tree = Object.entries(astray).map(([file, text]) => [
    file.replace("forms", "astray"),
    text.replace("forms", "astray"),
  ]);
  const cwd = makeTree({ ...forms, ...Object.fromEntries(tree) });
  const { code, stdout } = await test(cwd, "--summary", "--system", "agio,harness9");
  expect(code).toBe(1);
  expect(stdout.replace(/[\d.]+ s\n$/, "… s\n")).toBe(
    "skill   failed  passed\nastray       2      13  fails references\nforms        0      15  ok\n\n2 skills tested in 2 systems: 2 failed, 28 passed; … s\n",
  );
  const quiet = await test(cwd, "--summary", "--quiet", "--system", "agio");
  expect(quiet.stdout.split("\n").slice(0, 3)).toEqual([
    expect.stringMatching(/^skill /),
    expect.stringMatching(/^astray /),
    "",
  ]);
  expect(await test(cwd, "--summary", "--format", "json")).toEqual({
    code: 2,
    stdout: expect.stringContaining('"code": "bad-usage"'),
    stderr: "skills: --summary needs --format text, not json\n",
  });
});

it("reports the same as JSON, in the same order for any number of jobs", async () => {
  const cwd = makeTree({
    ...astray,
    "b/SKILL.md": skillMd("b"),
    "a/SKILL.md": skillMd("a"),
    "forms/t.scenario.yaml": scenario,
  });
  const [one, many] = await Promise.all([runOf(cwd, "--jobs", "1"), runOf(cwd, "--jobs", "8")]);
  expect(one.run).toEqual(many.run);
  expect(one.code).toBe(1);
  expect(one.run.tests.slice(0, 2).map(({ name }) => name)).toEqual([
    "a > budget",
    "a > agentskills > announced",
  ]);
  expect(new Set(one.run.tests.map(({ name }) => name)).size).toBe(one.run.tests.length);
  expect(one.run.tests.filter(({ trace }) => trace).every(({ outcome }) => outcome !== "pass")).toBe(true);
});

it("simulates the client guide's agent by default, and those that a target, the config or an option names", async () => {
  const cwd = makeTree({ ...astray, "sub/pdf/SKILL.md": skillMd("pdf") });
  const of = async (...args: readonly string[]): Promise<readonly string[]> =>
    (await runOf(cwd, ...args)).run.systems;
  expect(await of()).toEqual(["agentskills"]);
  expect(await of("--target", "spec,harness9")).toEqual(["agentskills", "harness9"]);
  expect(await of("--system", "harness9")).toEqual(["harness9"]);
  expect(await of("--system", "all")).toHaveLength(5);
  expect(await of("--system", "agio,harness9")).toEqual(["agio", "harness9"]);
  writeFileSync(
    path.join(cwd, "skills.config.yaml"),
    "targets: [spec, agio]\noverrides:\n  - paths: [sub/]\n    targets: [harness9]\n",
  );
  expect(await of()).toEqual(["agentskills", "agio", "harness9"]);
  const systemsOf = async (skill: string): Promise<ReadonlySet<string | undefined>> =>
    new Set((await runOf(cwd)).run.tests.flatMap((each) => (each.path === skill ? [each.system] : [])));
  expect(await systemsOf("forms")).toEqual(new Set([undefined, "agentskills", "agio"]));
  expect(await systemsOf("sub/pdf")).toEqual(new Set([undefined, "agentskills", "harness9"]));
  expect(await of("--no-config")).toEqual(["agentskills"]);
});

it("does not fail for an agent that is not selected, but for one that a scenario lists", async () => {
  const angle = skillMd("forms").replace(/description: /, "description: <b> ");
  const cwd = makeTree({ "forms/SKILL.md": angle });
  expect((await runOf(cwd)).code).toBe(0);
  expect((await runOf(cwd, "--system", "react-actions")).code).toBe(1);
  writeFileSync(
    path.join(cwd, "a.scenario.yaml"),
    "systems: [react-actions]\nprompt: a\nskills: [forms]\nexpect: {announced: [forms]}\n",
  );
  expect((await runOf(cwd)).code).toBe(1);
  const { code, stderr } = await test(cwd, "a.scenario.yaml", "--system", "agio");
  expect([code, stderr]).toEqual([
    2,
    'skills: no test in scope\n"a.scenario.yaml" was left out: the scenario is only for react-actions\n',
  ]);
});

it("finds scenarios in skills, beside them, in tests/ and .agents/, and says what it leaves out", async () => {
  const small = (name: string): string =>
    `name: ${name}\nprompt: a\nskills: [SKILL]\nexpect: {announced: [forms]}\n`;
  const at = (skill: string, name: string): string => small(name).replace("SKILL", skill);
  const cwd = makeTree({
    "skills/forms/SKILL.md": forms["forms/SKILL.md"],
    "skills/forms/references/guide.md": "Guide.\n",
    "skills/forms/own.scenario.yaml": "name: own\nprompt: a\nexpect: {announced: [forms]}\n",
    "skills/beside.scenario.yaml": at("forms", "beside"),
    "tests/deep/in-tests.scenario.yml": at("../../skills/forms", "in tests"),
    "tests/fixtures/broken.scenario.yaml": "nothing",
    ".agents/in-agents.scenario.yaml": at("../skills/forms", "in agents"),
    "examples/else.scenario.yaml": at("../skills/forms", "elsewhere"),
    "ignored/not.scenario.yaml": "nothing",
    ".gitignore": "ignored\n",
    "top.scenario.yaml": at("skills/forms", "top"),
    ".git/HEAD": "ref: refs/heads/main\n",
  });
  const names = async (...args: readonly string[]): Promise<readonly string[]> =>
    (await runOf(cwd, ...args)).run.tests.flatMap(({ kind, check }) => (kind === "scenario" ? [check] : []));
  expect((await names()).toSorted()).toEqual(["beside", "in agents", "in tests", "own", "top"]);
  const { stdout } = await test(cwd);
  expect(stdout).toContain("examples/else.scenario.yaml not read: a scenario that is neither in a skill");
  expect(stdout).toContain("tests/fixtures/broken.scenario.yaml not read: a scenario among test fixtures");
  expect(stdout).not.toContain("ignored/not");
  expect(await names("tests/deep")).toEqual(["in tests"]);
  expect(await names("examples")).toEqual(["elsewhere"]);
  expect(await names("tests/*/*.scenario.yml", "skills/*.scenario.yaml")).toEqual(["in tests", "beside"]);
  expect((await names("skills", "examples", "top.scenario.yaml", "tests/**/in-*")).toSorted()).toEqual([
    "beside",
    "elsewhere",
    "in tests",
    "own",
    "top",
  ]);
  expect((await test(cwd, "tests/none*")).code).toBe(2);
  expect((await test(cwd, "tests/deep/none.scenario.yaml")).code).toBe(2);
});

it("does not measure a scenario without any skill", async () => {
  const cwd = makeTree({ "a.scenario.yaml": "prompt: a\nexpect: {activated: []}\n" });
  const { code, run } = await runOf(cwd, "a.scenario.yaml");
  expect([code, run.tests.map(({ message }) => message)]).toEqual([
    2,
    [
      'line 2: the skills activated: exactly nothing: agentskills finds no skill here; set "skills" or "project" to their directories or files',
    ],
  ]);
});

it("runs only the selected agents and tests", async () => {
  const cwd = makeTree(astray);
  expect((await runOf(cwd, "--system", "agio,harness9")).run.systems).toEqual(["agio", "harness9"]);
  expect(
    (await runOf(cwd, "--system", "all", "--filter", "HARNESS9 > body")).run.tests.map(({ name }) => name),
  ).toEqual(["forms > harness9 > body"]);
  expect(await test(cwd, "--filter", "nowhere")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no test name contains "nowhere"'),
  });
  expect(await test(cwd, "--system", "agoi")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('did you mean "agio"?'),
  });
});

it("fails only for failures that are not in the baseline", async () => {
  const cwd = makeTree(astray);
  const all = ["--system", "all"];
  writeFileSync(path.join(cwd, "before.json"), (await test(cwd, "--format", "json", ...all)).stdout);
  expect(await test(cwd, "forms", "--baseline", "before.json", ...all)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${systemIds.length} failures in the baseline`),
  });
  writeFileSync(
    path.join(cwd, "forms/SKILL.md"),
    skillMd("forms", "See [it](references/gide.md).\n").replace("description:", "about:"),
  );
  const { code, run } = await runOf(cwd, "forms", "--baseline", "before.json", ...all);
  expect(code).toBe(1);
  expect(failing(run)).toEqual(systemIds.map((id) => `forms > ${id} > announced`));
  expect(await test(cwd, "--baseline", "forms/references/guide.md")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("is not a test report"),
  });
});

it("fails above the given limits", async () => {
  const cwd = makeTree(forms);
  expect(failing((await runOf(cwd, "--max-body-tokens", "2", "--tokens", "exact")).run)).toEqual([
    "forms > budget",
  ]);
  expect((await test(cwd, "--max-body-tokens", "many")).stderr).toContain(
    '--max-body-tokens "many" must be a whole number of 1 or more',
  );
});

it("cannot measure an unreadable SKILL.md, and fails a file with another name", async () => {
  const cwd = makeTree({
    "forms/SKILL.md": new Uint8Array(2 * 1_048_576),
    "letters/skill.md": skillMd("letters"),
  });
  const { code, run } = await runOf(cwd, "forms", "letters");
  expect(code).toBe(2);
  expect(run.tests.map(({ name, outcome }) => [name, outcome])).toEqual([
    ["forms > announced", "could-not-measure"],
    ["letters > announced", "fail"],
  ]);
});

it("plays a skill's scenarios with that skill only, and scenarios given by path", async () => {
  const cwd = makeTree({ ...forms, "forms/t.scenario.yaml": scenario, "other/SKILL.md": skillMd("other") });
  const named = [
    "forms/t.scenario.yaml > agentskills > reads the guide",
    "forms/t.scenario.yaml > harness9 > reads the guide",
  ];
  const inSkill = await runOf(cwd, "forms", "--filter", "reads the guide");
  expect(inSkill.run.tests.map(({ name }) => name)).toEqual(named);
  const byPath = await runOf(cwd, "forms/t.scenario.yaml");
  expect({ ...byPath, names: byPath.run.tests.map(({ name }) => name) }).toMatchObject({
    code: 0,
    names: named,
  });
});

it("reports unmet expectations of a scenario, and the position of mistakes in an invalid one", async () => {
  const cwd = makeTree({
    ...forms,
    "forms/t.scenario.yaml": scenario.replace("read: [references/guide.md]", "read: [references/other.md]"),
    "broken.scenario.yaml": "prompt: [\n",
  });
  expect((await test(cwd, "forms/t.scenario.yaml")).stdout).toMatch(
    /FAIL {2}reads the guide in agentskills and harness9\n/,
  );
  const { code, run } = await runOf(cwd, "broken.scenario.yaml");
  expect({ code, tests: run.tests }).toMatchObject({
    code: 2,
    tests: [
      { outcome: "could-not-measure", message: expect.stringMatching(/^broken\.scenario\.yaml:1:9: /) },
    ],
  });
});

it("reports every mistake of a scenario with its position, up to a maximum", async () => {
  const cwd = makeTree({
    ...forms,
    "two.scenario.yaml": "promt: Fill it.\nexpect:\n  stop: never\n",
    "many.scenario.yaml": `prompt: a\nexpect: {activated: []}\n${Array.from({ length: 250 }, (_, at) => `no${at}: 1\n`).join("")}`,
    "evals/evals.json": "[]",
  });
  const { code, run } = await runOf(cwd, "two.scenario.yaml", "many.scenario.yaml");
  expect(code).toBe(2);
  const [two, many] = ["two", "many"].map((name) =>
    run.tests.find(({ path: file }) => file === `${name}.scenario.yaml`),
  );
  expect([two?.message, two?.details?.map((detail) => detail.slice(0, 33))]).toEqual([
    "3 mistakes in the file",
    [
      "two.scenario.yaml:1:1: a scenario",
      "two.scenario.yaml:1:1: unknown ke",
      'two.scenario.yaml:3:9: expected "',
    ],
  ]);
  expect([many?.message, many?.details?.length, many?.details?.at(-1)]).toEqual([
    "250 mistakes in the file",
    101,
    "and 150 more",
  ]);
  expect((await test(cwd, "two.scenario.yaml")).stdout).toContain(
    '\n        3 mistakes in the file\n        - two.scenario.yaml:1:1: a scenario has no "prompt"\n',
  );
  const steps = await runSkills(
    ["run", "Fill it.", "--system", "harness9", "--model", "scripted:two.scenario.yaml"],
    { cwd },
  );
  expect([steps.code, steps.stderr.split("\n").slice(0, 2)]).toEqual([
    2,
    [
      'skills: "two.scenario.yaml" is not a valid scenario',
      'skills: two.scenario.yaml:1:1: a scenario has no "prompt"',
    ],
  ]);
});

it("saves the traces of a scenario on request, and fails if they change", async () => {
  const cwd = makeTree({ ...forms, "forms/t.scenario.yaml": scenario });
  const golden = path.join(cwd, "forms/t.trace.json");
  await test(cwd, "forms");
  expect(existsSync(golden)).toBe(false);
  expect((await test(cwd, "forms", "--update")).code).toBe(0);
  const kept = readFileSync(golden, "utf8");
  expect(Object.keys(JSON.parse(kept))).toEqual(["agentskills", "harness9"]);
  expect((await test(cwd, "forms")).code).toBe(0);
  writeFileSync(path.join(cwd, "forms/references/guide.md"), "A longer guide.\n");
  expect(
    (await runOf(cwd, "forms")).run.tests
      .filter(({ outcome }) => outcome === "fail")
      .map(({ message }) => message)[0],
  ).toMatch(
    /^trace event 6 has .*bytes \[0,16\].* instead of .*bytes \[0,7\].* \(recorded in "forms\/t\.trace\.json"\)$/,
  );
  await test(cwd, "forms", "--update", "--system", "harness9");
  expect(
    (await runOf(cwd, "forms")).run.tests
      .filter(({ outcome }) => outcome === "fail")
      .map(({ system }) => system),
  ).toEqual(["agentskills"]);
  writeFileSync(golden, "{");
  expect((await runOf(cwd, "forms")).code).toBe(2);
});

it("decides evals offline as far as possible, with the sibling skills, and reports what needs a model", async () => {
  const queries = [
    { query: "fill in this PDF form for me", should_trigger: true },
    { query: "which songs are on the album", should_trigger: false },
  ];
  const evals = {
    skill_name: "forms",
    evals: [
      {
        id: 1,
        prompt: "Fill it.",
        expected_output: "A form",
        files: ["evals/gone.pdf"],
        assertions: ["The output is good"],
      },
    ],
  };
  const cwd = makeTree({
    ...forms,
    "forms/evals/trigger_eval.json": JSON.stringify(queries),
    "forms/evals/notes.json": "[1]",
    "songs/SKILL.md": skillMd("songs").replace(
      /description: .*/,
      "description: Finds songs and albums by their lyrics.",
    ),
  });
  const { code, run } = await runOf(cwd);
  expect(run.tests.filter(({ kind }) => kind === "eval").map(({ name, outcome }) => [name, outcome])).toEqual(
    [["forms/evals/trigger_eval.json", "pass"]],
  );
  expect({ code, evals: run.evals }).toEqual({
    code: 0,
    evals: { decided: 2, undecided: 0, separated: 2, separable: 2 },
  });
  writeFileSync(path.join(cwd, "forms/evals/evals.json"), JSON.stringify(evals));
  const named = await test(cwd, "forms/evals/evals.json");
  expect(named.code).toBe(1);
  expect(named.stdout).toContain("- not measurable offline: 1:");
});

it("takes queries beside a single skill for that skill, and beside several for none", async () => {
  const query = { query: "fill in this PDF form for me", should_trigger: true };
  const cwd = makeTree({
    "skills/forms/SKILL.md": skillMd("forms"),
    "evals/eval_queries.json": JSON.stringify([query]),
  });
  const evalsOf = async (): Promise<unknown> =>
    (await runOf(cwd, "skills", "evals/eval_queries.json")).run.evals;
  expect(await evalsOf()).toMatchObject({ decided: 1, undecided: 0 });
  mkdirSync(path.join(cwd, "skills/songs"));
  writeFileSync(path.join(cwd, "skills/songs/SKILL.md"), skillMd("songs"));
  expect(await evalsOf()).toMatchObject({ decided: 0, undecided: 1 });
});

it("measures nothing if the controls fail", () => {
  const run: TestRun = {
    systems: ["agio"],
    controls: ["a known-good test skill fails in agio: body"],
    tests: [],
    counts: { passed: 0, failed: 0, couldNotMeasure: 0, warned: 0, known: 0 },
  };
  expect(testMarkdown(run)).toContain("Nothing was measured");
  expect(testJunit(run, "estimate")).toContain('errors="1"');
});

/** Names and messages that try to forge a cell, an element, a command or a line. */
const hostile = [
  "<b>&\"'",
  "]]>",
  "a | b \\| c",
  "x\n| forged | row |",
  "\u001b[31m\u202e",
  "`code`",
  "[link](https://evil.example)",
  "@someone",
  "::error::x",
  "##[error]",
  "\uffff\ud800",
  "--> <!--",
];

const results: readonly TestResult[] = hostile.map((text, index) => ({
  name: text,
  kind: "smoke",
  path: text,
  check: text,
  outcome: (["fail", "could-not-measure", "pass"] as const)[index % 3]!,
  message: text,
  warnings: [text],
  trace: [{ step: 0, turn: 0, kind: "refuse", text }],
}));
const hostileRun: TestRun = {
  systems: ["agio"],
  controls: [],
  tests: results,
  counts: { passed: 4, failed: 4, couldNotMeasure: 4, warned: 4, known: 0 },
};

it("writes valid JUnit with every name as displayed", () => {
  needs("python3");
  const reader =
    "import json, sys, xml.etree.ElementTree as E\nroot = E.parse(sys.stdin).getroot()\nprint(json.dumps([[s.get('name'), [[c.get('name'), [[e.tag, e.get('message')] for e in c]] for c in s]] for s in root]))";
  const { stdout, stderr } = spawnSync("python3", ["-c", reader], {
    input: testJunit(hostileRun, "estimate"),
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  const suites: readonly [string, readonly [string, readonly [string, string | null][]][]][] =
    JSON.parse(stdout);
  expect(suites).toHaveLength(hostile.length);
  expect(suites.every(([, cases]) => cases.length === 1)).toBe(true);
  expect(suites.map(([, [first]]) => first?.[1].map(([tag]) => tag).join(" "))).toEqual(
    hostile.map((_, index) => ["failure system-out", "error system-out", "system-out"][index % 3]),
  );
  expect(suites[0]).toEqual([
    "<b>&\"'",
    [
      [
        "<b>&\"'",
        [
          ["failure", "<b>&\"'"],
          ["system-out", null],
        ],
      ],
    ],
  ]);
});

it("writes Markdown in which a hostile name cannot add a cell, row, element or link", () => {
  needs("python3");
  const rows = testMarkdown(hostileRun)
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2);
  expect(rows).toHaveLength(hostile.length);
  for (const row of rows) expect(row.split("|")).toHaveLength(7);
  const reader =
    "import json, sys\nfrom html.parser import HTMLParser\nclass P(HTMLParser):\n  tags = set()\n  text = ''\n  def handle_starttag(self, tag, attrs): self.tags.add(tag)\n  def handle_data(self, data): self.text += data\np = P()\np.feed(sys.stdin.read())\np.close()\nprint(json.dumps([sorted(p.tags), p.text]))";
  const { stdout } = spawnSync("python3", ["-c", reader], { input: rows.join("\n"), encoding: "utf8" });
  const [tags, text]: readonly [readonly string[], string] = JSON.parse(stdout);
  expect(tags).toEqual(["br", "code"]);
  expect(text).toContain("<b>&\"'");
  expect(rows.join("\n")).not.toMatch(/[`\u001b\u202e]|\]\(|(?<!&)#\[/);
});

it("reports a warning about several skills once, with their number and the first names", async () => {
  const nested = (name: string) => ({
    [`all/${name}/SKILL.md`]: skillMd(name).replace("\n---\n\n", "\nmetadata:\n  a:\n    b: c\n---\n\n"),
  });
  const cwd = makeTree({ ...nested("a"), ...nested("b"), ...nested("c"), ...nested("d"), ...nested("e") });
  const { code, stdout } = await test(cwd, "all", "--system", "all");
  expect(code).toBe(0);
  expect(stdout.match(/is not a scalar/g)).toHaveLength(1);
  expect(stdout).toMatch(
    /\n5 times: warn {2}announced in react-actions\n {8}the field "metadata" is not [^]*\n {8}all\/a, all\/b, all\/c and 2 more \(--verbose\)\n\n/,
  );
  expect(
    (await test(cwd, "all", "--verbose", "--system", "all")).stdout.match(/is not a scalar/g)?.length,
  ).toBeGreaterThan(4);
  expect(
    (await test(cwd, "all/a", "all/b", "--system", "all")).stdout.match(/is not a scalar/g),
  ).toHaveLength(2);
});

it("counts expectations that need a model in one line, and does not fail a skill for its siblings", async () => {
  const evals = {
    skill_name: "forms",
    evals: [{ id: 1, prompt: "Fill it.", expected_output: "A form", assertions: ["The answer is good"] }],
  };
  const cwd = makeTree({
    ...forms,
    "forms/evals/evals.json": JSON.stringify(evals),
    "copy/SKILL.md": skillMd("copy"),
  });
  const { code, stdout } = await test(cwd);
  expect(code).toBe(0);
  expect(stdout).toContain(
    "  warn  evals\n        0 of 2 expectations can be measured offline (--verbose)\n",
  );
  expect(stdout).not.toContain("not measurable offline: 1");
  expect((await test(cwd, "--verbose")).stdout).toContain("- not measurable offline: 1:");
  expect((await test(cwd, "forms/evals/evals.json")).code).toBe(2);
});

it("breaks a heading that is longer than a line after the path", async () => {
  const long = `${"directory/".repeat(7)}forms`;
  const { stdout } = await test(makeTree({ [`${long}/SKILL.md`]: skillMd("forms") }), long);
  expect(stdout).toMatch(new RegExp(`^${long}:\\s\\S+`));
  expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
});

it("reports that a failing scenario has no steps", async () => {
  const cwd = makeTree({
    ...forms,
    "forms/t.scenario.yaml": "prompt: Fill it.\nexpect: {activated: [forms]}\n",
    "forms/u.scenario.yaml": "prompt: Fill it.\nexpect: {announced: [forms]}\n",
  });
  const { run } = await runOf(cwd);
  const told = run.tests
    .filter(({ kind, system }) => kind === "scenario" && system === "agentskills")
    .map(({ outcome, warnings }) => [outcome, warnings]);
  expect(told).toEqual([
    ["fail", ["the scenario has no steps, so the model only answers"]],
    ["pass", []],
  ]);
});

it("reports a skill in an agent's own directory where the agent does not find it", async () => {
  const cwd = makeTree({
    "skills/group/deep/SKILL.md": skillMd("deep"),
    "skills/flat/SKILL.md": skillMd("flat"),
  });
  const env = { HOME: path.join(cwd, "home") };
  const warningsIn = async (agents: string): Promise<readonly string[]> => {
    const { stdout } = await runSkills(["test", "--system", agents, "--format", "json"], { cwd, env });
    const tests: readonly { readonly name: string; readonly warnings: readonly string[] }[] =
      JSON.parse(stdout).data.tests;
    return tests.flatMap(({ name, warnings }) => warnings.map((warning) => `${name}: ${warning}`));
  };
  const sentence =
    'not where this agent looks: it finds skills directly in "skills", but not "group/deep" there';
  expect(await warningsIn("harness9,agio,agentskills")).toEqual([
    `skills/group/deep > agio > announced: ${sentence}`,
    `skills/group/deep > harness9 > announced: ${sentence}`,
  ]);
  const checked = async (...args: readonly string[]): Promise<string> =>
    (await runSkills(["check", "skills/group/deep", ...args], { cwd, env })).stdout;
  expect(await checked("--target", "harness9")).toContain(`in harness9: ${sentence}`);
  expect(await checked()).not.toContain("not where this agent looks");
});

it("finds the evals of a project in .agent/evals", async () => {
  const cases = [{ input: "Fill in the PDF forms", expected: { skills: ["forms"] } }];
  const cwd = makeTree({
    ".agent/skills/forms/SKILL.md": skillMd("forms"),
    ".agent/evals/cases.json": JSON.stringify(cases),
  });
  const { run } = await runOf(cwd, "--system", "react-actions");
  expect(
    run.tests.filter(({ kind }) => kind !== "smoke").map(({ name, outcome }) => [name, outcome]),
  ).toEqual([[".agent/evals/cases.json", "pass"]]);
});
