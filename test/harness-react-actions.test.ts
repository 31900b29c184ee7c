import { describe, expect, it } from "vitest";
import type { ModelReply, ScriptResult } from "../src/model/agent.ts";
import { readDecision } from "../src/harness/systems/react-actions/protocol.ts";
import { reactActions } from "../src/harness/systems/react-actions/react-actions.ts";
import { lastWords, traceLines } from "./support/harness.ts";
import { act, done, load, observations, playReact, run, select, skillWith, use } from "./support/react.ts";
import { skillMd } from "./support/tree.ts";
import { schemaOf } from "./support/schema.ts";

const forms = {
  "SKILL.md": skillMd("forms", "See reference/kpi.md.\n"),
  "reference/kpi.md": "# KPI\nall\n## 指标定义\nrevenue\n## Other\nx\n",
  "scripts/run.sh": "echo\n",
  "assets/logo.png": new Uint8Array([0, 1, 2]),
};
const scriptsOn = { execution: { allowed_tools: ["read_file", "list_dir", "grep", "run_script"] } };

const isObject = schemaOf("react-actions");

/** Validates a reply with the schema. */
function isAction({ text = "", calls }: ModelReply): boolean {
  try {
    return calls === undefined && isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

describe("an invalid reply is refused with what was expected", () => {
  const skill = { name: "a" };
  const wrong: readonly (readonly [string, ModelReply, string])[] = [
    ["nothing", {}, "the reply is empty; write one JSON object and nothing else"],
    [
      "plain text",
      { text: "I would select pdf." },
      'the reply is "I would select pdf."; write one JSON object and nothing else',
    ],
    [
      "text before the object",
      { text: 'Sure: {"action":"final_answer","answer":"x"}' },
      'the reply is `Sure: {"action":"final_answer","answer":"x"}`; write',
    ],
    ["two objects", { text: "{}{}" }, 'the reply is "{}{}"; write'],
    ["a list", { text: "[]" }, 'the reply is "[]"; write'],
    [
      "a tool call",
      { calls: [{ name: "run_script", arguments: {} }] },
      "the reply calls tools; write one JSON object as text instead",
    ],
    [
      "no action",
      { text: "{}" },
      'the object has no "action"; use "select_skills", "load_resource", "run_script", "call_tool" or "final_answer"',
    ],
    [
      "an unknown action",
      act("load_resources"),
      'unknown action "load_resources" (did you mean "load_resource"?); use',
    ],
    ["a name of JavaScript's", act("__proto__"), 'unknown action "__proto__"; use'],
    [
      "no skills",
      act("select_skills", { skills: [], reason: "x" }),
      'the action "select_skills": "skills" must be a non-empty list of {"name": string}',
    ],
    [
      "skills as a string",
      act("select_skills", { skills: ["a"], reason: "x" }),
      'the action "select_skills": "skills" must be',
    ],
    [
      "an unknown source",
      act("select_skills", { skills: [{ name: "a", source: "team" }], reason: "x" }),
      'the action "select_skills": "skills" must be',
    ],
    [
      "no reason",
      act("select_skills", { skills: [skill] }),
      'the action "select_skills" has no "reason"; it must be a string',
    ],
    [
      "a path that is a number",
      act("load_resource", { skill, relative_path: 1 }),
      'the action "load_resource": "relative_path" must be a string, not "1"',
    ],
    [
      "a section that is not a string",
      act("load_resource", { skill, relative_path: "a", section_hint: null }),
      'the action "load_resource": "section_hint" must be a string, not "null"',
    ],
    [
      "arguments as one string",
      act("run_script", { skill, relative_path: "a", args: "-x" }),
      'the action "run_script": "args" must be a list of strings, not `"-x"`',
    ],
    [
      "an unknown member",
      act("final_answer", { answer: "x", confidence: 1 }),
      'the action "final_answer" has an unknown key "confidence"; use "answer"',
    ],
  ];

  it.each(wrong)("%s", (_, reply, sentence) => {
    const decision = readDecision(reply);
    expect("objection" in decision ? decision.objection : decision).toContain(sentence);
    expect(isAction(reply)).toBe(false);
  });

  it("a value that is nested too deeply", () => {
    expect(
      readDecision({
        text: `{"action":"call_tool","skill":{"name":"a"},"tool":"grep","arguments":${'{"a":'.repeat(50)}1${"}".repeat(50)}}`,
      }),
    ).toHaveProperty("objection");
  });

  it("but an object in a fence is valid", () => {
    expect(
      readDecision({ text: '\n```json\n{"action": "final_answer", "answer": "x"}\n```\n' }),
    ).toMatchObject({ action: { action: "final_answer", answer: "x" } });
  });

  it("and 20,000 open brackets are refused without an overflow", () => {
    expect(readDecision({ text: `{"action":"final_answer","answer":${"[".repeat(20_000)}` })).toHaveProperty(
      "objection",
    );
  });
});

describe("an invalid change of the plan invalidates the whole reply", () => {
  // A schema cannot check what depends on the current plan.
  const ofThePlan = ["an unknown step", "a duplicate id", "an order with a gap", "a higher limit"];

  it.each<readonly [string, unknown, string]>([
    ["neither kind", {}, '"plan_update" must have exactly one key'],
    ["both kinds", { replace: {}, patch: {} }, '"plan_update" must have exactly one key'],
    ["no object", "later", 'the reply: "plan_update" must be an object, not `"later"`'],
    ["no steps", { replace: { goal: "g" } }, 'the new plan has no "steps"'],
    [
      "no goal",
      { replace: { steps: [{ id: "a", title: "t" }] } },
      'the new plan has no "goal"; it must be a string',
    ],
    [
      "an unknown status",
      { patch: { status: { s1: "done" } } },
      'unknown status "done"; use pending, in_progress or completed',
    ],
    [
      "a step without a title",
      { patch: { add_steps: [{ id: "x" }] } },
      '"add_steps[0]" of the patch of the plan has no "title"; it must be a string',
    ],
    ["an unknown step", { patch: { status: { s9: "completed" } } }, 'unknown step "s9"'],
    ["a duplicate id", { patch: { add_steps: [{ id: "s1", title: "t" }] } }, 'two steps have the id "s1"'],
    [
      "an order with a gap",
      { patch: { order: ["s1", "s2"] } },
      '"order" must name each step once; the steps are "s1", "s2" and "s3"',
    ],
    [
      "a higher limit",
      { patch: { constraints: { max_turns: 99 } } },
      'the constraint "max_turns" is 99 (maximum 12)',
    ],
    [
      "an unknown limit",
      { patch: { constraints: { max_tokens: 1 } } },
      'the constraint "max_tokens" is 1; use a whole number for max_turns, max_tool_calls or max_script_runs',
    ],
    ["an unknown member", { patch: { steps: [] } }, 'the patch of the plan has an unknown key "steps"; use'],
  ])("%s", async (name, update, sentence) => {
    const reply = act("select_skills", { skills: [{ name: "forms" }], reason: "x", plan_update: update });
    const result = await playReact({ forms }, [reply]);
    expect(isAction(reply)).toBe(ofThePlan.includes(name));
    expect(observations(result)[0]).toContain(sentence);
    expect(traceLines(result.trace, "activate")).toEqual([]);
  });
});

describe("load_resource", () => {
  it("reads one file, or only the section below one heading", async () => {
    const result = await playReact({ forms }, [
      select("forms"),
      load("forms", "reference/kpi.md"),
      load("forms", "./reference/kpi.md", "## 指标定义"),
    ]);
    expect(observations(result).slice(1)).toEqual([
      "load_resource:\n# KPI\nall\n## 指标定义\nrevenue\n## Other\nx\n",
      "load_resource:\n## 指标定义\nrevenue\n",
    ]);
    expect(traceLines(result.trace, "resource")).toEqual([
      "resource forms reference/kpi.md [0, 45)",
      "resource forms reference/kpi.md [0, 45)",
    ]);
  });

  it.each([
    [
      "a path out of the skill",
      load("forms", "../other/SKILL.md"),
      '"../other/SKILL.md" is outside the skill',
    ],
    [
      "an absolute path, even into the skill",
      load("forms", "/project/.agent/skills/forms/reference/kpi.md"),
      'is absolute; use a path from the root of the skill "forms"',
    ],
    ["a directory", load("forms", "reference"), '"reference" is a directory'],
    ["the whole skill", load("forms", ""), '"" is a directory'],
    ["a pattern", load("forms", "reference/*.md"), '"reference/*.md" does not exist'],
    ["a name slightly wrong", load("forms", "reference/kpis.md"), 'did you mean "reference/kpi.md"?'],
    [
      "a binary file",
      load("forms", "assets/logo.png"),
      '"assets/logo.png" contains 1 NUL character (3 bytes)',
    ],
    [
      "a missing heading",
      load("forms", "reference/kpi.md", "## None"),
      'unknown heading "## None"; the headings are "# KPI", "## 指标定义" and "## Other" in "reference/kpi.md"',
    ],
    ["SKILL.md as a whole", load("forms", "SKILL.md"), '"SKILL.md" is loaded by select_skills'],
    [
      "an unknown skill",
      load("nope", "a.md"),
      'unknown skill "nope"; the skills are "forms" (project) and "other" (project)',
    ],
  ])("refuses %s", async (_, reply, sentence) => {
    const result = await playReact({ forms, other: skillMd("other") }, [select("forms"), reply]);
    expect(observations(result)[1]).toContain(sentence);
    expect(traceLines(result.trace, "resource")).toEqual([]);
  });

  it("refuses a skill whose body was not loaded", async () => {
    const result = await playReact({ forms }, [load("forms", "reference/kpi.md")]);
    expect(observations(result)).toEqual([
      'load_resource:\nthe skill "forms" is not loaded; select it first',
    ]);
  });

  it("returns the omitted part of a long body by section", async () => {
    const long = `${"x\n".repeat(20)}## Late\nlate\n`;
    const result = await playReact(
      { forms: skillMd("forms", long) },
      [select("forms"), load("forms", "SKILL.md", "## Late")],
      { world: { settings: { security: { max_skill_body_lines: 10, long_skill_body: "split" } } } },
    );
    expect(observations(result)[0]).toContain(
      'use load_resource on SKILL.md with a section_hint to read them: "## Late"',
    );
    expect(observations(result)[0]).not.toContain("late\n");
    expect(observations(result)[1]).toBe("load_resource:\n## Late\nlate\n");
  });
});

describe("run_script", () => {
  const answering = (result: Partial<ScriptResult>) => ({
    settings: scriptsOn,
    scripts: {
      run: async () => ({
        mode: "controlled" as const,
        outcome: "exited" as const,
        stdout: "",
        stderr: "",
        truncated: [],
        notes: [],
        ...result,
      }),
    },
  });

  it("runs a script of the skill with the given arguments, and returns how it ended and its output", async () => {
    const result = await playReact(
      { forms },
      [select("forms"), run("forms", "scripts/run.sh", "--input", "a b")],
      {
        world: answering({
          exitCode: 2,
          stdout: "out\n",
          stderr: "err\n",
          truncated: ["stderr"],
          notes: ["1 file changed"],
        }),
      },
    );
    expect(observations(result)[1]).toBe(
      "run_script:\nexited with 2\nstdout:\nout\n\nstderr:\nerr\n\nstderr was truncated\n1 file changed",
    );
    expect(result.trace.find(({ kind }) => kind === "script")).toMatchObject({
      skill: "forms",
      file: "scripts/run.sh",
      arguments: ["--input", "a b"],
      exitCode: 2,
      text: "exited with 2",
    });
  });

  it("adds only a summary of the output to the conversation", async () => {
    const result = await playReact({ forms }, [select("forms"), run("forms", "scripts/run.sh")], {
      world: answering({ stdout: `begin${"x".repeat(900_000)}end` }),
    });
    const [, words = ""] = observations(result);
    expect(words).toMatch(
      /^run_script:\nexited with 0\nstdout:\nbeginx+\n… \(898,008 characters omitted\) …\nx+end$/,
    );
    expect(words.length).toBeLessThan(2_100);
  });

  it("reports a script that was not run and one that timed out", async () => {
    const refused = await playReact({ forms }, [select("forms"), run("forms", "scripts/run.sh")], {
      world: answering({ outcome: "refused", notes: ["no interpreter"] }),
    });
    expect(observations(refused)[1]).toBe("run_script:\nrefused\nno interpreter");
    const late = await playReact({ forms }, [select("forms"), run("forms", "scripts/run.sh")], {
      world: answering({ outcome: "timed-out" }),
    });
    expect(traceLines(late.trace, "script")).toEqual(["script forms scripts/run.sh timed-out"]);
  });
});

describe("call_tool", () => {
  it("lists a directory and searches one file", async () => {
    const result = await playReact({ forms }, [
      select("forms"),
      use("forms", "list_dir"),
      use("forms", "grep", { path: "reference/kpi.md", text: "rev" }),
      use("forms", "grep", { path: "reference/kpi.md", text: "zz" }),
      use("forms", "grep", { path: "reference/kpi.md" }),
    ]);
    expect(observations(result).slice(1)).toEqual([
      "call_tool:\nSKILL.md\nassets/\nreference/\nscripts/",
      "call_tool:\n4: revenue",
      'call_tool:\n"zz" was not found',
      'call_tool:\ngrep has no "text"; set it to the text to search for',
    ]);
  });

  it("calls a tool of the host, and lists the tools for an unknown name", async () => {
    const hostTools = [{ spec: { name: "weather", description: "", parameters: {} }, answer: () => "sunny" }];
    const result = await playReact(
      { forms: skillWith("forms", "allowed-tools: [weather]") },
      [select("forms"), use("forms", "weather", { city: "Bern" }), use("forms", "shell")],
      { world: { hostTools, settings: { execution: { allowed_tools: ["weather"] } } } },
    );
    expect(observations(result).slice(1)).toEqual([
      "call_tool:\nsunny",
      'call_tool:\nunknown tool "shell"; the tools are "list_dir", "grep" and "weather"',
    ]);
    expect(result.trace.find(({ kind }) => kind === "tool")).toMatchObject({
      tool: "weather",
      skill: "forms",
      summary: "sunny",
    });
  });

  it("cannot access files outside the skill", async () => {
    const result = await playReact({ forms, other: skillMd("other") }, [
      select("forms"),
      use("forms", "list_dir", { path: ".." }),
      use("forms", "grep", { path: "/project/.agent/skills/other/SKILL.md", text: "a" }),
    ]);
    expect(traceLines(result.trace, "refuse")).toEqual([
      expect.stringContaining('".." is outside the skill'),
      expect.stringContaining("is absolute; use"),
    ]);
  });
});

it("accepts the same replies as its schema", () => {
  const update = {
    patch: {
      add_steps: [{ id: "a", title: "t", status: "pending" }],
      remove_steps: [],
      order: ["a"],
      status: { a: "completed" },
      assumptions: [],
      constraints: { max_turns: 3 },
      goal: "g",
    },
  };
  const { speak } = reactActions;
  const entry = { name: "forms", description: "", scope: "user", path: "/x", hidden: false } as const;
  const replies = [
    select("forms"),
    load("forms", "a", "## B"),
    run("forms", "a", "b"),
    use("forms", "grep", {}),
    done,
    act("final_answer", { answer: "x", plan_update: update }),
    speak.activate(entry),
    speak.read(entry, "a"),
    speak.run(entry, "a", []),
    speak.finish("x"),
  ];
  expect(replies.map((reply) => [isAction(reply), "objection" in readDecision(reply)])).toEqual(
    replies.map(() => [true, false]),
  );
});

it("ends with the text of final_answer", async () => {
  const result = await playReact({ forms }, [done]);
  expect([result.stop, result.answer, lastWords(result, "assistant")]).toEqual([
    "answered",
    "done",
    '{"action":"final_answer","answer":"done"}',
  ]);
});
