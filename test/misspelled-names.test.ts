import { describe, expect, it } from "vitest";
import type { TestResult } from "../src/model/reports/test.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const forms = {
  "SKILL.md": skillMd("forms", "Run `scripts/check.py`, then read references/fields.md.\n"),
  "scripts/check.py": "#!/usr/bin/env python3\nprint(1)\n",
  "references/fields.md": "# Fields\n",
  "references/unused.md": "# Unused\n",
};

const mail = { "SKILL.md": skillMd("mail") };

function placed(root: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries({ forms, mail }).flatMap(([name, files]) =>
      Object.entries(files).map(([file, text]) => [`${root}/${name}/${file}`, text]),
    ),
  );
}

const places = Object.assign(
  {},
  ...["project/skills", "project/.agent/skills", "project/.agents/skills", "project/extra"].map(placed),
) as Readonly<Record<string, string>>;

const used = [
  "prompt: Fill in the form.",
  "project: project",
  "steps: [{activate: forms}, {finish: Done.}]",
  "expect: {activated: [forms]}",
];

/** A scenario that passes, with lines in place of those with the same key. */
function scenario(system: string, ...lines: readonly string[]): string {
  const keyOf = (line: string): string => line.slice(0, line.indexOf(":"));
  const own = new Set(lines.map(keyOf));
  return [`systems: [${system}]`, ...used.filter((line) => !own.has(keyOf(line))), ...lines, ""].join("\n");
}

const select = '{action: select_skills, skills: [{name: forms}], reason: "a"}';

/** What holds the name; a scenario that passes; the name in it, and the same one misspelled. */
const rows: readonly (readonly [position: string, text: string, right: string, wrong: string])[] = [
  ["activate", scenario("agio", "expect: {read: []}"), "forms", "form"],
  [
    "read",
    scenario("harness9", "steps: [{activate: forms}, {read: references/fields.md}]", "expect: {run: []}"),
    "references/fields.md",
    "references/field.md",
  ],
  [
    "the skill of a read",
    scenario("harness9", "steps: [{read: references/fields.md, skill: forms}]", "expect: {run: []}"),
    "skill: forms",
    "skill: form",
  ],
  [
    "run",
    scenario(
      "harness9",
      "steps: [{activate: forms}, {run: scripts/check.py}]",
      "scripts: []",
      "expect: {activated: [forms]}",
    ),
    "run: scripts/check.py",
    "run: scripts/chek.py",
  ],
  [
    "a call among calls",
    scenario(
      "harness9",
      "steps: [{calls: [{activate: forms}, {read: references/fields.md}]}]",
      "expect: {run: []}",
    ),
    "references/fields.md",
    "references/feilds.md",
  ],
  [
    "call",
    scenario("harness9", "steps: [{call: use_skill, arguments: {skill_name: forms}}]", "expect: {run: []}"),
    "use_skill,",
    "use_skil,",
  ],
  [
    "the skill that a call activates",
    scenario("harness9", "steps: [{call: use_skill, arguments: {skill_name: forms}}]", "expect: {run: []}"),
    "skill_name: forms",
    "skill_name: form",
  ],
  [
    "the skill that a call of agio activates",
    scenario("agio", "steps: [{call: Skill, arguments: {skill_name: forms}}]", "expect: {run: []}"),
    "skill_name: forms",
    "skill_name: forma",
  ],
  [
    "the name of an argument",
    scenario("harness9", "steps: [{call: use_skill, arguments: {skill_name: forms}}]", "expect: {run: []}"),
    "skill_name:",
    "skill_nam:",
  ],
  [
    "an action",
    scenario("react-actions", `steps: [{action: ${select}}]`, "expect: {run: []}"),
    "select_skills",
    "select_skill",
  ],
  [
    "a member of an action",
    scenario("react-actions", `steps: [{action: ${select}}]`, "expect: {run: []}"),
    "reason:",
    "reson:",
  ],
  [
    "the skill of an action",
    scenario("react-actions", `steps: [{action: ${select}}]`, "expect: {run: []}"),
    "name: forms",
    "name: form",
  ],
  [
    "the file of an action",
    scenario(
      "react-actions",
      `steps: [{activate: forms}, {action: {action: load_resource, skill: {name: forms}, relative_path: references/fields.md}}]`,
      "expect: {run: []}",
    ),
    "references/fields.md",
    "references/fieds.md",
  ],
  [
    "the tool of an action",
    scenario(
      "react-actions",
      `steps: [{activate: forms}, {action: {action: call_tool, skill: {name: forms}, tool: list_dir, arguments: {path: references}}}]`,
      "expect: {run: []}",
    ),
    "list_dir",
    "list_dri",
  ],
  [
    "the skill of a recording",
    scenario(
      "harness9",
      "steps: [{activate: forms}, {run: scripts/check.py}]",
      "scripts: [{skill: forms, file: scripts/check.py, exit: 0}]",
      "expect: {activated: [forms]}",
    ),
    "[{skill: forms",
    "[{skill: form",
  ],
  [
    "the file of a recording",
    scenario(
      "harness9",
      "steps: [{activate: forms}, {run: scripts/check.py}]",
      "scripts: [{skill: forms, file: scripts/check.py, exit: 0}]",
      "expect: {activated: [forms]}",
    ),
    "file: scripts/check.py",
    "file: scripts/chek.py",
  ],
  [
    "the group of a tool",
    scenario("spring-ai-alibaba", "tools: [{name: look_up, group: forms}]"),
    "group: forms",
    "group: form",
  ],
  [
    "policy.configured",
    scenario("harness9", "policy: {configured: [use_skill, read_file]}"),
    "read_file",
    "read_fil",
  ],
  [
    "policy.allowed",
    scenario("harness9", "policy: {allowed: [use_skill, run_script]}"),
    "run_script",
    "run_scrpt",
  ],
  ["never activated", scenario("harness9", "expect: {activated: {never: [mail]}}"), "mail", "mali"],
  [
    "never announced",
    scenario("agentskills", "settings: {disabled: [mail]}", "expect: {announced: {never: [mail]}}"),
    "never: [mail]",
    "never: [mial]",
  ],
  [
    "never read",
    scenario("harness9", "expect: {read: {never: [references/unused.md]}}"),
    "references/unused.md",
    "references/unsed.md",
  ],
  [
    "never run",
    scenario("harness9", "expect: {run: {never: [scripts/check.py]}}"),
    "scripts/check.py",
    "scripts/check.sh",
  ],
  [
    "never called",
    scenario("harness9", "expect: {called: {never: [run_script]}}"),
    "run_script",
    "run_scirpt",
  ],
  [
    "never offered in a round",
    scenario("agio", "expect: {rounds: [{offered: {never: [run_script]}}]}"),
    "run_script",
    "run_scripts",
  ],
  [
    "the settings of react-actions: allowed_tools",
    scenario("react-actions", "settings: {execution: {allowed_tools: [read_file]}}"),
    "read_file",
    "read_fil",
  ],
  [
    "the settings of react-actions: require_approval_for",
    scenario("react-actions", "settings: {execution: {require_approval_for: [run_script, network]}}"),
    "run_script",
    "run_scrpt",
  ],
  [
    "the settings of react-actions: allowed_commands",
    scenario("react-actions", "settings: {execution: {allowed_commands: [python3]}}"),
    "python3",
    "pyton3",
  ],
  [
    "the settings of react-actions: coordination_skills",
    scenario("react-actions", "settings: {execution: {coordination_skills: [mail]}}"),
    "mail",
    "nope",
  ],
  [
    "the settings of react-actions: skill_roots",
    scenario("react-actions", "settings: {skill_roots: [.agent/skills, extra]}"),
    "extra",
    "extras",
  ],
  [
    "the settings of agio: skill_dirs",
    scenario("agio", "settings: {skill_dirs: [skills, extra]}"),
    "extra",
    "extr",
  ],
  [
    "the settings of agio: skills_dirs",
    scenario("agio", "settings: {skills_dirs: [skills, extra]}"),
    "extra",
    "xtra",
  ],
  [
    "the settings of spring-ai-alibaba",
    scenario("spring-ai-alibaba", "settings: {projectSkillsDirectory: extra}", "expect: {run: []}"),
    "extra",
    "skillz",
  ],
  [
    "the settings of agentskills",
    scenario("agentskills", "settings: {disabled: [mail]}"),
    "disabled: [mail]",
    "disabled: [nope]",
  ],
  [
    "an environment variable",
    scenario("agio", "environment: {AGIO_SKILLS_DIR: extra}"),
    "AGIO_SKILLS_DIR",
    "AGIO_SKILL_DIR",
  ],
  [
    "the value of an environment variable",
    scenario("agio", "environment: {AGIO_SKILLS_DIR: extra}"),
    "AGIO_SKILLS_DIR: extra",
    "AGIO_SKILLS_DIR: exta",
  ],
  [
    "the skill of a change",
    scenario(
      "agio",
      "steps: [{activate: forms}, {change: {references/fields.md: New.}, skill: forms}, {finish: Done.}]",
    ),
    "skill: forms",
    "skill: fomrs",
  ],
  [
    "a file that is removed",
    scenario(
      "agio",
      "steps: [{activate: forms}, {remove: references/unused.md, skill: forms}, {finish: Done.}]",
    ),
    "references/unused.md",
    "references/unsed.md",
  ],
  ["a setting", scenario("agentskills", "settings: {disabled: [mail]}"), "disabled", "disable"],
  ["a system", scenario("agio"), "agio", "agoi"],
  ["the project", scenario("agio"), "project: project", "project: proyect"],
];

describe("one misspelled name", () => {
  it("makes no scenario pass, and is reported at its line", async () => {
    const files: Record<string, string> = { ...places };
    for (const [index, [, text, right, wrong]] of rows.entries()) {
      expect(text.split(right)).toHaveLength(2);
      files[`right-${index}.scenario.yaml`] = text;
      files[`wrong-${index}.scenario.yaml`] = text.replace(right, () => wrong);
    }
    const cwd = makeTree(files);
    const named = rows.flatMap((_, index) => [
      `right-${index}.scenario.yaml`,
      `wrong-${index}.scenario.yaml`,
    ]);
    const { code, stdout } = await runSkills(["test", "--format", "json", ...named], { cwd });
    expect(code).toBe(2);
    const { data }: { readonly data: { readonly tests: readonly TestResult[] } } = JSON.parse(stdout);
    const reported = rows.map(([position, text, right], index) => {
      const of = (kind: string): TestResult | undefined =>
        data.tests.find(({ path }) => path === `${kind}-${index}.scenario.yaml`);
      const [sound, wrong] = [of("right"), of("wrong")];
      if (sound?.outcome !== "pass") return `${position}: DOES NOT PASS: ${sound?.message}`;
      if (wrong?.outcome !== "could-not-measure") return `${position}: NOT CAUGHT: ${wrong?.message}`;
      const line = text.slice(0, text.indexOf(right)).split("\n").length;
      const message = [wrong.message, ...(wrong.details ?? [])].find((each) =>
        new RegExp(`line ${line}:|:${line}:\\d+:`).test(each),
      );
      return `${position}: ${message ?? `AT ANOTHER LINE: ${wrong.message}`}`;
    });
    expect(reported.filter((line) => / [A-Z]{3,} [A-Z]{3,}/.test(line))).toEqual([]);
    await expect(`${reported.join("\n")}\n`).toMatchFileSnapshot(
      "../fixtures/scenarios/misspelled-names.txt",
    );
  });
});
