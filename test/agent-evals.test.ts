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
