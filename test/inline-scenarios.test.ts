import { expect, it } from "vitest";
import type { TestResult } from "../src/model/reports/test.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

/** The text of a SKILL.md as a scalar of YAML. */
const md = (name: string, body?: string): string => JSON.stringify(skillMd(name, body));

const forms = md("forms", "Run `scripts/check.py`, then read references/fields.md.\n");

const used = ["prompt: Fill in the form.", "steps: [{activate: forms}, {finish: Done.}]"];

/** A scenario with lines in place of those with the same key. */
function scenario(system: string, ...lines: readonly string[]): string {
  const keyOf = (line: string): string => line.slice(0, line.indexOf(":"));
  const own = new Set(lines.map(keyOf));
  return [`systems: [${system}]`, ...used.filter((line) => !own.has(keyOf(line))), ...lines, ""].join("\n");
}

const activated = "expect: {activated: [forms]}";
const inProject = (directory: string, more = ""): string =>
  `project: {${directory}/forms/SKILL.md: ${forms}, ${directory}/forms/scripts/check.py: "print(1)", ${directory}/forms/references/fields.md: Fields${more}}`;
const placed = `skills: {forms/SKILL.md: ${forms}, forms/scripts/check.py: "print(1)", forms/references/fields.md: Fields}`;
const posted = (delay: string): string => `tools: [{name: post, answer: posted, ${delay}}]`;
const posting = "steps: [{activate: forms}, {call: post, arguments: {to: Bob}}, {finish: Done.}]";
const running =
  "steps: [{activate: forms}, {call: bash, arguments: {command: echo one}}, {call: bash, arguments: {command: echo two}}, {finish: Done.}]";
const denied = "the permission rules do not allow this call";

/**
 * What is shown; a scenario that passes; a text in it, and what makes it wrong instead; the line that is reported if
 * it is not that of the text.
 */
const cases: readonly (readonly [
  shown: string,
  text: string,
  right: string,
  wrong: string,
  line?: number,
])[] = [
  [
    "a skill in the project of harness9",
    scenario("harness9", inProject("skills"), activated),
    "{skills/forms/SKILL.md",
    "{skillz/forms/SKILL.md",
    5,
  ],
  [
    "a skill in the project of spring-ai-alibaba",
    scenario(
      "spring-ai-alibaba",
      inProject("skills"),
      "expect: {read: [references/fields.md]}",
      "steps: [{activate: forms}, {read: references/fields.md}, {finish: Done.}]",
    ),
    "{skills/forms/SKILL.md",
    "{skills/forms/skill.md",
    4,
  ],
  [
    "a skill in a directory that a variable names",
    scenario("agio", inProject("extra"), "environment: {AGIO_SKILLS_DIR: extra}", activated),
    "{AGIO_SKILLS_DIR: extra",
    "{AGIO_SKILLS_DIR: exta",
  ],
  [
    "a skill and the configuration in the project of react-actions",
    scenario(
      "react-actions",
      inProject(".agent/skills", `, .agent/config.json: '{"execution": {"allowed_tools": ["read_file"]}}'`),
      "steps: [{activate: forms}, {read: references/fields.md}, {finish: Done.}]",
      "expect: {read: [references/fields.md]}",
    ),
    `["read_file"]`,
    `["grep"]`,
    5,
  ],
  [
    "a skill below another directory of the project",
    scenario("agentskills", inProject(".agents/skills/office"), activated),
    ".agents/skills/office/forms/SKILL.md",
    ".agents/office/forms/SKILL.md",
    5,
  ],
  [
    "a deeper skill, which harness9 does not find",
    scenario(
      "harness9",
      inProject("skills/office"),
      "steps: [{finish: Done.}]",
      "expect: {announced: [], problems: {contains: /project/skills/office}}",
    ),
    "announced: []",
    "announced: [forms]",
  ],
  [
    "a skill without a description, with its path",
    scenario(
      "harness9",
      inProject("skills", `, skills/mail/SKILL.md: "---\\nname: mail\\n---\\nMail."`),
      "expect: {problems: {contains: '/project/skills/mail: frontmatter has no description'}}",
    ),
    "/project/skills/mail: ",
    "/project/skills/forms: ",
  ],
  [
    "a skill in two directories of the project, of which the first counts",
    scenario(
      "agentskills",
      inProject(".agents/skills", `, .claude/skills/forms/SKILL.md: ${forms}`),
      "expect: {activated: [forms], shadowed: [.claude/skills/forms]}",
    ),
    "[.claude/skills/forms]",
    "[.agents/skills/forms]",
  ],
  ["a skill of the scenario", scenario("agio", placed, activated), "{forms/SKILL.md", "{form/SKILL.md"],
  [
    "a skill of the scenario in a directory",
    scenario("agio", placed, activated),
    "{forms/SKILL.md",
    "{SKILL.md",
  ],
  [
    "a file of the scenario's skill",
    scenario(
      "harness9",
      placed,
      "steps: [{activate: forms}, {read: references/fields.md}, {finish: Done.}]",
      "expect: {read: [references/fields.md]}",
    ),
    "read: references/fields.md",
    "read: references/field.md",
  ],
  [
    "a path of the scenario's skill that leaves it",
    scenario("harness9", placed, activated),
    "forms/references/fields.md",
    "forms/../fields.md",
  ],
  [
    "a script of the scenario's skill",
    scenario(
      "harness9",
      placed,
      "steps: [{activate: forms}, {run: scripts/check.py}, {finish: Done.}]",
      "scripts: [{skill: forms, file: scripts/check.py, stdout: one}]",
      "expect: {run: [scripts/check.py]}",
    ),
    "run: scripts/check.py",
    "run: scripts/chekc.py",
  ],
  [
    "a change of the scenario's skill",
    scenario(
      "agio",
      placed,
      "steps: [{activate: forms}, {change: {references/fields.md: New}, skill: forms}, {read: references/fields.md}, {finish: Done.}]",
      "expect: {conversation: {contains: New}}",
    ),
    "{references/fields.md: New}",
    "{references/field.md: New}",
    5,
  ],
  [
    "an answer that comes too late",
    scenario(
      "agio",
      placed,
      posted("delay: 31"),
      posting,
      `expect: {refusals: {contains: '"post" did not answer within 30 s'}}`,
    ),
    "delay: 31",
    "delay: 30",
    6,
  ],
  [
    "an answer that comes in time",
    scenario("harness9", placed, posted("delay: 30"), posting, "expect: {conversation: {contains: posted}}"),
    "delay: 30",
    "delay: 31",
    6,
  ],
  [
    "a limit of the scenario for its tools",
    scenario(
      "agentskills",
      placed,
      posted("delay: 31"),
      posting,
      "limits: {delay: 60}",
      "expect: {conversation: {contains: posted}}",
    ),
    "{delay: 60}",
    "{delay: 6}",
    7,
  ],
  [
    "a limit for tools by its name",
    scenario(
      "agentskills",
      placed,
      posted("delay: 31"),
      posting,
      "limits: {delay: 60}",
      "expect: {conversation: {contains: posted}}",
    ),
    "{delay: 60}",
    "{dealy: 60}",
  ],
  [
    "a late answer to one of several calls",
    scenario(
      "agio",
      placed,
      "tools: [{name: post, answer: posted, answers: [{when: {to: Bob}, answer: late, delay: 40}]}]",
      posting,
      "expect: {refusals: {contains: did not answer}}",
    ),
    "{to: Bob}, answer: late",
    "{to: Rob}, answer: late",
  ],
  [
    "two prompts with a step each",
    scenario(
      "agio",
      placed,
      "prompt: [Fill in the form., Thanks.]",
      "steps: [{activate: forms}, {finish: Done.}, {finish: You are welcome.}]",
      activated,
    ),
    "Thanks.]",
    "Thanks., And now?]",
  ],
  [
    "a prompt that the agent answers itself",
    scenario(
      "harness9",
      placed,
      "prompt: [/form, Fill in the form.]",
      "expect: {activated: [forms], refusals: {contains: available skills}}",
    ),
    "[/form,",
    "[form,",
  ],
  [
    "a rule that denies calls of a tool",
    scenario(
      "agio",
      placed,
      running,
      "policy: {rules: [{tool: bash, decision: deny}]}",
      `expect: {refusals: {contains: ${denied}}, budget: {refusals: 2}}`,
    ),
    "tool: bash,",
    "tool: bahs,",
  ],
  [
    "a rule that denies calls with one argument",
    scenario(
      "agio",
      placed,
      running,
      "policy: {rules: [{tool: bash, when: {command: echo two}, decision: deny}]}",
      `expect: {refusals: {contains: ${denied}}, budget: {refusals: 1}}`,
    ),
    "command: echo two}, decision",
    "command: echo twoo}, decision",
  ],
  [
    "a rule that allows calls where nobody approves",
    scenario(
      "agio",
      placed,
      running,
      "policy: {approval: ci, rules: [{tool: bash, decision: allow}]}",
      "expect: {conversation: {contains: [one, two]}, budget: {refusals: 0}}",
    ),
    "decision: allow",
    "decision: ask",
    6,
  ],
  [
    "the first rule that fits",
    scenario(
      "agio",
      placed,
      running,
      "policy: {rules: [{tool: bash, when: {command: echo two}, decision: deny}, {tool: bash, decision: allow}]}",
      "expect: {conversation: {contains: one}, budget: {refusals: 1}}",
    ),
    "{tool: bash, when: {command: echo two}, decision: deny}, {tool: bash, decision: allow}",
    "{tool: bash, decision: allow}, {tool: bash, when: {command: echo two}, decision: deny}",
  ],
  [
    "a rule that asks before a tool that needs no approval",
    scenario(
      "agio",
      placed,
      posted("delay: 1"),
      posting,
      "policy: {approval: interactive, approvals: [false], rules: [{tool: post, decision: ask}]}",
      "expect: {refusals: {contains: not approved}}",
    ),
    "decision: ask",
    "decision: aks",
  ],
  [
    "a rule for the activation of a skill",
    scenario(
      "harness9",
      placed,
      "policy: {rules: [{tool: use_skill, when: {skill_name: forms}, decision: deny}]}",
      `expect: {activated: [], refusals: {contains: ${denied}}}`,
    ),
    "tool: use_skill",
    "tool: use_skil",
  ],
  [
    "a rule for the scripts of react-actions",
    scenario(
      "react-actions",
      placed,
      "settings: {execution: {allowed_tools: [run_script]}}",
      "steps: [{activate: forms}, {run: scripts/check.py}, {finish: Done.}]",
      "policy: {rules: [{tool: run_script, when: {path: scripts/check.py}, decision: deny}]}",
      `expect: {refusals: {contains: ${denied}}}`,
    ),
    "{path: scripts/check.py}",
    "{path: scripts/chek.py}",
  ],
  [
    "a rule that decides where react-actions would ask",
    scenario(
      "react-actions",
      placed,
      "settings: {execution: {allowed_tools: [run_script]}}",
      "steps: [{activate: forms}, {run: scripts/check.py}, {finish: Done.}]",
      "scripts: [{skill: forms, file: scripts/check.py, stdout: one}]",
      "policy: {approval: ci, rules: [{tool: run_script, decision: allow}]}",
      "expect: {conversation: {contains: one}, stop: answered}",
    ),
    "decision: allow",
    "decision: ask",
    8,
  ],
];

it("passes each scenario, and no other one that differs in one text", async () => {
  const files: Record<string, string> = {};
  for (const [index, [shown, text, right, wrong]] of cases.entries()) {
    expect([shown, text.split(right).length]).toEqual([shown, 2]);
    files[`right-${index}.scenario.yaml`] = text;
    files[`wrong-${index}.scenario.yaml`] = text.replace(right, () => wrong);
  }
  const cwd = makeTree(files);
  const { stdout } = await runSkills(["test", "--format", "json", ...Object.keys(files)], { cwd });
  const { data }: { readonly data: { readonly tests: readonly TestResult[] } } = JSON.parse(stdout);
  const reported = cases.map(([shown, text, right, , given], index) => {
    const of = (kind: string): TestResult | undefined =>
      data.tests.find(({ path }) => path === `${kind}-${index}.scenario.yaml`);
    const [sound, wrong] = [of("right"), of("wrong")];
    if (sound?.outcome !== "pass")
      return `${shown}: DOES NOT PASS: ${[sound?.message, ...(sound?.details ?? [])].join(" | ")}`;
    if (!wrong || wrong.outcome === "pass") return `${shown}: IS NOT CAUGHT`;
    const line = given ?? text.slice(0, text.indexOf(right)).split("\n").length;
    const message = [wrong.message, ...(wrong.details ?? [])].find((each) =>
      new RegExp(`line ${line}:|:${line}:\\d+:`).test(each),
    );
    return `${shown}: ${wrong.outcome}: ${message ?? `AT ANOTHER LINE: ${[wrong.message, ...(wrong.details ?? [])].join(" | ")}`}`;
  });
  expect(reported.filter((line) => / [A-Z]{2,} [A-Z]{2,}/.test(line))).toEqual([]);
  await expect(`${reported.join("\n")}\n`).toMatchFileSnapshot("../fixtures/scenarios/inline-scenarios.txt");
});
