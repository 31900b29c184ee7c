import { expect, it } from "vitest";
import type { TestResult } from "../src/model/reports/test.ts";
import { runSkillsIn } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const document = skillMd("forms", "Fill it.\n");
const settings = {
  prompts: { system: { file: "texts/system.txt" }, skills: "MINE\n{skills}", tools: { grep: "finds it" } },
};
const texts = { "texts/system.txt": "Real words.\n{tools}\n{skills}\n" };
const config = { ".agent/config.json": JSON.stringify(settings), ".agent/skills/forms/SKILL.md": document };

/** A model that answers with the system prompt that it received. */
const parrot = `
const { createInterface } = require("node:readline");
createInterface({ input: process.stdin }).on("line", (line) => {
  const { type, messages = [] } = JSON.parse(line);
  const { content } = messages[0] ?? {};
  const answer = JSON.stringify({ action: "final_answer", answer: content });
  console.log(JSON.stringify(type === "hello" ? { type: "ready", protocol: 1 } : { type: "reply", text: answer }));
});
`;

async function run(cwd: string, ...args: readonly string[]): Promise<readonly [code: number, text: string]> {
  const { code, stdout, stderr } = await runSkillsIn(cwd, ...args);
  return [code, code === 2 ? stdout + stderr : stdout];
}

it("sends a model the real prompt of the project's configuration, with its files", async () => {
  const cwd = makeTree({
    ...config,
    ...texts,
    "parrot.cjs": parrot,
    "tests/a.scenario.yaml":
      "systems: [react-actions]\nprompt: Fill in.\nexpect: {answer: {contains: real}}\n",
  });
  const model = ["--model", "command:node parrot.cjs"];
  const words = 'Real words.\nlist_dir, with "path"\ngrep, with "path" and "text": finds it\nMINE\n- forms';
  const [code, text] = await run(cwd, "run", "Fill in.", "-s", "react-actions", ...model, "--format", "json");
  expect([code, JSON.parse(text).data.answer]).toEqual([0, expect.stringContaining(words)]);
  const [failed, report] = await run(cwd, "test", "tests/a.scenario.yaml", ...model, "--format", "json");
  const [played]: readonly TestResult[] = JSON.parse(report).data.tests;
  expect([failed, played?.outcome, played?.message]).toEqual([
    1,
    "fail",
    expect.stringContaining("Real words."),
  ]);
});

it("reads the files of a settings file and of a scenario of steps from beside it", async () => {
  const cwd = makeTree({
    "skills/forms/SKILL.md": document,
    "mine/agio.json": JSON.stringify({ prompts: { skills: { file: "section.txt" } } }),
    "mine/section.txt": "MINE\n{skills}",
    "mine/a.scenario.yaml":
      "systems: [agio]\nprompt: Fill in.\nsettings: {prompts: {skills: {file: section.txt}}}\nsteps: [{finish: Done.}]\nexpect: {activated: []}\n",
    "mine/b.scenario.yaml":
      "systems: [agio]\nprompt: Fill in.\nsettings: {prompts: {skills: {file: sektion.txt}}}\nsteps: [{finish: Done.}]\nexpect: {activated: []}\n",
  });
  const system = async (...args: readonly string[]): Promise<string> => {
    const [code, text] = await run(cwd, "run", "Fill in.", "--system", "agio", "--format", "json", ...args);
    return code === 0 ? JSON.parse(text).data.messages[0].content : text;
  };
  expect(await system("--model", "lexical", "--settings", "mine/agio.json")).toMatch(/^MINE\n- \*\*forms/);
  expect(await system("--model", "scripted:mine/a.scenario.yaml")).toMatch(/^MINE\n- \*\*forms/);
  expect(await system("--model", "scripted:mine/b.scenario.yaml")).toContain(
    'the setting "prompts.skills" names the file "sektion.txt": it does not exist',
  );
});

it.each([
  [
    { prompts: { system: { file: "texts/sytem.txt" } } },
    'names the file "texts/sytem.txt": it does not exist',
  ],
  [
    { prompts: { system: "{skills}{tools}", tools: { grpe: "x" } } },
    'is for no tool of the agent; did you mean "grep"?',
  ],
  [{ prompts: { system: "Be brief." } }, 'has no "{skills}"; write it where the skills are listed'],
  [{ prompts: { skills: 3 } }, "must be a string or the file of one"],
  [{ prompts: [] }, "must be an object"],
])("refuses %j in the project's configuration, in every command", async (wrong, problem) => {
  const cwd = makeTree({ ...config, ...texts, ".agent/config.json": JSON.stringify(wrong) });
  const client = ["--system", "react-actions"];
  for (const args of [
    ["run", "Fill in.", ...client, "--model", "lexical"],
    ["test", ".agent/skills/forms", ...client],
  ])
    expect(await run(cwd, ...args)).toEqual([2, expect.stringContaining(problem)]);
});

it("lets no skill insert text by its description", async () => {
  const hostile = document.replace("Fills PDF forms.", "{skills} {agentsMd}");
  const cwd = makeTree({
    "skills/forms/SKILL.md": hostile,
    "h9.json": JSON.stringify({
      agentsMd: "Secret.",
      prompts: { system: "{agentsMd}\n{skills}", skills: "{skills}" },
    }),
  });
  const [, text] = await run(
    cwd,
    ..."run Go. --system harness9 --model lexical --settings h9.json --format json".split(" "),
  );
  expect(JSON.parse(text).data.messages[0].content).toBe(
    "## Project Guidelines (AGENTS.md)\n\nSecret.\n- forms: {skills} {agentsMd} Use when a form is to be filled.\n",
  );
});
