import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { TestData, TestResult } from "../src/model/reports/test.ts";
import { runSkills } from "./support/io.ts";
import { needs } from "./support/needs.ts";
import { schemaOf } from "./support/schema.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const matches = schemaOf("report");
const matchesRecording = schemaOf("model-recording");

/** Activates the skill "forms" for a prompt about a form, and answers with the first line of what it gets. */
const agent = `import json, sys

def reply_to(messages):
    if messages[-1]["role"] == "tool":
        return {"text": "Filled by " + messages[-1]["content"].splitlines()[0]}
    if "form" in messages[-1]["content"]:
        return {"calls": [{"name": "activate_skill", "arguments": {"name": "forms"}}]}
    return {"text": "No skill is needed."}

for line in sys.stdin:
    request = json.loads(line)
    if request["type"] == "hello":
        answer = {"type": "ready", "protocol": 1}
    else:
        answer = {"type": "reply", **reply_to(request["messages"])}
    print(json.dumps(answer), flush=True)
`;

/** As the agent, but each second session, counted in a file, does not activate anything. */
const moody = agent
  .replace(
    "def reply_to",
    `import os
try: os.mkdir("moody"); good = True
except FileExistsError: os.rmdir("moody"); good = False

def reply_to`,
  )
  .replace('if "form"', 'if good and "form"');

const scenario = `systems: [agentskills]
prompt: Fill in the form.
steps: [{activate: unheard-of}]
expect:
  activated: [forms]
  answer: {contains: Filled}
`;

const queries = [
  { query: "Fill in this form", should_trigger: true },
  { query: "Fill in this sheet", should_trigger: true },
  { query: "Sing a song", should_trigger: false },
  { query: "Inform me of the news", should_trigger: false },
];

const project = (more: Readonly<Record<string, string>> = {}): string =>
  makeTree({
    "forms/SKILL.md": skillMd("forms", "Read [the guide](references/guide.md).\n"),
    "forms/references/guide.md": "Guide.\n",
    "songs/SKILL.md": skillMd("songs").replace(
      /description: .*/,
      "description: Finds songs by their lyrics.",
    ),
    "agent.py": agent,
    "moody.py": moody,
    ...more,
  });

const test = (cwd: string, ...args: readonly string[]) =>
  runSkills(["test", "--system", "agentskills", ...args], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: path.join(cwd, "home") },
  });

async function runOf(
  cwd: string,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly data: TestData; readonly stderr: string }> {
  const { code, stdout, stderr } = await test(cwd, "--format", "json", ...args);
  if (stdout === "") throw new Error(stderr);
  const report: { readonly data: TestData } = JSON.parse(stdout);
  const isValid: boolean = matches(report);
  expect(isValid ? [] : matches.errors).toEqual([]);
  return { code, data: report.data, stderr };
}

const only = ({ tests }: TestData, kind: TestResult["kind"]): TestResult => {
  const found = tests.filter((each) => each.kind === kind);
  expect(found).toHaveLength(1);
  return found[0]!;
};

const python = ["--model", "command:python3 agent.py"] as const;

describe("with a model program", () => {
  beforeEach(() => needs("python3"));

  it("plays a scenario in place of its steps, each repeat in a new session", async () => {
    const cwd = project({ "forms/fills.scenario.yaml": scenario });
    expect((await test(cwd, "forms/fills.scenario.yaml")).code).toBe(2);
    const { code, data } = await runOf(cwd, "forms/fills.scenario.yaml", ...python, "--repeat", "3");
    expect({ code, model: data.model, test: only(data, "scenario") }).toMatchObject({
      code: 0,
      model: { kind: "command", repeat: 3, minPassRate: 100, sessions: 3 },
      test: {
        outcome: "pass",
        message: "3 expectations met, 3 of 3 sessions passed",
        model: {
          sessions: 3,
          passed: 3,
          expectations: [
            { passed: 3, of: 3 },
            { line: 5, expected: 'the skills activated: exactly "forms"', outcome: "pass", passed: 3, of: 3 },
            { line: 6, passed: 3, of: 3 },
          ],
        },
      },
    });
    expect(data.metrics.sessions?.agentskills?.sessions).toBe(3);
  });

  it("fails an expectation that too few sessions meet, and only warns about one that enough meet", async () => {
    const cwd = project({ "forms/fills.scenario.yaml": scenario });
    const moodily = ["--model", "command:python3 moody.py", "--repeat", "4", "--record", "it.json"] as const;
    const strict = await runOf(cwd, "forms/fills.scenario.yaml", ...moodily);
    const args = ["forms/fills.scenario.yaml", "--model", "replay:it.json"] as const;
    expect([strict.code, only(strict.data, "scenario")]).toMatchObject([
      1,
      {
        outcome: "fail",
        message: "2 of 3 expectations not met, 2 of 4 sessions passed",
        details: [
          'line 5: the skills activated: exactly "forms": met in 2 of 4 sessions: "forms" is missing; found: none',
          expect.stringContaining("line 6: the final answer: contains "),
        ],
      },
    ]);
    expect((await runOf(cwd, ...args, "--min-pass-rate", "51")).code).toBe(1);
    const lenient = await runOf(cwd, ...args, "--min-pass-rate", "50%");
    expect([lenient.code, only(lenient.data, "scenario")]).toMatchObject([
      0,
      {
        outcome: "pass",
        warnings: [
          expect.stringContaining('line 5: the skills activated: exactly "forms": met in 2 of 4 sessions'),
          expect.any(String),
        ],
      },
    ]);
  });

  it("decides a set of triggers with precision and recall", async () => {
    const cwd = project({ "forms/evals/trigger_eval.json": JSON.stringify(queries) });
    const args = ["forms", "songs", "--filter", "trigger_eval", ...python, "--repeat", "2"] as const;
    const { code, data } = await runOf(cwd, ...args);
    expect([code, only(data, "eval")]).toMatchObject([
      1,
      {
        name: "forms/evals/trigger_eval.json > agentskills > evals",
        outcome: "fail",
        message: "4 expectations: 2 failed, 2 passed; 4 of 8 sessions passed; precision 50%, recall 50%",
        details: [
          "failed: 2: Fill in this sheet: met in 0 of 2 sessions: no skill was activated",
          'failed: 4: Inform me of the news: met in 0 of 2 sessions: the model activated "forms"',
        ],
        model: { sessions: 8, passed: 4, selection: { overall: { precision: 0.5, recall: 0.5 } } },
      },
    ]);
    expect((await test(cwd, ...args)).stdout.replace(/\s+/g, " ")).toContain(
      "; 4 of 8 model sessions passed, precision 50%, recall 50%; ",
    );
    expect([data.evals, data.metrics.selection?.choices, data.metrics.separability]).toEqual([
      { decided: 4, undecided: 0, separated: 0, separable: 0 },
      8,
      undefined,
    ]);
  });

  it("ends a session once the activation decides its case", async () => {
    const counting = agent.replace("    if request", '    open("asked", "a").write("x")\n    if request');
    const evals = {
      evals: [{ id: 1, prompt: "Fill in the form", assertions: ['The output contains "Filled"'] }],
    };
    const cwd = project({
      "counting.py": counting,
      "forms/evals/trigger_eval.json": JSON.stringify(queries),
      "forms/evals/evals.json": JSON.stringify(evals),
    });
    const asked = async (filter: string): Promise<number> => {
      writeFileSync(path.join(cwd, "asked"), "");
      await runOf(cwd, "forms", "--filter", filter, "--model", "command:python3 counting.py");
      return readFileSync(path.join(cwd, "asked"), "utf8").length;
    };
    // In each session also the greeting: one request for a query, two where the answer counts.
    expect([await asked("trigger_eval"), await asked("evals.json")]).toEqual([8, 3]);
  });

  it("judges what a session shows, and leaves the rest with its reason", async () => {
    const evals = {
      skill_name: "forms",
      evals: [
        {
          id: "lease",
          prompt: "Fill in the form",
          expected_output: "A filled form",
          assertions: [
            "The agent activates the forms skill",
            "The agent reads references/guide.md",
            'The output contains "Filled"',
            "The form looks good",
          ],
        },
      ],
    };
    const cwd = project({ "forms/evals/evals.json": JSON.stringify(evals) });
    const { code, data } = await runOf(cwd, "forms", "--filter", "evals.json", ...python);
    const { message, details, model } = only(data, "eval");
    expect([code, message, details]).toEqual([
      1,
      "5 expectations: 1 failed, 2 passed, 2 cannot be measured; 0 of 1 session passed; precision 100%, recall 100%",
      [
        "failed: lease: The agent reads references/guide.md: it was not read",
        "not measurable: lease: A filled form: a description of the answer needs a human or a model to judge it",
        "not measurable: lease: The form looks good: needs a judge",
      ],
    ]);
    expect(model?.expectations.map(({ outcome }) => outcome)).toEqual([
      "not-measurable",
      "pass",
      "fail",
      "pass",
      "not-measurable",
    ]);
  });

  it("gives the model the project of a scenario and the input files of an eval", async () => {
    const reader = agent
      .replace('"Filled by "', '"It says " ')
      .replace(
        '[{"name": "activate_skill", "arguments": {"name": "forms"}}]',
        '[{"name": "read_file", "arguments": {"path": messages[-1]["content"].split()[-1]}}]',
      );
    const asked = "prompt: Fill in the form of names.csv\nexpect: {answer: {contains: Ann Lee}}\n";
    const evals = {
      evals: [
        {
          id: 1,
          prompt: "Fill in the form of evals/files/values.csv",
          files: ["evals/files/values.csv"],
          assertions: ['The output contains "Bob Ray"', "The agent reads evals/files/values.csv"],
        },
      ],
    };
    const cwd = project({
      "reader.py": reader,
      "forms/given.scenario.yaml": `systems: [agentskills]\nproject: {names.csv: "Ann Lee"}\n${asked}`,
      "forms/evals/evals.json": JSON.stringify(evals),
      "forms/evals/files/values.csv": "Bob Ray\n",
    });
    for (const file of ["given.scenario", "evals.json"]) {
      const { code, data } = await runOf(
        cwd,
        "forms",
        "--filter",
        file,
        "--model",
        "command:python3 reader.py",
      );
      expect([code, data.tests.map(({ outcome }) => outcome)]).toEqual([0, ["pass"]]);
    }
    const unread = await runOf(cwd, "forms", "--filter", "evals.json", ...python);
    expect(only(unread.data, "eval").details).toContain(
      "failed: 1: The agent reads evals/files/values.csv: it was not read",
    );
  });

  it("plays an eval file that belongs to no skill with the skills of the project", async () => {
    const cwd = project({
      ".agents/skills/forms/SKILL.md": skillMd("forms"),
      "checks/evals.json": JSON.stringify({
        evals: [{ id: 1, prompt: "Fill in the form", assertions: ["The agent activates the forms skill"] }],
      }),
    });
    const { code, data } = await runOf(cwd, "checks/evals.json", ...python);
    expect([code, only(data, "eval").message]).toEqual([
      0,
      "1 expectation: 1 passed; 1 of 1 session passed; precision 100%, recall 100%",
    ]);
    rmSync(path.join(cwd, ".agents"), { recursive: true });
    const none = await runOf(cwd, "checks/evals.json", ...python);
    expect([none.code, only(none.data, "eval").message]).toEqual([
      2,
      "1 of 1 session failed: agentskills finds no skill here; name the skills too",
    ]);
  });

  it("judges by each session what a file expects of every task", async () => {
    const tasks = `name: forms
skill: forms
graders:
  - {type: text, name: polite, config: {not_contains: [sorry], contains: [filled]}}
  - {type: prompt, name: quality}
tasks:
  - {id: first, inputs: {prompt: Fill in the form}}
  - {id: second, inputs: {prompt: Sing a song}}
`;
    const cwd = project({ "forms/evals/eval.yaml": tasks });
    const { code, data } = await runOf(cwd, "forms", "--filter", "eval.yaml", ...python);
    expect([code, only(data, "eval").message, only(data, "eval").details]).toEqual([
      1,
      "5 expectations: 1 failed, 3 passed, 1 cannot be measured; 1 of 2 sessions passed",
      [
        "failed: second: text polite: contains filled: the answer does not contain it",
        "not measurable: every task: prompt quality: needs a judge",
      ],
    ]);
  });

  it("exits with 2 if the model fails in any session, with the reason of the program", async () => {
    const crashing = agent.replace(
      "for line in sys.stdin:",
      'for line in sys.stdin:\n    if "sheet" in line: sys.exit("no key")',
    );
    const cwd = project({
      "crashing.py": crashing,
      "forms/evals/trigger_eval.json": JSON.stringify(queries),
    });
    const { code, data, stderr } = await runOf(
      cwd,
      "forms",
      "--filter",
      "trigger_eval",
      "--model",
      "command:python3 crashing.py",
      "--record",
      "it.json",
    );
    expect([code, only(data, "eval").outcome, only(data, "eval").message]).toEqual([
      2,
      "could-not-measure",
      '1 of 4 sessions failed: expected a line of JSON from "python3 crashing.py", but it ended with exit code 1; its last line on standard error: no key',
    ]);
    expect(only(data, "eval").model?.expectations).toEqual([]);
    expect(stderr).toBe("skills: it.json not written, as not every session could be played\n");
    expect(existsSync(path.join(cwd, "it.json"))).toBe(false);
  });

  it.each([
    [
      "cannot be started",
      "command:no-such-program",
      /"no-such-program", but it cannot be started \(ENOENT\)/,
    ],
    [
      "prints other text",
      "command:echo hello",
      /"echo hello" wrote "hello"; each line must be one JSON object/,
    ],
    [
      "prints too much",
      "command:sh -c \"yes | tr -d '\\n'\"",
      /but it wrote a line of more than 1048576 bytes/,
    ],
    ["hangs", "command:sleep 300", /but it wrote no line within 1 s/],
    [
      "has no key",
      'command:sh -c \'read a; echo {\\"type\\":\\"failure\\",\\"message\\":\\"no key\\"}\'',
      /failed: "no key"/,
    ],
  ])("exits with 2 if the program %s", async (how, model, why) => {
    const cwd = project({ "forms/fills.scenario.yaml": scenario });
    const { code, data } = await runOf(
      cwd,
      "forms/fills.scenario.yaml",
      "--model",
      model,
      "--model-timeout",
      how === "hangs" ? "1" : "60",
    );
    expect([code, only(data, "scenario")]).toMatchObject([
      2,
      { outcome: "could-not-measure", message: expect.stringMatching(why), model: { passed: 0 } },
    ]);
  });

  it("plays no further session after three in a row have failed", async () => {
    const cwd = project({ "forms/fills.scenario.yaml": scenario });
    const { code, data } = await runOf(
      cwd,
      "forms/fills.scenario.yaml",
      "--model",
      "command:no-such-program",
      "--repeat",
      "20",
    );
    expect([code, only(data, "scenario").details]).toEqual([
      2,
      [
        expect.stringContaining("cannot be started"),
        "not played, as the model failed in 3 sessions in a row",
      ],
    ]);
  });

  it("records sessions that replay to the same results, without the program", async () => {
    const cwd = project({
      "forms/fills.scenario.yaml": scenario,
      "forms/evals/trigger_eval.json": JSON.stringify(queries),
    });
    const recorded = await runOf(cwd, ...python, "--repeat", "2", "--record", "it.json");
    expect(recorded.stderr).toBe("skills: recorded in it.json\n");
    const file: unknown = JSON.parse(readFileSync(path.join(cwd, "it.json"), "utf8"));
    expect([matchesRecording(file), matchesRecording.errors]).toEqual([true, null]);
    const replayed = await runOf(cwd, "--model", "replay:it.json", "--jobs", "1");
    expect(replayed.code).toBe(recorded.code);
    const { milliseconds, ...model } = recorded.data.model!;
    expect(milliseconds).toBeGreaterThan(0);
    expect(replayed.data).toEqual({ ...recorded.data, model: { ...model, kind: "replay" } });
    const again = await runOf(cwd, ...python, "--repeat", "2", "--record", "again.json", "--jobs", "1");
    expect(again.data).toEqual({
      ...recorded.data,
      model: { ...model, milliseconds: expect.any(Number) },
    });
    expect(readFileSync(path.join(cwd, "again.json"), "utf8")).toBe(
      readFileSync(path.join(cwd, "it.json"), "utf8"),
    );
  });

  it("refuses a recording of another prompt, other tools or another system prompt", async () => {
    const cwd = project({ "forms/fills.scenario.yaml": scenario });
    const file = "forms/fills.scenario.yaml";
    await runOf(cwd, file, ...python, "--record", "it.json");
    const whyNot = async (changed: string, skill = "Fills PDF forms."): Promise<string> => {
      writeFileSync(path.join(cwd, file), changed);
      writeFileSync(
        path.join(cwd, "forms/SKILL.md"),
        skillMd("forms", "Read [the guide](references/guide.md).\n").replace("Fills PDF forms.", skill),
      );
      const { code, data } = await runOf(cwd, file, "--model", "replay:it.json");
      return `${code}: ${only(data, "scenario").message}`;
    };
    expect(await whyNot(scenario)).toBe("0: 3 expectations met");
    expect(await whyNot(scenario.replace("Fill in the form.", "Fill in that form."))).toBe(
      '2: the recording is of another session: its prompt is "Fill in the form.", not "Fill in that form."',
    );
    expect(await whyNot(`${scenario}tools: [{name: clock}]\n`)).toMatch(
      /^2: turn 1 differs from the recording: .*"clock"/,
    );
    expect(await whyNot(scenario, "Fills all PDF forms.")).toMatch(
      /^2: turn 1 differs from the recording: the (?:system prompt|tool)/,
    );
    expect(await whyNot(`name: other\n${scenario}`)).toBe(
      "2: the recording has no session of this test; record it again",
    );
    const more = await runOf(cwd, file, "--model", "replay:it.json", "--repeat", "2");
    expect(more.code).toBe(2);
  });
});

it("does not pass if there is nothing for the model to play", async () => {
  const prose = { evals: [{ id: 1, prompt: "Fill it", expected_output: "A form" }] };
  const cwd = project({ "forms/evals/evals.json": JSON.stringify(prose) });
  expect(await test(cwd, "forms", "--model", "command:no-such-program")).toEqual({
    code: 2,
    stdout: "",
    stderr:
      "skills: no scenario or eval in scope that a model can play\nname a *.scenario.yaml, an eval file with prompts, or a skill that contains one\n",
  });
});

it.each([
  [["--repeat", "2"], "--repeat needs a model; add `--model command:PROGRAM`"],
  [["--min-pass-rate", "90"], "--min-pass-rate needs a model; add `--model command:PROGRAM`"],
  [["--record", "it.json"], "--record needs a model; add `--model command:PROGRAM`"],
  [["--model-timeout", "9"], "--model-timeout needs a model; add `--model command:PROGRAM`"],
  [["--model", "lexical"], 'the model "lexical" cannot play tests; use `command:PROGRAM` or `replay:FILE`'],
  [["--model", "command"], 'the model "command" needs an argument; write `command:PROGRAM`'],
  [["--model", "gpt"], 'unknown model "gpt"; use "command", "lexical", "replay" or "scripted"'],
  [["--model", "command:x", "--repeat", "0"], '--repeat "0" must be a whole number of 1 or more'],
  [["--model", "command:x", "--repeat", "1001"], '--repeat "1001" is more than 1000'],
  ...["0", "101", "-5", "half"].map((word): [string[], string] => [
    ["--model", "command:x", `--min-pass-rate=${word}`],
    `--min-pass-rate "${word}" must be a number above 0 and at most 100`,
  ]),
  [
    ["--model", "command:x", "--update"],
    "--update saves the traces of steps; leave out --model, or use --record",
  ],
  [
    ["--model", "command:x", "--record", "agent.py"],
    '--record "agent.py" would overwrite a file that is no recording',
  ],
])("refuses %j", async (args, why) => {
  expect(await test(project(), ...args)).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining(`skills: ${why}\n`),
  });
});
