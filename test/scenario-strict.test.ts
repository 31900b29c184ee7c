import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { estimateTokens } from "../src/core/estimate-tokens.ts";
import { runScenario } from "../src/harness/scenario/run-scenario.ts";
import { readScenario } from "../src/harness/scenario/read-scenario.ts";
import { defaultSeconds } from "../src/harness/scripts/ended-early.ts";
import { systems } from "../src/generated/systems.ts";
import { readConfig } from "../src/harness/systems/react-actions/config.ts";
import type { Settings } from "../src/model/agent.ts";
import type { TestResult } from "../src/model/reports/test.ts";
import { rootOf } from "./support/harness.ts";
import { runSkills } from "./support/io.ts";
import { skillMd } from "./support/tree.ts";

const cwd = fileURLToPath(new URL("../fixtures/scenarios/strict", import.meta.url));
const filesIn = (directory: string): readonly string[] =>
  readdirSync(path.join(cwd, directory)).map((file) => `${directory}/${file}`);

const results = new Map<string, readonly TestResult[]>();

beforeAll(async () => {
  const { stdout, stderr } = await runSkills(
    ["test", "--format", "json", ...filesIn("wrong"), ...filesIn("right")],
    { cwd },
  );
  if (stdout === "") throw new Error(stderr);
  const { data }: { readonly data: { readonly tests: readonly TestResult[] } } = JSON.parse(stdout);
  for (const test of data.tests) results.set(test.path, [...(results.get(test.path) ?? []), test]);
});

/** For each scenario that is wrong on purpose: the outcome, and the line and reason. */
const reasons: Readonly<Record<string, readonly [TestResult["outcome"], string]>> = {
  "absent-project": ["could-not-measure", ':4:10: there is no directory "../place/project"'],
  "absent-home": [
    "could-not-measure",
    ':5:7: there is no directory "../../places/hom"; did you mean "../../places/home"?',
  ],
  "absent-skill": [
    "could-not-measure",
    ':6:5: there is no directory "../../skills/mails"; did you mean "../../skills/mail"?',
  ],
  "directory-above-skills": ["could-not-measure", ':4:10: "../../skills" contains no SKILL.md'],
  "unknown-setting": [
    "could-not-measure",
    ':6:3: unknown key "agentsMD" in the settings of harness9; did you mean "agentsMd"?',
  ],
  "unknown-setting-in-section": [
    "could-not-measure",
    ':8:5: unknown key "max_tool_call" in the settings of react-actions, section constraints; did you mean "max_tool_calls"?',
  ],
  "prompt-file-that-is-absent": [
    "could-not-measure",
    ':7:5: the setting "prompts.skills" names the file "../../prompts/sektion.txt": it does not exist',
  ],
  "prompt-for-a-tool-that-is-none": [
    "could-not-measure",
    'line 8: the setting "prompts.tools.use_skil" is for no tool of the agent; did you mean "use_skill"?',
  ],
  "prompt-without-skills": [
    "could-not-measure",
    'line 7: the setting "prompts.system" has no "{skills}"; write it where the skills are listed',
  ],
  "prompt-that-leaves-a-setting-out": [
    "could-not-measure",
    'line 6: the setting "system_prompt" has no effect; write "{system_prompt}" in "prompts.system", or remove it',
  ],
  "prompt-with-an-unknown-key": [
    "could-not-measure",
    ':6:13: unknown key "sytem" in the settings of react-actions, section prompts; did you mean "system"?',
  ],
  "prompt-without-its-tools": [
    "could-not-measure",
    'line 6: the setting "prompts.tools" has no effect; write "{tools}" in "prompts.system"',
  ],
  "setting-of-another-system": [
    "could-not-measure",
    ':5:12: harness9 has no setting "system_prompt"; write `settings: {agio: {system_prompt: …}}`',
  ],
  "setting-of-another-type": ["could-not-measure", ":7:18: expected a whole number, found a string"],
  "settings-of-no-system-here": ["could-not-measure", ':7:3: the scenario is not for "agio"'],
  "step-after-the-answer": ["fail", 'line 8: step 3 was never played: the session had ended with "answered"'],
  "step-with-an-absent-skill": [
    "could-not-measure",
    `line 6: step 1 names the skill "form", which does not exist; did you mean "forms"?`,
  ],
  "step-with-an-absent-file": [
    "could-not-measure",
    `line 7: step 2 names the file "references/field.md", which is in no skill; did you mean "references/fields.md"?`,
  ],
  "call-with-an-absent-file": [
    "could-not-measure",
    `line 7: step 2 names the file "references/tables.md", which is in no skill; did you mean "references/fields.md"?`,
  ],
  "recording-never-used": ["fail", 'line 12: the recorded result of "forms/scripts/check.py" was never used'],
  "tool-answer-never-given": ["fail", 'line 9: answer 2 of the tool "post" was never given'],
  "never-a-skill-that-is-none": [
    "could-not-measure",
    'line 9: never "mails" always holds: there is no such skill; did you mean "mail"?',
  ],
  "never-a-file-that-is-none": [
    "could-not-measure",
    'line 8: never "references/unusd.md" always holds: no skill contains this file; did you mean "references/unused.md"?',
  ],
  "never-a-tool-that-is-none": [
    "could-not-measure",
    'line 9: never "delete_everything" always holds: no agent has this tool',
  ],
  "skipped-path-that-is-none": [
    "could-not-measure",
    'line 7: never "skills/form" always holds: there is no such skill',
  ],
  "tool-of-an-absent-skill": [
    "could-not-measure",
    'line 6: the tool "lookup" is in the group of "form", which does not exist; did you mean "forms"?',
  ],
  "answer-never-asked-for": ["fail", "line 9: the answer 2 of 2 was never asked for"],
  "answer-without-a-question": ["fail", "line 5: the user is never asked; write `approval: interactive`"],
  "policy-with-an-absent-tool": [
    "could-not-measure",
    'line 6: the policy names the tool "use_skills", which no agent has; did you mean "use_skill"?',
  ],
  "change-outside-the-project": [
    "could-not-measure",
    'line 6: step 1 changes "~/notes.txt", which is neither in the project nor in a directory in which the system looks for skills; it looks in "/project/skills"',
  ],
  "step-without-a-request": [
    "fail",
    'line 6: step 1 was never played: the session had ended with "nothing-to-do"',
  ],
  "other-order": [
    "fail",
    'line 7: in this order: read "references/fields.md", then activate "forms": activate "forms" did not come after read "references/fields.md"',
  ],
  "nearly-the-text": [
    "fail",
    'line 8: the messages of the last request: contains "Run `scripts/check.py FORM`.": the text does not; the nearest is "Run `scripts/check.py FILE"',
  ],
};

it("has a reason for each wrong scenario", () => {
  expect(
    filesIn("wrong")
      .map((file) => path.basename(file, ".scenario.yaml"))
      .sort(),
  ).toEqual(Object.keys(reasons).sort());
});

it.each(Object.entries(reasons))("%s fails for its own reason at its own line", (name, [outcome, reason]) => {
  const found = results.get(`wrong/${name}.scenario.yaml`) ?? [];
  const where = reason.startsWith(":") ? `wrong/${name}.scenario.yaml` : "";
  expect(found.map((test) => [test.outcome, test.message])).toEqual([[outcome, where + reason]]);
});

it.each(filesIn("right"))("%s passes", (file) => {
  const found = results.get(file) ?? [];
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter(({ outcome }) => outcome !== "pass")).toEqual([]);
});

const root = rootOf("/project/skills", { forms: { "SKILL.md": skillMd("forms", "Fill it.\n") } });

it.each(systems)(
  "prints the defaults of $id as settings that change nothing",
  async ({ id, settings: own }) => {
    const { code, stdout } = await runSkills(["test", "--print-settings", id]);
    expect(code).toBe(0);
    const play = async (settings: unknown): Promise<string> => {
      const text = JSON.stringify({
        systems: [id],
        prompt: "Fill it.",
        steps: [{ activate: "forms" }, { finish: "Done." }],
        expect: { announced: ["forms"] },
        ...(settings !== undefined && { settings }),
      });
      const read = readScenario(Buffer.from(text), "a.scenario.json");
      if ("problems" in read) throw new Error(JSON.stringify(read.problems));
      const { plays, outcome } = await runScenario(read.scenario, {
        systems,
        roots: () => [root],
        tokens: { name: "estimate", count: estimateTokens },
      });
      expect(outcome).toBe("pass");
      return JSON.stringify(plays);
    };
    const { settings }: { readonly settings: Readonly<Record<string, unknown>> } = parse(stdout);
    expect(Object.keys(settings)).toEqual([id]);
    const withDefaults = await play(settings);
    expect(withDefaults).toBe(await play(undefined));
    // Comments are examples, which are valid too.
    const all: unknown = parse(stdout.replace(/^( +)# (?=\w+:)/gm, "$1"));
    expect(JSON.stringify(all)).toContain(Object.keys(own).at(-1));
    const examples = JSON.stringify({
      systems: [id],
      prompt: "a",
      expect: { stop: "answered" },
      ...(all as object),
    });
    expect(readScenario(Buffer.from(examples), "a.scenario.json")).toHaveProperty("scenario");
  },
);

it("prints the limits that react-actions has without settings", async () => {
  const { stdout } = await runSkills(["test", "--print-settings", "react-actions"]);
  const { settings }: { readonly settings: { readonly "react-actions": Settings } } = parse(stdout);
  const { scriptSeconds, ...printed } = readConfig(settings["react-actions"]);
  expect({ ...printed, scriptSeconds: undefined }).toEqual(readConfig({}));
  expect(scriptSeconds).toBe(defaultSeconds);
});

it.each(systems)("lists every setting that $id reads", async (system) => {
  const read = new Set<string>();
  const watched = (prefix: string): Readonly<Record<string, unknown>> =>
    new Proxy(
      {},
      {
        get: (_, key) => {
          if (typeof key === "string") read.add(prefix + key);
          return undefined;
        },
      },
    );
  const settings = watched("");
  system.roots({}, settings);
  await system.open({
    roots: [root],
    tracer: { turn: 0, events: [], add: () => {}, nextTurn: () => {} } as never,
    tokens: { name: "estimate", count: estimateTokens },
    policy: { approval: "yes" },
    scripts: { run: async () => Promise.reject(new Error("not run")) },
    hostTools: [],
    settings,
  });
  const known = Object.keys(system.settings);
  expect(Array.from(read).filter((name) => !known.includes(name))).toEqual([]);
});
