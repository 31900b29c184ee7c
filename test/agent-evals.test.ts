import { expect, it } from "vitest";
import type { TestData, TestResult } from "../src/model/reports/test.ts";
import { runSkillsIn } from "./support/io.ts";
import { makeTree } from "./support/tree.ts";

function document(name: string, description: string): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\nRun \`scripts/check.py\`.\n`;
}

const skills = {
  ".agent/skills/forms/SKILL.md": document(
    "forms",
    "Fills in PDF forms. Use when a PDF form must be filled in.",
  ),
  ".agent/skills/forms/scripts/check.py": "print(1)\n",
  ".agent/skills/mail/SKILL.md": document(
    "mail",
    "Writes letters. Use when the user wants a letter to be written.",
  ),
};

async function dataOf(cases: readonly string[]): Promise<TestData> {
  const text = `[\n${cases.join(",\n")}\n]\n`;
  const cwd = makeTree({ ...skills, ".agent/evals/cases.json": text });
  const { stdout, stderr } = await runSkillsIn(cwd, "test", "--format", "json");
  if (stdout === "") throw new Error(stderr);
  const { data }: { readonly data: TestData } = JSON.parse(stdout);
  return data;
}

function evalIn({ tests }: TestData): TestResult | undefined {
  return tests.find(({ kind }) => kind === "eval");
}

const sound =
  '{"input": "Fill in the PDF form", "expected": {"skills": ["forms"], "steps": ["load_skill forms", "run_script scripts/check.py", {"action": "call_tool", "tool": "list_dir"}], "output": {"contains": "Done"}}, "constraints": {"max_tool_calls": 3, "forbidden_tools": ["write_file", "network", "load_resource"]}}';

it("passes without a mistake", async () => {
  expect(evalIn(await dataOf([sound]))?.outcome).toBe("pass");
});

it.each([
  ['"skills": ["forms"]', '"skils": ["forms"]', 'unknown key "skils" in "expected"; did you mean "skills"?'],
  [
    '"expected": {"skills"',
    '"expectd": {"skills"',
    'unknown key "expectd" in the case; did you mean "expected"?',
  ],
  [
    '"max_tool_calls"',
    '"max_toolcalls"',
    'unknown key "max_toolcalls" in "constraints"; did you mean "max_tool_calls"?',
  ],
  ['"contains"', '"contain"', 'unknown key "contain" in "output"; did you mean "contains"?'],
  ['"load_skill forms"', '"lod_skill forms"', 'unknown action "lod_skill"; did you mean "load_skill"?'],
  [
    '"load_skill forms"',
    '"load_skill form"',
    'the skill "form", which does not exist; did you mean "forms"?',
  ],
  ['["forms"]', '["froms"]', 'the skill "froms", which does not exist; did you mean "forms"?'],
  [
    "scripts/check.py",
    "scripts/chek.py",
    'the file "scripts/chek.py", which is in no skill; did you mean "scripts/check.py"?',
  ],
  [
    '"tool": "list_dir"',
    '"tool": "list_dri"',
    'the tool "list_dri", which no agent has; did you mean "list_dir"?',
  ],
  ['"write_file"', '"write_fil"', 'the tool "write_fil", which no agent has; did you mean "write_file"?'],
])("reports %s written as %s at its line", async (right, wrong, message) => {
  expect(sound.split(right)).toHaveLength(2);
  const data = await dataOf([sound, sound.replace(right, () => wrong)]);
  const found = evalIn(data);
  expect(found?.outcome).toBe("could-not-measure");
  expect(found?.message).toMatch(/^\.agent\/evals\/cases\.json:3:\d+: /);
  expect(found?.message).toContain(message);
});

it("counts a skill that keywords choose for a prompt that is meant for none", async () => {
  const none = '{"input": "Is a PDF form filled in by law?", "expected": {"skills": []}}';
  const data = await dataOf([sound, none]);
  expect(evalIn(data)?.outcome).toBe("fail");
  expect(data.metrics.separability?.overall).toMatchObject({ precision: 0.5, recall: 1 });
  const { metrics: other } = await dataOf([sound, none.replace("Is a PDF form filled in by law?", "Sing")]);
  expect(other.separability?.overall).toMatchObject({ precision: 1, recall: 1 });
});

/** A project whose configuration lets scripts run, and that does not let them write. */
const configured = {
  ...skills,
  ".agent/skills/mail/scripts/check.py": "print(1)\n",
  ".agent/config.json": JSON.stringify({ execution: { allowed_tools: ["read_file", "run_script"] } }),
};

async function played(
  cases: unknown,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly data: TestData }> {
  const cwd = makeTree({ ...configured, ".agent/evals/cases.json": JSON.stringify(cases, undefined, 1) });
  const { code, stdout, stderr } = await runSkillsIn(cwd, "test", ...args, "--format", "json");
  if (stdout === "") throw new Error(stderr);
  const { data }: { readonly data: TestData } = JSON.parse(stdout);
  return { code, data };
}

const runs = {
  input: "Fill it in.",
  actions: [
    "select_skills forms",
    {
      action: "run_script",
      skill: { name: "forms", source: "project" },
      relative_path: "scripts/check.py",
      args: [],
    },
    "final_answer Done, 3 fields.",
  ],
  expected: {
    skills: ["forms"],
    steps: ["load_skill forms", "run_script scripts/check.py"],
    output: { contains: "3 fields", lacks: "sorry" },
  },
  constraints: { max_tool_calls: 2, max_turns: 3, forbidden_tools: ["write_file", "load_resource"] },
};

const changed = (change: object, constraints: object = {}): object => ({
  ...runs,
  expected: { ...runs.expected, ...change },
  constraints: { ...runs.constraints, ...constraints },
});

it.each([["."], [".agent/evals/cases.json"]])(
  "plays the actions of a case as a mock model, with the project's configuration (%s)",
  async (place) => {
    const { code, data } = await played([runs], place);
    expect(evalIn(data)).toMatchObject({
      outcome: "pass",
      message: "8 expectations: 8 passed",
      warnings: [],
    });
    expect(code).toBe(0);
    expect(data.metrics.selection?.overall).toEqual({ precision: 1, recall: 1, f1: 1 });
    expect(data.metrics.separability).toBeUndefined();
    expect(data.metrics.sessions?.["react-actions"]).toMatchObject({ sessions: 1, turns: 3, calls: 2 });
  },
);

it.each([
  ["another skill", changed({ skills: ["mail"] }), 'expected.skills: mail": the model activated "forms"'],
  [
    "another order",
    changed({ steps: ["run_script scripts/check.py", "load_skill forms"] }),
    "expected.steps",
  ],
  ["an absent word", changed({ output: { contains: "4 fields" } }), "the answer does not contain it"],
  ["a word too many", changed({ output: { lacks: "Done" } }), "the answer contains it"],
  ["fewer calls", changed({}, { max_tool_calls: 1 }), "there were 2 calls"],
  ["fewer turns", changed({}, { max_turns: 2 }), "constraints.max_turns: 2"],
  ["no scripts", changed({}, { forbidden_tools: ["run_script"] }), "constraints.forbidden_tools: run_script"],
  [
    "an action after the answer",
    { ...runs, actions: [...runs.actions, "select_skills mail"] },
    'all actions are taken": the session ended before action 4 (answered)',
  ],
])("fails a case that expects %s", async (_, wrong, message) => {
  const { code, data } = await played([runs, wrong], ".agent/evals/cases.json");
  const found = evalIn(data);
  expect(found?.outcome).toBe("fail");
  expect(found?.details?.join("\n")).toContain(message);
  expect(found?.details?.filter((detail) => !detail.startsWith("failed: 2: "))).toEqual([]);
  expect(code).toBe(1);
});

it("lets keywords choose in a file that names the lexical model", async () => {
  const cases = [
    { input: "Fill in the PDF form", expected: { skills: ["forms"], output: "Used forms" } },
    { input: "Sing", expected: { skills: [], output: "No skill matches" } },
  ];
  const { data } = await played({ model: "lexical", cases }, ".agent/evals/cases.json");
  expect(evalIn(data)).toMatchObject({ outcome: "pass", message: "6 expectations: 6 passed" });
  const [first, second] = cases;
  const wrong = [first, { ...second, input: "Write a letter that the user wants" }];
  const { data: failing } = await played({ model: "lexical", cases: wrong }, ".agent/evals/cases.json");
  expect(evalIn(failing)?.outcome).toBe("fail");
  expect(failing.metrics.selection?.overall).toMatchObject({ precision: 0.5, recall: 1 });
});

it("does not play what the configuration does not allow", async () => {
  const cwd = makeTree({ ...skills, ".agent/evals/cases.json": JSON.stringify([runs]) });
  const { code, stdout } = await runSkillsIn(cwd, "test", ".agent/evals/cases.json");
  expect(code).toBe(1);
  expect(stdout).toContain("1 failed, 7 passed");
  expect(stdout).toContain('does not allow the tool "run_script"');
});

it.each([
  [
    { ...runs, actions: ["selct_skills forms"] },
    'unknown action "selct_skills"; did you mean "select_skills"?',
  ],
  [
    { ...runs, actions: ["select_skills froms"] },
    'the skill "froms", which does not exist; did you mean "forms"?',
  ],
  [
    { ...runs, actions: ["select_skills forms", "run_script scripts/chek.py"] },
    'the file "scripts/chek.py", which is in no skill',
  ],
  [{ ...runs, actions: ["final_answer"] }, 'the action "final_answer" does not say what it is about'],
  [{ ...runs, actions: [] }, '"actions" must be a list with at least one action'],
  [
    { ...runs, actions: [{ action: "run_scrpt" }] },
    'unknown action "run_scrpt" (did you mean "run_script"?)',
  ],
  [{ ...runs, model: "lexical" }, '"model" and "actions" in one case; remove one of them'],
  [{ ...runs, action: [] }, 'unknown key "action" in the case; did you mean "actions"?'],
  [{ ...runs, actions: undefined, model: "lexcal" }, 'unknown mock model "lexcal"; did you mean "lexical"?'],
])("refuses what is misspelled in the mock model of a case (%#)", async (wrong, message) => {
  const { code, data } = await played([runs, wrong], ".agent/evals/cases.json");
  expect(evalIn(data)?.outcome).toBe("could-not-measure");
  expect([evalIn(data)?.message, ...(evalIn(data)?.details ?? [])].join("\n")).toContain(message);
  expect(code).toBe(2);
});

it("refuses what is misspelled in the file of the cases", async () => {
  const { code, data } = await played({ modle: "lexical", cases: [runs] }, ".agent/evals/cases.json");
  expect(evalIn(data)?.message).toContain('unknown key "modle" in the file; did you mean "model"?');
  expect(code).toBe(2);
});
