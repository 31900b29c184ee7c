import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { readScenario, scenarioSchema } from "../src/harness/scenario/read-scenario.ts";
import { systemIds } from "../src/model/agent.ts";
import { changedValues, readYaml, toValue } from "./support/changed-values.ts";

function problemsOf(text: string, file = "a.scenario.yaml"): readonly string[] {
  const result = readScenario(Buffer.from(text), file);
  return "problems" in result
    ? result.problems.map(({ file: shown, line, column, message }) => `${shown}:${line}:${column} ${message}`)
    : [];
}

const whole = `
$schema: https://skills.example/schemas/scenario.schema.json
name: all that there is
systems: [agentskills, react-actions]
prompt: [a, b]
steps: [{activate: a}, {read: b, skill: a}, {run: c, args: [d]}, {call: e, arguments: {f: [1, null, true]}}, {say: ""}, {action: {g: h}}, {finish: ""}, {calls: [{activate: a}, {call: b}]}, {change: {a: ""}, skill: b}, {remove: [a, b]}]
scripts: [{skill: a, file: b, args: [], exit: 1, seconds: 2, stdout: "", stderr: ""}]
tools: [{name: a, description: "", parameters: {type: object}, group: b, always: true, answer: "", answers: [{when: {a: [1]}, answer: ""}, {error: b}]}]
policy: {configured: [], allowed: [a], approval: interactive, approvals: [true, false]}
settings: {agentskills: {activation: file, contextTokens: 1}, react-actions: {execution: {allowed_tools: [a]}}}
limits: {turns: 1, calls: 0, scripts: 3}
project: a
home: b
skills: [c]
environment: {A: b}
expect:
  order: [{activate: a}, {again: a}, {read: b, skill: a}, {list: ""}, {run: c}, {call: d}, {refuse: ""}, {approve: ""}, {plan: ""}, {compact: ""}, {change: ""}, {reload: ""}, {prompt: ""}, {reply: ""}, {answer: x}]
  activated: []
  read: {exactly: [], includes: [a], never: [b]}
  prompt: {contains: a, matches: [b, ^c$], lacks: d}
  budget: {tokens: {catalog: 1, bodies: 2, files: 3, all: 6}, bytes: {all: 1}, turns: 1, calls: 2, refusals: 0}
  rounds: [{offered: [a]}, {round: 3, prompt: {contains: a}}]
  stop: answered
  nothing-else: true
`;

const small = "prompt: a\nexpect:\n  activated: []\n";

describe("a scenario file", () => {
  it("has sensible defaults", () => {
    expect(readScenario(Buffer.from(small), "dir/fills-a-form.scenario.yaml")).toEqual({
      scenario: {
        name: "fills-a-form",
        file: "dir/fills-a-form.scenario.yaml",
        systems: systemIds,
        namesSystems: false,
        prompts: ["a"],
        scripts: [],
        tools: [],
        policy: { rules: [], approval: "yes", approvals: [] },
        settingsBySystem: Object.fromEntries(systemIds.map((id) => [id, {}])),
        budget: {},
        places: { environment: {} },
        expectations: [
          {
            kind: "set",
            of: "activated",
            extent: "exactly",
            values: [],
            at: { line: 3, column: 14 },
            valuesAt: [],
          },
        ],
        positions: {
          settings: {},
          prompts: [{ line: 1, column: 9 }],
          skills: [],
          steps: [],
          scripts: [],
          tools: [],
          policy: { tools: [], rules: [], approvals: [] },
          environment: [],
        },
        settingNames: Object.fromEntries(systemIds.map((id) => [id, []])),
        settingsProblems: {},
      },
    });
  });

  it("may be JSON", () => {
    const result = readScenario(
      Buffer.from('{ "prompt": "a", "expect": { "stop": "turns" } }'),
      "a.scenario.json",
    );
    expect(result).toMatchObject({
      scenario: { expectations: [{ kind: "stop", value: "turns", at: { line: 1, column: 38 } }] },
    });
  });

  it("has exact positions after any prefix", () => {
    expect(problemsOf("# Übung 🙂\r\nprompt: a\r\nexpect: {stop: never}\r\n")).toEqual([
      'a.scenario.yaml:3:16 expected "answered", "turns", "tool-calls", "script-runs", "model-failed", "nothing-to-do" or "needs-approval", found "never"',
    ]);
  });
});

describe("a mistake in it", () => {
  it("can be an unknown key, with a suggestion", () => {
    expect(problemsOf(`promt: a\n${small}`)[0]).toMatch(
      /^a\.scenario\.yaml:1:1 unknown key "promt" in a scenario; did you mean "prompt"\?$/,
    );
    expect(problemsOf("prompt: a\nexpect:\n  budget: {token: {all: 1}}\n")).toEqual([
      'a.scenario.yaml:3:12 unknown key "token" in the budget; did you mean "tokens"?',
    ]);
  });

  it.each([
    ["", "a.scenario.yaml:1:1 the scenario file is empty"],
    ["# nothing\n", "a.scenario.yaml:1:1 the scenario file is empty"],
    ["[]", /^a\.scenario\.yaml:1:1 expected a scenario with prompt, .*, found an empty list$/],
    ["prompt: a\nexpect: {}\n", "a.scenario.yaml:2:9 the expectation is empty"],
    ["prompt: [\n", 'a.scenario.yaml:1:9 invalid YAML: this "[" is never closed'],
    ["prompt: a\n---\nprompt: b\n", "a.scenario.yaml:2:1 file contains a second YAML document"],
    [`${small}prompt: b\n`, 'a.scenario.yaml:1:1 duplicate key "prompt"'],
    ["expect: {activated: []}\n", 'a.scenario.yaml:1:1 a scenario has no "prompt"'],
    [
      `${small}systems: [agentskill]\n`,
      /:4:11 expected .*, found "agentskill"; did you mean "agentskills"\?$/,
    ],
    [
      `${small}steps: [{activate: a, read: b}]\n`,
      "a.scenario.yaml:4:9 a step has both activate and read; remove one",
    ],
    [
      `${small}steps: [{activat: a}]\n`,
      'a.scenario.yaml:4:9 a step needs activate, read, run, call, calls, say, action, finish, change or remove; did you mean "activate"?',
    ],
    [`${small}limits: {turns: -1}\n`, "a.scenario.yaml:4:17 expected a whole number, found -1"],
    [`${small}tools: [{name: }]\n`, "a.scenario.yaml:4:15 expected a non-empty string, found null"],
    [
      "prompt: a\nexpect: {answer: {matches: '(' }}\n",
      'a.scenario.yaml:2:28 "(" is not a valid JavaScript regular expression',
    ],
    [
      "prompt: a\nexpect: {read: {includes: []}}\n",
      "a.scenario.yaml:2:27 expected a non-empty list, found an empty list",
    ],
    [
      "prompt: *b\nexpect: {activated: []}\n",
      "a.scenario.yaml:1:9 alias does not refer to a string; write the value itself",
    ],
    [
      "prompt: a\nexpect: {rounds: [{round: 2}]}\n",
      "a.scenario.yaml:2:19 the round expects nothing; add offered or prompt",
    ],
    ["prompt: a\nexpect: {nothing-else: false}\n", "a.scenario.yaml:2:24 expected true, found false"],
  ])("%j is reported", (text, message) => {
    const [first, ...others] = problemsOf(text);
    if (message instanceof RegExp) expect(first).toMatch(message);
    else expect(first).toBe(message);
    expect(others).toEqual([]);
  });

  it("is reported with all others", () => {
    expect(problemsOf("prompt: 1\nexpect: {stop: 2, budget: {turns: x}}\n")).toHaveLength(3);
  });

  it.each([
    ['prompt: "Fill in\nsteps: []\nexpect: {}\n', "1:9"],
    ["name: a\nprompt: 'Fill in\n  it\nexpect: {}\n", "2:9"],
    ["name: \"a b\"\nprompt: 'it''s'\nexpect: {answer: \"x}\n", "3:18"],
  ])("can be a quote that is never closed, which it names (%#)", (text, at) => {
    expect(problemsOf(text)).toEqual([`a.scenario.yaml:${at} invalid YAML: this quote is never closed`]);
  });

  it("can be a file that is not text", () => {
    expect(readScenario(Uint8Array.of(0xff, 0xfe), "a.scenario.yaml")).toEqual({
      problems: [{ file: "a.scenario.yaml", line: 1, column: 1, message: "file is not UTF-8" }],
    });
  });

  it("never puts untrusted control characters into a message", () => {
    expect(problemsOf(`"\\e[31m": a\n${small}`).join()).not.toContain("\u001b");
  });
});

describe("the schema", () => {
  const published = fileURLToPath(new URL("../schemas/scenario.schema.json", import.meta.url));
  const validate = new Ajv2020({ strict: true, validateFormats: false, allowUnionTypes: true }).compile(
    scenarioSchema,
  );
  const root = readYaml(whole);
  const others = [
    "systems: [agio]\nsettings: {enable_skills: true, skill_dirs: [a]}\n",
    "settings: {agentsMd: a}\n",
    "systems: [harness9, agio]\nsettings: {harness9: {agentsMd: a}}\n",
  ].map((text) => readYaml(`${small}${text}`));

  it("matches the published file", async () => {
    await expect(`${JSON.stringify(scenarioSchema, null, 2)}\n`).toMatchFileSnapshot(published);
  });

  it("and the reader accept the complete example", () => {
    expect(problemsOf(whole)).toEqual([]);
    expect(validate(toValue(root))).toBe(true);
  });

  it("and the reader agree about every example with one value changed", () => {
    const changed = [root, ...others].flatMap((each) => changedValues(each));
    expect(changed.length).toBeGreaterThan(1000);
    const verdicts = changed.map((value) => ({
      value,
      schema: validate(value),
      reader: problemsOf(JSON.stringify(value), "a.scenario.json").length === 0,
    }));
    expect(verdicts.filter(({ schema, reader }) => schema !== reader)).toEqual([]);
    expect(verdicts.filter(({ schema }) => schema).length).toBeGreaterThan(50);
  });
});
