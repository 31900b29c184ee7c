import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { System } from "../src/harness/system.ts";
import type { Model } from "../src/model/agent.ts";
import { SkillsError } from "../src/core/errors.ts";
import type { Expectation, Scenario } from "../src/model/scenario.ts";
import { judgeOne, outcomeOf, worst } from "../src/harness/scenario/judge.ts";
import { matches } from "../src/harness/scenario/pattern.ts";
import { readScenario } from "../src/harness/scenario/read-scenario.ts";
import { runScenario, type ScenarioNeeds, type ScenarioRun } from "../src/harness/scenario/run-scenario.ts";
import { scenarioRoots } from "../src/harness/scenario/scenario-roots.ts";
import { agentskills } from "../src/harness/systems/agentskills/agentskills.ts";
import { agio } from "../src/harness/systems/agio/agio.ts";
import { systems } from "../src/generated/systems.ts";
import { countReads } from "./support/counting.ts";
import { play, rootOf } from "./support/harness.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const roots = [
  rootOf("/project/.agents/skills", {
    forms: {
      "SKILL.md": skillMd("forms", "Read references/a.md.\n"),
      "references/a.md": "one\n",
      "references/b.md": "two\n",
    },
    mail: skillMd("mail"),
  }),
];
const tokens = { name: "estimate", count: (text: string) => text.length };

function scenario(text: string): Scenario {
  const read = readScenario(Buffer.from(text), "a.scenario.yaml");
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  return read.scenario;
}

function run(text: string, needs: Partial<ScenarioNeeds> = {}): Promise<ScenarioRun> {
  return runScenario(scenario(text), { systems, roots: () => roots, tokens, ...needs });
}

describe("a scenario", () => {
  it("reads the heads, one body and one file, in that order, and nothing else", async () => {
    const log: string[] = [];
    const counted = [
      rootOf(
        "/project/.agents/skills",
        { forms: { "SKILL.md": skillMd("forms"), "references/a.md": "one\n" }, mail: skillMd("mail") },
        { wrap: (source) => countReads(source, log) },
      ),
    ];
    const { outcome } = await run(
      "systems: [agentskills]\nprompt: a\nsteps: [{activate: forms}, {read: references/a.md}, {finish: b}]\nexpect: {read: [references/a.md], activated: [forms], nothing-else: true}\n",
      { roots: () => counted },
    );
    expect(outcome).toBe("pass");
    expect(log.filter((line) => !line.endsWith("/"))).toEqual([
      "forms/SKILL.md [0, 91)",
      "mail/SKILL.md [0, 90)",
      "forms/SKILL.md [0, 91)",
      "forms/references/a.md [0, 4)",
    ]);
  });

  it("fails if the session does not end with an answer, unless another end is expected", async () => {
    const [first] = (
      await run(
        "systems: [agentskills]\nprompt: a\nlimits: {turns: 1}\nsteps: [{activate: forms}]\nexpect: {activated: [forms]}\n",
      )
    ).plays;
    expect(first?.verdicts).toEqual([
      {
        kind: "stop",
        outcome: "fail",
        expected: 'the session ends with "answered"',
        reason: 'it ended with "turns"',
      },
      {
        kind: "set",
        outcome: "pass",
        expected: 'the skills activated: exactly "forms"',
        at: { line: 5, column: 21 },
      },
    ]);
  });

  it("fails if its steps cannot be played", async () => {
    const { outcome, plays } = await run(
      "systems: [agentskills]\nprompt: a\nsteps: [{read: references/a.md}]\nexpect: {read: []}\n",
    );
    expect(outcome).toBe("fail");
    expect(plays[0]?.verdicts[0]?.reason).toMatch(
      /^it ended with "model-failed": step 1 does not say which skill "references\/a\.md" belongs to/,
    );
  });

  it("is not measured if a program acting as the model fails", async () => {
    const failing: Model = {
      id: "command",
      next: async () => Promise.reject(new SkillsError("unreadable", "it wrote no reply")),
    };
    const { outcome, plays } = await run("systems: [agentskills]\nprompt: a\nexpect: {activated: []}\n", {
      model: () => failing,
    });
    expect(outcome).toBe("could-not-measure");
    expect(plays[0]?.verdicts).toEqual([
      {
        kind: "set",
        outcome: "not-measurable",
        expected: "the skills activated: exactly nothing",
        reason: "it wrote no reply",
        at: { line: 3, column: 21 },
      },
    ]);
  });

  it("is not measured if a system refuses a setting or is missing", async () => {
    const text = "systems: [agentskills, agio]\nprompt: a\nsettings: {agio: {}}\nexpect: {activated: []}\n";
    const refusing: System = {
      ...agentskills,
      open: async () => {
        throw new SkillsError("bad-usage", "no");
      },
    };
    const { outcome, plays } = await run(text, { systems: [refusing] });
    expect(outcome).toBe("could-not-measure");
    expect(plays.map(({ verdicts }) => verdicts[0]?.reason)).toEqual([
      "no",
      'the system "agio" is not available',
    ]);
  });

  it("closes the model and reports every event", async () => {
    const seen: string[] = [];
    const model: Model = {
      id: "lexical",
      next: async () => ({ text: "b" }),
      close: async () => void seen.push("closed"),
    };
    await run("systems: [agentskills]\nprompt: a\nexpect: {answer: {contains: b}}\n", {
      model: () => model,
      watch: ({ kind }) => seen.push(kind),
    });
    expect(seen).toEqual(["head", "head", "catalog", "prompt", "reply", "answer", "closed"]);
  });
});

describe("the location of its skills", () => {
  const tree = (): string =>
    makeTree({
      "skills/forms/SKILL.md": skillMd("forms"),
      "project/.agents/skills/mail/SKILL.md": skillMd("mail"),
      "home/.agents/skills/own/SKILL.md": skillMd("own"),
      "home/.agio/skills/own/SKILL.md": skillMd("own"),
    });
  const paths = (system: System, places: Partial<Scenario["places"]>): readonly string[] | undefined =>
    scenarioRoots(
      {
        ...scenario("prompt: a\nexpect: {stop: answered}\n"),
        places: { environment: {}, ...places },
      },
      system,
      tree(),
    )?.flatMap((root) => root.skills.map((skill) => skill.path));

  it("is undefined if it has none", () => {
    expect(paths(agentskills, {})).toBeUndefined();
  });

  it("is the first root of the system, a project, a home directory, or all of them", () => {
    expect(paths(agentskills, { skills: ["skills/forms"] })).toEqual(["/project/.agents/skills/forms"]);
    expect(paths(agio, { skills: ["skills/forms"] })).toEqual(["/project/skills/forms"]);
    expect(paths(agentskills, { project: "project" })).toEqual(["/project/.agents/skills/mail"]);
    expect(paths(agentskills, { home: "home" })).toEqual(["/home/user/.agents/skills/own"]);
    expect(paths(agentskills, { project: "project", home: "home", skills: ["skills/forms"] })).toEqual([
      "/project/.agents/skills/forms",
      "/project/.agents/skills/mail",
      "/home/user/.agents/skills/own",
    ]);
  });
});

describe("an expectation", () => {
  it("of a pattern that takes forever is not measured", () => {
    expect(matches("(a+)+$", `${"a".repeat(40)}b`)).toBe("too-slow");
    expect(matches("^b$", "a\nb\nc")).toBe(true);
  });

  it("reports which event is missing and after which", async () => {
    const result = await play(agentskills, roots, {
      replies: [{ calls: [{ name: "activate_skill", arguments: { name: "forms" } }] }],
    });
    const reasonOf = (
      events: Extract<Expectation, { readonly kind: "order" }>["events"],
    ): string | undefined => judgeOne({ kind: "order", events }, { result }).reason;
    expect(reasonOf([{ kind: "activate", skill: "mail" }])).toBe('activate "mail" did not happen');
    expect(reasonOf([{ kind: "answer" }, { kind: "activate", skill: "forms" }])).toBe(
      'activate "forms" did not come after answer',
    );
    expect(
      reasonOf([
        { kind: "activate", skill: "forms" },
        { kind: "activate", skill: "forms" },
      ]),
    ).toBe('activate "forms" did not come after activate "forms"');
    expect(reasonOf([{ tool: "activate_skill" }, { kind: "answer", text: "done" }])).toBeUndefined();
  });
});

it("combines outcomes: unmeasured before failed", () => {
  expect(worst(["pass", "fail", "could-not-measure"])).toBe("could-not-measure");
  expect(worst(["pass", "fail"])).toBe("fail");
  expect(worst([])).toBe("pass");
  expect(outcomeOf([])).toBe("could-not-measure");
});

describe("a step that changes files", () => {
  const start = "systems: [agentskills, agio]\nprompt: a\nsteps: [{activate: forms}, ";
  const reasons = async (step: string): Promise<readonly (string | undefined)[]> =>
    (await run(`${start}${step}]\nexpect: {activated: [forms]}\n`)).plays.map(
      ({ outcome, unused: [first] }) => (outcome === "could-not-measure" ? first?.message : outcome),
    );

  it("is not measured where no system could notice it", async () => {
    expect(await reasons("{change: {/tmp/notes.txt: b}}")).toEqual([
      'step 2 changes "/tmp/notes.txt", which is neither in the project nor in a directory in which the system looks for skills; it looks in "/project/.agents/skills"',
      'step 2 changes "/tmp/notes.txt", which is neither in the project nor in a directory in which the system looks for skills; it looks in "/project/.agents/skills"',
    ]);
    expect(await reasons("{remove: .agents/skills/forms/references/c.md}")).toEqual([
      'step 2 removes ".agents/skills/forms/references/c.md", which does not exist',
      'step 2 removes ".agents/skills/forms/references/c.md", which does not exist',
    ]);
    expect(await reasons("{change: {a.md: b}, skill: form}")).toEqual([
      'step 2 changes files of "form", which is not in the catalog; did you mean "forms"?',
      'step 2 changes files of "form", which is not in the catalog; did you mean "forms"?',
    ]);
  });

  it("adds, changes and removes files for every later request, and leaves the disk alone", async () => {
    const tree = makeTree({
      "skills/forms/SKILL.md": skillMd("forms"),
      "skills/forms/a.md": "old\n",
      "skills/empty/notes.md": "notes\n",
    });
    const { plays } = await run(
      `systems: [agio]
prompt: a
project: .
steps:
  - change: {skills/empty/SKILL.md: "---\\nname: empty\\ndescription: Once empty.\\n---\\n"}
  - {activate: empty}
  - {read: notes.md}
  - {change: {a.md: "new\\n"}, skill: forms}
  - {read: a.md, skill: forms}
  - {remove: [skills/forms/a.md]}
  - {read: a.md, skill: forms}
  - {change: {skills/forms/a.md: "third\\n"}}
  - {read: a.md, skill: forms}
  - {remove: skills/forms/SKILL.md}
  - {activate: forms}
  - {finish: b}
expect: {activated: [empty]}
`,
      { roots: (system, read) => scenarioRoots(read, system, tree) ?? [] },
    );
    const { outcome, played } = plays[0]!;
    expect(outcome).toBe("pass");
    expect(
      played?.result.messages.flatMap(({ role, content }) => (role === "tool" ? [content] : [])),
    ).toEqual([
      "",
      "notes\n",
      "new\n",
      '"/project/skills/forms/a.md" does not exist',
      "third\n",
      "Error: Skill 'forms' not found. Available skills: empty",
    ]);
    expect(readFileSync(path.join(tree, "skills/forms/a.md"), "utf8")).toBe("old\n");
  });
});
