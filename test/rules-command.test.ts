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

  it("lists the paths of a rule, and says if no skill is there", async () => {
    const rules = (paths: string) =>
      `rules:\n  acme/x: { name: { matches: "^acme-" }, when: { paths: ${paths} }, except: [old/, b/], severity: error, examples: { bad: a } }\n`;
    const skill = { "skills/pdf/SKILL.md": "---\nname: pdf\ndescription: A.\n---\n" };
    const cwd = makeTree({ [config]: rules("skills/"), ...skill });
    expect((await listed(cwd)).rules[0]).toMatchObject({
      setting: "error",
      from: `${config}:2:3`,
      overrides: 0,
      paths: ["skills/"],
      except: ["old/", "b/"],
      skills: 1,
    });
    const row = `  error    acme/x  ${config}:2:3\n           in skills/\n           except old/, b/\n`;
    expect((await runSkillsIn(cwd, "rules")).stdout).toContain(`${row}\n`);
    const misspelled = makeTree({ [config]: rules("skils/"), ...skill });
    const said = "no skill is in the paths of acme/x\n";
    expect((await runSkillsIn(misspelled, "rules")).stdout).toContain(
      `${row.replace("skills/", "skils/")}           ${said}`,
    );
    expect(await runSkillsIn(misspelled, "rules", "test")).toMatchObject({
      code: 0,
      stdout: `passed  acme/x: bad 1\nnote    ${said}\n1 example passed\n`,
    });
  });

  it.each(["lint", "check"])("%s says if a rule runs nowhere", async (command) => {
    const rule = (paths: string) => `rules:\n  acme/x: { name: { matches: p }, when: { paths: ${paths} } }\n`;
    const skill = { "skills/pdf/SKILL.md": "---\nname: pdf\ndescription: A.\n---\n" };
    const run = async (paths: string, ...args: readonly string[]) =>
      (await runSkillsIn(makeTree({ [config]: rule(paths), ...skill }), command, ...args)).stderr;
    expect(await run("skils/", ".")).toBe("skills: no checked skill is in the paths of acme/x\n");
    expect(await run("skills/", ".")).toBe("");
    expect(await run("skils/", "skills/pdf")).toBe("");
    expect(await run("skils/", "--quiet", ".")).toBe("");
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
        'failed  acme/x: good 1\n          SKILL.md:2:7: name "acme-a" must match "x"\nfailed  acme/x: bad 1\n          nothing was found: "name" is "example", which is allowed\n\n0 examples passed, 2 failed\n',
    });
  });

  const tested = async (rule: string, example: string, kind = "bad") => {
    const cwd = makeTree({
      [config]: `rules:\n  acme/x: {\n    ${rule},\n    examples: { ${kind}: [${example}] } }\n`,
    });
    const { code, stdout, stderr } = await runSkillsIn(cwd, "rules", "test");
    return [code, stderr || stdout.split("\n")[stdout.startsWith("passed") ? 0 : 1]!.trim()];
  };

  it.each(['{ skills/other/SKILL.md: "x" }', '{ a/b: "x" }', "{ name: a, description: b }"])(
    "refuses the example %s, which is no skill",
    async (example) => {
      expect(await tested("name: { matches: '^a' }", example, "good")).toEqual([
        2,
        `skills: ${config}:4:24: the example has no SKILL.md; its keys are paths relative to the skill\n`,
      ]);
    },
  );

  it.each([
    ["require: { field: name }", '"---\\nname: [\\n---\\n"', /^its frontmatter cannot be read: /],
    ["require: { field: name }", '{ SKILL.md: "# A" }', /^it has no frontmatter$/],
    ["name: { max-length: 9 }", '"---\\ndescription: x\\n---\\n"', /^it has no name$/],
  ])("fails a good example in which nothing could be found by %s: %s", async (rule, example, cause) => {
    expect(await tested(rule, example, "good")).toEqual([1, expect.stringMatching(cause)]);
  });

  it("applies the paths of a rule to an example that says where it is", async () => {
    const rule = "name: { matches: '^acme-' }, when: { paths: skills/deploy/ }, except: old";
    const at = (place: string) => tested(rule, `{ at: ${place}, SKILL.md: "---\\nname: web\\n---\\n" }`);
    expect(await at("skills/deploy/web")).toEqual([0, "passed  acme/x: bad 1"]);
    expect(await at("./skills/deploy/web/")).toEqual([0, "passed  acme/x: bad 1"]);
    expect(await at("skills/deploj/web")).toEqual([
      1,
      'nothing was found: `when.paths` does not cover "skills/deploj/web"',
    ]);
    expect(await at("skills/deploy/old")).toEqual([
      1,
      'nothing was found: `except` covers "skills/deploy/old"',
    ]);
    expect(await at("../x")).toEqual([
      2,
      `skills: ${config}:4:29: "../x" is not a path in the config's directory; write one such as \`skills/pdf\`\n`,
    ]);
  });

  it.each([
    ["name: { matches: x }, when: { license: MIT }", '"a"', "its `when` does not hold"],
    ["require: { section: Owner }", '"# Owner"', 'the section "Owner" is there'],
    ["require: { file: SKILL.md }", '"a"', 'a file "SKILL.md" is there'],
    [
      "forbid: { text: Globex }",
      '"`Globex`"',
      "it is in code, not in name, description, body or references; set `in`",
    ],
    ["forbid: { text: Globex, allow: Globex Inc }", '"Globex Inc"', "`allow` covers it"],
    ["forbid: { text: Globex, case-sensitive: true }", '"globex"', "it is there in another case"],
    ["forbid: { text: Globex, in: headings }", '"a"', "it is not in headings"],
    ["inventory: { hosts: { allow: [a.io] } }", '"a"', "no host is used"],
    [
      "inventory: { hosts: { allow: [a.io] } }",
      '"Run `curl https://api.example.com/x`."',
      "no host is used; those under example.com, .net and .org do not count",
    ],
    [
      "inventory: { hosts: { allow: [a.io] } }",
      '"See https://b.io."',
      'host "b.io" is not allowed, but it is only mentioned; set `mentioned: true`',
    ],
    [
      "inventory: { hosts: { allow: [a.io] } }",
      '"```sh\\ncurl https://a.io\\n```"',
      '1 host used, all allowed: "a.io"',
    ],
    ["limit: { tier: body, lines: 2000 }", '"a"', "the body has 1 line, not over 2,000"],
  ])("says why %s found nothing in %s", async (rule, example, cause) => {
    expect(await tested(rule, example)).toEqual([1, `nothing was found: ${cause}`]);
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
    expect(await runSkillsIn(cwd, "rules", "init")).toMatchObject({
      code: 0,
      stdout: 'created "rules.yaml"; add `extends: [recommended, ./rules.yaml]` to the config\n',
    });
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
    const other = makeTree({ [config]: "rules: {}\n", "other.yaml": own });
    const explained = await runSkillsIn(other, "rules", "explain", "acme/x", "--config", "other.yaml");
    expect(explained.stdout).toContain("The config of this project");
    expect((await runSkillsIn(other, "rules", "explain", "acme/x")).code).toBe(2);
  });
});
