import { mkdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { schemaId } from "../src/model/address.ts";
import type { ScriptRunner, SkillRoot } from "../src/model/agent.ts";
import { auditOf, auditPath } from "../src/harness/audit.ts";
import { replay } from "../src/harness/models/replay.ts";
import { runSession } from "../src/harness/session.ts";
import { reactActions } from "../src/harness/systems/react-actions/react-actions.ts";
import { scanRoots } from "../src/find/scan-roots.ts";
import { countReads } from "./support/counting.ts";
import { echoScripts, play, rootOf, sayInTurn, traceLines, worldOf } from "./support/harness.ts";
import { runSkills } from "./support/io.ts";
import { packed, zipOf } from "./support/packed.ts";
import { act, done, load, observations, playReact, run, select, skillWith } from "./support/react.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { schemaOf } from "./support/schema.ts";

const forms = {
  "SKILL.md": skillMd("forms", "Read reference/a.md.\n"),
  "reference/a.md": "A\n",
  "reference/b.md": "B\n",
  "scripts/run.sh": "echo\n",
};
const scriptsOn = { execution: { allowed_tools: ["read_file", "run_script"], require_approval_for: [] } };
const systemPrompt = (messages: readonly { readonly content: string }[]): string =>
  messages[0]?.content ?? "";

describe("the acceptance of the design (§13)", () => {
  const library = (log: string[]): SkillRoot =>
    rootOf(
      "/project/.agent/skills",
      Object.fromEntries(
        ["a", "b", "c"].map((name) => [name, { ...forms, "SKILL.md": skillMd(name, "Body. ".repeat(1000)) }]),
      ),
      { wrap: (source) => countReads(source, log) },
    );
  const heads = ["a", "b", "c"].map((name) => `${name}/SKILL.md [0, 1024)`);

  it("1: reads only metadata at the start, and lists the index from it", async () => {
    const log: string[] = [];
    const agent = await reactActions.open(worldOf([library(log)]));
    expect(log).toEqual(heads);
    expect(agent.catalog.map(({ name, description, scope }) => ({ name, description, scope }))).toEqual(
      ["a", "b", "c"].map((name) => ({
        name,
        description: "Fills PDF forms. Use when a form is to be filled.",
        scope: "project",
      })),
    );
    expect(systemPrompt(agent.request().messages)).toContain(
      "## Skills\n\n- a (project): Fills PDF forms. Use when a form is to be filled.\n- b (project): ",
    );
    expect(systemPrompt(agent.request().messages)).not.toContain("Body.");
  });

  it("2: loads only the body of the selected skill", async () => {
    const log: string[] = [];
    const { trace } = await playReact([library(log)], [select("b")]);
    expect(log).toEqual([
      ...heads,
      `b/SKILL.md [0, ${Buffer.byteLength(skillMd("b", "Body. ".repeat(1000)))})`,
    ]);
    expect(traceLines(trace, "activate").length).toBe(1);
  });

  it("3: reads a resource only when load_resource requests it", async () => {
    const log: string[] = [];
    const { trace } = await playReact([library(log)], [select("b"), load("b", "reference/b.md")]);
    expect(log.slice(4)).toEqual(["b/", "b/reference/b.md [0, 2)"]);
    expect(trace.filter(({ bytes }) => bytes).map(({ kind, tier }) => `${kind} ${tier}`)).toEqual([
      "head 1",
      "head 1",
      "head 1",
      "activate 2",
      "resource 3",
    ]);
  });

  it("4: finds a skill that was installed from a zip", async () => {
    const cwd = makeTree({ "demo.zip": zipOf([packed("SKILL.md", skillMd("demo"))]) });
    expect(
      (
        await runSkills(["install", "--root", ".agent/skills", "demo.zip"], {
          cwd,
          env: { HOME: cwd },
        })
      ).code,
    ).toBe(0);
    const roots = scanRoots(
      reactActions.roots({}, {}),
      { project: cwd, home: path.join(cwd, "home") },
      { depth: reactActions.depth },
    );
    expect((await reactActions.open(worldOf(roots))).catalog).toMatchObject([
      { name: "demo", path: "/project/.agent/skills/demo" },
    ]);
  });

  it.each([
    ["a path that leads out", [packed("SKILL.md", skillMd("demo")), packed("../../x.md", "x")]],
    ["no SKILL.md", [packed("README.md", "x")]],
  ])("4: does not install a zip with %s", async (_, files) => {
    const cwd = makeTree({ "demo.zip": zipOf(files) });
    mkdirSync(path.join(cwd, ".agent/skills"), { recursive: true });
    expect(
      (
        await runSkills(["install", "--root", ".agent/skills", "demo.zip"], {
          cwd,
          env: { HOME: cwd },
        })
      ).code,
    ).not.toBe(0);
    const [project] = scanRoots(
      reactActions.roots({}, {}),
      { project: cwd, home: path.join(cwd, "home") },
      { depth: reactActions.depth },
    );
    expect([project?.skills, project?.without]).toEqual([[], []]);
  });

  it("5: refuses tools that the skill does not allow, and high-risk tools without approval", async () => {
    const hostTools = [
      { spec: { name: "delete_file", description: "", parameters: {} }, answer: () => "gone" },
    ];
    const skill = { forms: { ...forms, "SKILL.md": skillWith("forms", "allowed-tools: [delete_file]") } };
    const remove = act("call_tool", {
      skill: { name: "forms" },
      tool: "delete_file",
      arguments: { path: "x" },
    });
    const settings = { execution: { allowed_tools: ["run_script", "delete_file"] } };
    const { trace } = await playReact(skill, [select("forms"), run("forms", "scripts/run.sh"), remove], {
      world: { hostTools, settings, policy: { approval: "ci" } },
    });
    expect(traceLines(trace, "script", "tool", "refuse")).toEqual([
      expect.stringContaining('the skill "forms" does not allow the tool "run_script"'),
      expect.stringContaining("needs approval"),
    ]);
  });

  it("6: runs offline with a scripted model and always gives the same report", async () => {
    const reports = await Promise.all(
      [0, 1].map(async () =>
        auditOf(
          await playReact(
            { forms },
            [select("forms"), load("forms", "reference/a.md"), run("forms", "scripts/run.sh")],
            { world: { settings: scriptsOn } },
          ),
        ),
      ),
    );
    expect(reports[0]).toEqual(reports[1]);
    expect(reports[0]).toMatchObject({
      stop: "answered",
      skills: [{ skill: "forms" }],
      resources: [{ file: "reference/a.md" }],
      tools: [{ tool: "run_script", outcome: "answered", output: "answered\nstdout:\nscripts/run.sh" }],
    });
  });
});

describe("an invalid decision", () => {
  it("can be repeated a few times in a row", async () => {
    const wrong = { text: "hm" };
    const ok = await playReact({ forms }, [wrong, wrong, select("forms"), wrong, wrong]);
    expect([ok.stop, traceLines(ok.trace, "refuse").length]).toEqual(["answered", 4]);
    expect(observations(ok)[1]).toBe(
      'the reply is "hm"; write one JSON object and nothing else; nothing was done; 1 attempt left',
    );
  });

  it("ends the session after too many in a row", async () => {
    const { stop, trace, answer } = await playReact({ forms }, [{ text: "a" }, { text: "b" }, { text: "c" }]);
    expect([stop, answer, traceLines(trace, "stop")]).toEqual([
      "model-failed",
      undefined,
      ["stop no valid action in 3 consecutive attempts", "stop model-failed"],
    ]);
    const strict = await playReact({ forms }, [{ text: "a" }], {
      world: { settings: { constraints: { max_retries: 0 } } },
    });
    expect([strict.stop, observations(strict)]).toEqual([
      "model-failed",
      [
        'the reply is "a"; write one JSON object and nothing else; nothing was done; that was the last attempt',
      ],
    ]);
  });
});

describe("the plan", () => {
  const step = (id: string, title: string, status = "pending") => ({ id, title, status });
  const plans = (trace: Parameters<typeof traceLines>[0]) =>
    trace
      .filter(({ kind }) => kind === "plan")
      .map(({ text, arguments: plan, turn }) => ({ text, plan, turn }));
  const first = { action: "select_skills", skills: [{ name: "forms" }], reason: "x" };
  const replies = (...updates: readonly unknown[]) =>
    updates.map((update, index) => ({
      text: JSON.stringify({
        ...(index === 0
          ? first
          : { action: "load_resource", skill: { name: "forms" }, relative_path: "reference/a.md" }),
        ...(update !== undefined && { plan_update: update }),
      }),
    }));

  it("is made with the first decision, from the request if the model gives none", async () => {
    const { trace, messages } = await playReact({ forms }, replies(undefined), {
      prompt: "  Fill\n the form ",
    });
    expect(plans(trace)).toEqual([
      {
        turn: 1,
        text: "created from the request",
        plan: expect.objectContaining({
          goal: "Fill the form",
          assumptions: [],
          constraints: { max_turns: 12, max_tool_calls: 30, max_script_runs: 10 },
        }),
      },
    ]);
    expect(traceLines(trace).findIndex((line) => line.startsWith("plan"))).toBeLessThan(
      traceLines(trace).findIndex((line) => line.startsWith("activate")),
    );
    expect(systemPrompt(messages)).toContain('## Plan\n\n{"goal":"Fill the form"');
  });

  it("is requested until there is one", async () => {
    const agent = await reactActions.open(worldOf([]));
    expect(systemPrompt(agent.request().messages)).toContain(
      '## Plan\n\nThere is none yet. Make it now: put "plan_update": {"replace": …}',
    );
  });

  it("is the model's if the first decision contains one", async () => {
    const { trace } = await playReact(
      { forms },
      replies({
        replace: {
          goal: "g",
          steps: [{ id: "a", title: "t" }],
          assumptions: ["x"],
          constraints: { max_turns: 5 },
        },
      }),
    );
    expect(plans(trace)).toEqual([
      {
        turn: 1,
        text: "created by the model",
        plan: {
          goal: "g",
          steps: [step("a", "t")],
          assumptions: ["x"],
          constraints: { max_turns: 5, max_tool_calls: 30, max_script_runs: 10 },
        },
      },
    ]);
  });

  it("changes after observations: steps are added, removed, moved and done", async () => {
    const patch = {
      add_steps: [{ id: "n", title: "new" }],
      remove_steps: ["s2"],
      order: ["n", "s1", "s3"],
      status: { s1: "completed", n: "in_progress" },
      assumptions: ["y"],
      goal: "h",
    };
    const { trace } = await playReact(
      { forms },
      replies(
        undefined,
        { patch },
        { replace: { goal: "z", steps: [{ id: "q", title: "t", status: "completed" }] } },
      ),
    );
    const limits = { max_turns: 12, max_tool_calls: 30, max_script_runs: 10 };
    expect(plans(trace).slice(1)).toEqual([
      {
        turn: 2,
        text: "patched",
        plan: {
          goal: "h",
          steps: [
            step("n", "new", "in_progress"),
            step("s1", "choose and load the skills for it", "completed"),
            step("s3", "check the result and give the answer"),
          ],
          assumptions: ["y"],
          constraints: limits,
        },
      },
      {
        turn: 3,
        text: "replaced",
        plan: { goal: "z", steps: [step("q", "t", "completed")], assumptions: [], constraints: limits },
      },
    ]);
  });

  it("is made again for the next request", async () => {
    const { trace } = await play(reactActions, [], {
      prompt: "one",
      followUps: ["two"],
      replies: [done, done],
    });
    expect(plans(trace).map(({ plan }) => plan)).toMatchObject([{ goal: "one" }, { goal: "two" }]);
  });

  it("may lower the limits, which then apply", async () => {
    const { stop, trace } = await playReact(
      { forms },
      replies({ patch: { constraints: { max_tool_calls: 2 } } }, undefined, undefined),
    );
    expect([stop, traceLines(trace, "resource").length]).toEqual(["tool-calls", 1]);
  });
});

describe("the budget", () => {
  const read = load("forms", "reference/a.md");

  it.each([
    ["turns", { max_turns: 3 }, [select("forms"), read, read, read], 2],
    ["tool-calls", { max_tool_calls: 2 }, [select("forms"), read, read, read], 1],
    [
      "script-runs",
      { max_script_runs: 1 },
      [select("forms"), read, run("forms", "scripts/run.sh"), run("forms", "scripts/run.sh")],
      1,
    ],
  ] as const)(
    "ends the session at the configuration's maximum of %s",
    async (stop, constraints, replies, resources) => {
      const result = await playReact({ forms }, replies, {
        world: { settings: { ...scriptsOn, constraints } },
      });
      expect([
        result.stop,
        traceLines(result.trace, "stop"),
        traceLines(result.trace, "resource").length,
        traceLines(result.trace, "script").length,
      ]).toEqual([stop, [`stop ${stop}`], resources, stop === "script-runs" ? 1 : 0]);
    },
  );

  it("never exceeds the session's budget, and the remainder is shown to the model", async () => {
    const { stop, messages } = await playReact({ forms }, [select("forms"), read, read], {
      budget: { toolCalls: 2 },
    });
    expect(stop).toBe("tool-calls");
    expect(systemPrompt(messages)).toContain("Left: 9 of 12 turns, 0 of 2 tool calls, 10 of 10 script runs.");
  });
});

describe("bodies", () => {
  const library = Object.fromEntries(["a", "b", "c", "lead"].map((name) => [name, skillMd(name)]));

  it("are loaded two per round, and others are refused until the next round", async () => {
    const { trace } = await playReact(library, [select("a", "b", "c"), select("c")]);
    expect(traceLines(trace, "activate", "refuse")).toEqual([
      "activate a SKILL.md [0, 87)",
      "activate b SKILL.md [0, 87)",
      'refuse c the skill "c" was not loaded: at most 2 per round; select it in the next round',
      "activate c SKILL.md [0, 87)",
    ]);
  });

  it("are loaded one per round if the configuration says so, coordination skills first", async () => {
    const { trace } = await playReact(library, [select("a", "lead")], {
      world: { settings: { execution: { max_bodies_per_round: 1, coordination_skills: ["lead"] } } },
    });
    expect(traceLines(trace, "activate", "refuse")).toEqual([
      "activate lead SKILL.md [0, 90)",
      expect.stringContaining('refuse a the skill "a" was not loaded'),
    ]);
  });

  it("are loaded once, with their source and path", async () => {
    const result = await playReact({ forms: skillWith("forms", "version: 1.2") }, [
      select("forms", "forms"),
      select("forms"),
    ]);
    expect(observations(result)).toEqual([
      'select_skills:\nSkill "forms" (id: project:forms@1.2, source: project, path: /project/.agent/skills/forms/SKILL.md)\n\n\nDo it.\n\n\nThe skill "forms" is already loaded.',
      'select_skills:\nThe skill "forms" is already loaded.',
    ]);
    expect(traceLines(result.trace, "again").length).toBe(2);
  });

  it("are cleaned, with a note for the model and in the trace", async () => {
    const result = await playReact({ forms: skillMd("forms", "Do\u200b it.\r\n") }, [select("forms")]);
    expect(observations(result)[0]).toContain(
      "\nNote: 1 invisible character was removed: U+200B.\nNote: 1 line ending was changed to LF.\n\n\nDo it.\n",
    );
    expect(traceLines(result.trace, "activate")[0]).toContain(
      "1 invisible character was removed: U+200B; 1 line ending was changed to LF",
    );
  });

  it("of more than 500 lines are not loaded", async () => {
    const { trace } = await playReact({ forms: skillMd("forms", "x\n".repeat(600)) }, [
      select("forms"),
      load("forms", "reference/a.md"),
    ]);
    expect(traceLines(trace, "refuse")).toEqual([
      expect.stringContaining('the skill "forms" was not loaded: the body has 601 lines (maximum 500)'),
      expect.stringContaining("is not loaded; select it first"),
    ]);
  });
});

describe("the index", () => {
  const root = (scope: "project" | "user" | "builtin", names: readonly string[]) =>
    rootOf(`/${scope}`, Object.fromEntries(names.map((name) => [name, skillMd(name.split("/").at(-1)!)])), {
      scope,
    });
  const all = [root("project", ["pdf"]), root("user", ["excel", "pdf"]), root("builtin", ["pdf"])];
  const chosen = async (name: string | { readonly name: string; readonly source: string }, settings = {}) =>
    observations(await playReact(all, [select(name)], { world: { settings } }))[0];

  it("prefers project over user over built-in skills, and reports shadowed skills", async () => {
    const { problems } = await playReact(all);
    expect(problems).toEqual([
      {
        path: "/user/pdf",
        kind: "shadowed",
        message: 'the skill "pdf" in "/project/pdf" takes precedence unless the source "user" is given',
      },
      {
        path: "/builtin/pdf",
        kind: "shadowed",
        message: 'the skill "pdf" in "/project/pdf" takes precedence unless the source "builtin" is given',
      },
    ]);
    expect(await chosen("pdf")).toContain("source: project");
  });

  it("has only one skill of a name from each source", async () => {
    const { problems, catalog } = await playReact([
      root("project", ["a"]),
      rootOf("/other", { a: skillMd("a") }, { scope: "project" }),
    ]);
    expect([problems, catalog.map(({ path }) => path)]).toEqual([
      [{ path: "/other/a", kind: "shadowed", message: 'the skill "a" in "/project/a" takes precedence' }],
      ["/project/a"],
    ]);
  });

  it("finds a shadowed skill by its source or with --source", async () => {
    expect(await chosen({ name: "pdf", source: "builtin" })).toContain("source: builtin");
    expect(await chosen("pdf", { source: "user" })).toContain("source: user");
    expect(await chosen({ name: "excel", source: "project" })).toContain(
      'unknown skill "excel" in source "project"; the skills are "pdf" (project), "excel" (user), "pdf" (user) and "pdf" (builtin)',
    );
  });

  it("distinguishes an organization's skills by its name", async () => {
    const roots = [root("project", ["acme/pdf", "pdf"])];
    const { trace } = await playReact(roots, [select("acme/pdf"), select("pdf")]);
    expect(traceLines(trace, "activate").map((line) => line.split(" ")[1])).toEqual(["acme/pdf", "pdf"]);
  });

  it("reports unusable skills and unknown values, and continues", async () => {
    const { problems, catalog } = await playReact(
      {
        nameless: "---\ndescription: x\n---\n",
        nested: skillWith("nested", "metadata:\n  a: b"),
        odd: skillWith("odd", "run-mode: fork"),
        sub: skillWith("sub", "run-mode: subagent"),
        bare: "# Bare\n",
      },
      [],
      { world: { settings: { colour: true } } },
    );
    expect(
      problems.map(({ path, kind, message }) => `${kind} ${path.split("/").at(-1)}: ${message}`),
    ).toEqual([
      'warned config.json: unknown setting "colour"',
      'skipped nameless: the field "name" must be a non-empty string, not missing',
      'warned nested: the field "metadata" is not a scalar or a simple list and was not parsed',
      'skipped odd: the field "run-mode" must be "inline" or "subagent", not "fork"',
      'warned sub: run-mode "subagent" is recorded, but the skill runs inline',
      'skipped bare: SKILL.md does not begin with frontmatter between "---" lines',
    ]);
    expect(catalog.map(({ name }) => name)).toEqual(["nested", "sub"]);
  });

  it("hides skills with disable-model-invocation, which users activate by name", async () => {
    const skill = { secret: skillWith("secret", "disable-model-invocation: true", "Secretly.\n"), forms };
    const byModel = await playReact(skill, [select("secret")]);
    expect(systemPrompt(byModel.messages)).not.toContain("secret");
    expect(observations(byModel)).toEqual([
      'select_skills:\nunknown skill "secret"; the skills are "forms" (project)',
    ]);
    const byPerson = await playReact(skill, [], { prompt: "/secret go on" });
    expect(byPerson.messages[1]?.content).toMatch(/^Skill "secret" [^]*\nSecretly\.\n\n\ngo on$/);
    expect(traceLines(byPerson.trace, "activate").length).toBe(1);
  });

  it("does not activate a skill by name unless users may invoke it", async () => {
    const { messages, trace } = await playReact(
      { forms: skillWith("forms", "user-invocable: false") },
      [select("forms")],
      { prompt: "/forms go" },
    );
    expect([messages[1]?.content, traceLines(trace, "activate").length]).toEqual(["/forms go", 1]);
  });

  it("is empty without skills", async () => {
    const { trace, messages } = await playReact([], [select("x")]);
    expect([traceLines(trace, "catalog"), observations({ messages })]).toEqual([
      [],
      ['select_skills:\nunknown skill "x"; there are no skills'],
    ]);
  });
});

it("expresses a model's intentions as actions", async () => {
  const entry = {
    name: "forms",
    description: "",
    scope: "project",
    path: "/project/.agent/skills/forms",
    hidden: false,
  } as const;
  const { activate, read, run: execute, finish } = reactActions.speak;
  const model = sayInTurn(
    activate(entry),
    read(entry, "reference/a.md"),
    execute(entry, "scripts/run.sh", ["x"]),
    finish("ok"),
  );
  const { trace } = await runSession({
    system: reactActions,
    model,
    world: worldOf([rootOf("/project/.agent/skills", { forms })], {
      settings: scriptsOn,
      scripts: echoScripts,
    }),
    prompt: "Do it.",
    budget: { turns: 9, toolCalls: 9, scriptRuns: 9 },
  });
  expect(traceLines(trace, "activate", "resource", "script", "refuse", "answer")).toEqual([
    "activate forms SKILL.md [0, 105)",
    "resource forms reference/a.md [0, 2)",
    "script forms scripts/run.sh answered",
    "answer ok",
  ]);
  expect(model.seen.every(({ tools }) => tools.length === 0)).toBe(true);
});

describe("the record of a run", () => {
  const isRun = schemaOf("run");

  it("contains requests, skills, files, tools, refusals and the answer, and matches its schema", async () => {
    const settings = { execution: { require_approval_for: ["run_script"] } };
    const replies = [
      select("forms"),
      load("forms", "reference/a.md"),
      run("forms", "scripts/run.sh", "-x"),
      load("forms", "../x"),
      { text: "hm" },
    ];
    const audit = auditOf(
      await playReact({ forms }, replies, { prompt: `Fill  it. ${"x".repeat(600)}`, world: { settings } }),
    );
    expect(isRun(audit), JSON.stringify(isRun.errors)).toBe(true);
    expect(audit).toEqual({
      $schema: schemaId("run"),
      version: 1,
      system: "react-actions",
      model: "scripted",
      stop: "answered",
      requests: [`Fill it. ${"x".repeat(491)}…(+109)`],
      skills: [{ turn: 1, skill: "forms", file: "SKILL.md", bytes: 105 }],
      resources: [{ turn: 2, skill: "forms", file: "reference/a.md", bytes: 2 }],
      tools: [
        {
          turn: 3,
          tool: "run_script",
          skill: "forms",
          file: "scripts/run.sh",
          arguments: ["-x"],
          outcome: "answered",
          output: "answered\nstdout:\nscripts/run.sh -x",
        },
      ],
      refusals: [
        { turn: 4, tool: "load_resource", skill: "forms", reason: '"../x" is outside the skill' },
        { turn: 5, reason: 'the reply is "hm"; write one JSON object and nothing else; nothing was done' },
      ],
      approvals: [
        {
          turn: 3,
          tool: "run_script",
          skill: "forms",
          reason:
            'use the tool "run_script" (medium risk) on "scripts/run.sh" for the skill "forms": approved beforehand',
        },
      ],
      plan: expect.objectContaining({ goal: expect.stringMatching(/^Fill it\. x/) }),
      answer: "done",
      trace: expect.arrayContaining([expect.objectContaining({ kind: "reply", text: done.text })]),
    });
  });

  it("contains how a script ended, with its exit code", async () => {
    const scripts: ScriptRunner = {
      run: async () => ({
        mode: "controlled",
        outcome: "exited",
        exitCode: 3,
        stdout: "",
        stderr: "no such form\n",
        truncated: [],
        notes: [],
      }),
    };
    const audit = auditOf(
      await playReact({ forms }, [select("forms"), run("forms", "scripts/run.sh")], {
        world: { settings: scriptsOn, scripts },
      }),
    );
    expect(audit.tools).toEqual([
      {
        turn: 2,
        tool: "run_script",
        skill: "forms",
        file: "scripts/run.sh",
        arguments: [],
        outcome: "exited with 3",
        exitCode: 3,
        output: "exited with 3\nstderr:\nno such form\n",
      },
    ]);
    expect(isRun(audit), JSON.stringify(isRun.errors)).toBe(true);
  });

  it("contains everything needed to replay the run", async () => {
    const first = await playReact({ forms }, [select("forms"), load("forms", "reference/a.md")]);
    const model = replay(JSON.parse(JSON.stringify(auditOf(first))));
    const again = await runSession({
      system: reactActions,
      model,
      world: worldOf([rootOf("/project/.agent/skills", { forms })]),
      prompt: "Do it.",
      budget: { turns: 20, toolCalls: 50, scriptRuns: 10 },
    });
    expect({ ...again, model: first.model }).toEqual(first);
  });

  it("is in a directory named after its time, valid on every operating system", () => {
    expect(auditPath("2026-01-02T03:04:05Z")).toBe(".agent/runs/2026-01-02T03-04-05Z/run.json");
  });
});

it("answers every action by a message with a call id, an invalid one with that of no call", async () => {
  const { messages } = await playReact({ forms }, [{ text: "no action" }, select("forms")]);
  expect(messages.flatMap(({ calls = [] }) => calls)).toEqual([
    { id: "call-2", name: "select_skills", arguments: { skills: [{ name: "forms" }], reason: "it fits" } },
  ]);
  expect(messages.flatMap(({ role, callId }) => (role === "tool" ? [callId] : []))).toEqual([
    "call-1",
    "call-2",
  ]);
});
