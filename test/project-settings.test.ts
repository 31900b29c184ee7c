import { writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { TestResult } from "../src/model/reports/test.ts";
import { runSkillsIn } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const document = skillMd("forms", "One.\nTwo.\nThree.\n");

function project(config: unknown, more: Readonly<Record<string, string>> = {}): string {
  return makeTree({
    ".agent/skills/forms/SKILL.md": document,
    ".agent/config.json": typeof config === "string" ? config : JSON.stringify(config),
    ...more,
  });
}

const short = { security: { max_skill_body_lines: 1 } };

const scenario = `systems: [react-actions]
prompt: Fill in the form.
steps: [{activate: forms}, {finish: Done.}]
expect: {activated: [forms]}
`;

async function testsOf(cwd: string, ...args: readonly string[]): Promise<readonly TestResult[]> {
  const { stdout, stderr } = await runSkillsIn(cwd, "test", "--format", "json", ...args);
  if (stdout === "") throw new Error(stderr);
  const { data }: { readonly data: { readonly tests: readonly TestResult[] } } = JSON.parse(stdout);
  return data.tests;
}

describe("the configuration of a project", () => {
  it("counts in the tests of a skill, and in check", async () => {
    const checkOf = async (config: unknown): Promise<string | undefined> =>
      (await testsOf(project(config), ".agent/skills/forms", "--system", "react-actions")).find(
        ({ check }) => check === "activated",
      )?.message;
    expect(await checkOf({})).toBe("activation by name loads its instructions");
    expect(await checkOf(short)).toContain("body has 4 lines");
    const { code, stdout } = await runSkillsIn(project(short), "check", "--target", "react-actions");
    expect([code, stdout]).toEqual([1, expect.stringContaining("body has 4 lines")]);
  });

  it("counts in a scenario of the current project and of its own, and yields to the scenario's settings", async () => {
    const own = `${scenario}project: inner\n`;
    const texts = `${scenario}project: {.agent/config.json: '${JSON.stringify(short)}'}\nskills: [.agent/skills/forms]\n`;
    const cwd = project(short, {
      "a.scenario.yaml": scenario,
      "b.scenario.yaml": `${scenario}settings: {security: {max_skill_body_lines: 4}}\n`,
      "c.scenario.yaml": own,
      "d.scenario.yaml": texts,
      "e.scenario.yaml": `${scenario}skills: [.agent/skills/forms]\n`,
      "inner/.agent/skills/forms/SKILL.md": document,
      "inner/.agent/config.json": "{}",
    });
    const files = ["a", "b", "c", "d", "e"].map((name) => `${name}.scenario.yaml`);
    const found = await testsOf(cwd, ...files);
    expect(found.map(({ path, outcome }) => `${path[0]} ${outcome}`)).toEqual([
      "a fail",
      "b pass",
      "c pass",
      "d fail",
      "e pass",
    ]);
  });

  it("is warned about for a name that is nearly a known one", async () => {
    const cwd = project(
      '{\n  "execution": {\n    "allowed_tools": ["look_up", "read_file"],\n    "require_approval_for": ["run_scrpt"]\n  }\n}\n',
      { "a.scenario.yaml": scenario },
    );
    const remark =
      '.agent/config.json:4: the setting "execution.require_approval_for" names the tool "run_scrpt", which no agent has; did you mean "run_script"?';
    const [played] = await testsOf(cwd, "a.scenario.yaml");
    expect([played?.outcome, played?.warnings]).toEqual(["pass", [remark]]);
    const smoked = await testsOf(cwd, ".agent/skills/forms", "--system", "react-actions");
    expect(smoked.flatMap(({ warnings }) => warnings)).toContain(remark);
  });

  it("that cannot be read ends with exit code 2", async () => {
    const cwd = project("{", { "a.scenario.yaml": scenario });
    const [played] = await testsOf(cwd, "a.scenario.yaml");
    expect([played?.outcome, played?.message]).toEqual([
      "could-not-measure",
      ".agent/config.json is not valid JSON",
    ]);
    const { code, stderr } = await runSkillsIn(
      cwd,
      "test",
      ".agent/skills/forms",
      "--system",
      "react-actions",
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining(".agent/config.json is not valid JSON")]);
  });

  it("is printed with the file that each value is from", async () => {
    const { stdout } = await runSkillsIn(project(short), "test", "--print-settings", "react-actions");
    expect(stdout).toContain("(a whole number); from .agent/config.json\n      max_skill_body_lines: 1\n");
    expect(stdout).toContain("# maximum number of model turns (a whole number)\n      max_turns: 12\n");
  });

  it("decides the answers of later runs, also with a cache", async () => {
    const cwd = project({});
    const args = ["--system", "react-actions", "--cache", "--cache-location", "results.cache"];
    const codeOf = async (): Promise<number> =>
      (await runSkillsIn(cwd, "test", ".agent/skills/forms", ...args)).code;
    // A file that was written just before is not cached.
    await wait(60);
    expect(await codeOf()).toBe(0);
    writeFileSync(`${cwd}/.agent/config.json`, JSON.stringify(short));
    expect(await codeOf()).toBe(1);
  });
});
