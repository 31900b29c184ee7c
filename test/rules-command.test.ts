import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Report } from "../src/model/report.ts";
import type { RulesData } from "../src/model/reports/rules.ts";
import { runSkillsIn } from "./support/io.ts";
import { makeTree } from "./support/tree.ts";

const config = "skills.config.yaml";

async function listed(cwd: string, ...args: readonly string[]): Promise<RulesData> {
  const { stdout } = await runSkillsIn(cwd, "rules", ...args, "--format", "json");
  return (JSON.parse(stdout) as Report<RulesData>).data!;
}

describe("skills rules", () => {
  const own = `rules:
  body-length: off
  acme/x:
    name: { matches: '^acme-' }
    severity: error
    examples:
      good: ["---\\nname: acme-a\\n---\\n"]
      bad: ["x"]
overrides:
  - paths: drafts/
    rules: { acme/x: off }
`;

  it("lists what is on and from where", async () => {
    const cwd = makeTree({ [config]: own });
    const { rules } = await listed(cwd);
    expect(rules[0]).toEqual({
      id: "acme/x",
      origin: "own",
      setting: "error",
      from: `${config}:3:3`,
      summary: "Reports a name that is not as the project's names are.",
      overrides: 1,
    });
    expect(rules.find(({ id }) => id === "body-length")).toMatchObject({
      setting: "off",
      from: `${config}:2:16`,
    });
    expect(rules.find(({ id }) => id === "name-format")).toMatchObject({
      setting: "warning",
      from: "default",
    });
    expect(rules.length).toBeGreaterThan(100);
    const { stdout } = await runSkillsIn(cwd, "rules");
    expect(stdout).toContain("error    acme/x  skills.config.yaml:3:3, 1 override");
    expect(stdout).not.toContain("name-format");
    expect((await runSkillsIn(cwd, "rules", "--all")).stdout).toContain("name-format");
  });

  it("runs the examples of a rule, and fails if one does not do what it must", async () => {
    const cwd = makeTree({ [config]: own });
    expect(await runSkillsIn(cwd, "rules", "test")).toMatchObject({
      code: 0,
      stdout: "passed  acme/x: good 1\npassed  acme/x: bad 1\n\n2 examples passed\n",
    });
    const failing = makeTree({ [config]: own.replace("^acme-", "x") });
    expect(await runSkillsIn(failing, "rules", "test")).toMatchObject({
      code: 1,
      stdout:
        'failed  acme/x: good 1\n          SKILL.md:2:7: name "acme-a" must match "x"\nfailed  acme/x: bad 1\n          nothing was found\n\n0 examples passed, 2 failed\n',
    });
  });

  it("does not pass where there is nothing to test", async () => {
    const none = makeTree({ [config]: "rules:\n  acme/x: { name: { matches: a } }\n" });
    expect(await runSkillsIn(none, "rules", "test")).toMatchObject({ code: 2 });
    expect(await runSkillsIn(makeTree({}), "rules", "test")).toMatchObject({ code: 2 });
    expect(await runSkillsIn(none, "rules", "test", "acme/y")).toMatchObject({
      code: 2,
      stderr: 'skills: the config defines no rule "acme/y"\n',
    });
    expect(await runSkillsIn(none, "rules", "tset")).toMatchObject({ code: 2 });
  });

  it("writes rules to start from, which pass their own examples", async () => {
    const cwd = makeTree({});
    expect(await runSkillsIn(cwd, "rules", "init")).toMatchObject({ code: 0 });
    expect(readFileSync(path.join(cwd, "rules.yaml"), "utf8")).toContain("acme/owner");
    const { code, stdout } = await runSkillsIn(cwd, "rules", "test", "--config", "rules.yaml");
    expect(stdout).toContain("6 examples passed");
    expect(code).toBe(0);
    expect(await runSkillsIn(cwd, "rules", "init")).toMatchObject({
      code: 2,
      stderr: 'skills: "rules.yaml" exists; remove it, or write to another file\n',
    });
  });

  it("explains a rule of either kind", async () => {
    const cwd = makeTree({ [config]: own });
    expect((await runSkillsIn(cwd, "rules", "explain", "acme/x")).stdout).toContain(
      "The config of this project",
    );
    expect((await runSkillsIn(cwd, "rules", "explain", "name-format")).stdout).toContain("name-format");
  });
});
