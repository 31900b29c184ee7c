import { expect, it } from "vitest";
import type { Budget, HostTool, Model, ModelReply, ScriptRunner } from "../src/model/agent.ts";
import { SkillsError } from "../src/core/errors.ts";
import { runSession } from "../src/harness/session.ts";
import { harness9 } from "../src/harness/systems/harness9.ts";
import {
  call,
  echoScripts,
  lastWords,
  play,
  rootOf,
  sayInTurn,
  traceLines,
  worldOf,
} from "./support/harness.ts";
import { skillMd } from "./support/tree.ts";

const roots = [
  rootOf("/project/skills", {
    forms: {
      "SKILL.md": skillMd("forms", "Read references/a.md.\n"),
      "references/a.md": "A",
      "scripts/run.sh": "echo",
    },
  }),
];

it("goes from the catalog to the answer and records events in order", async () => {
  const { trace, stop, answer } = await play(harness9, roots, {
    replies: [
      call("use_skill", { skill_name: "forms" }),
      call("read_file", { path: "skills/forms/references/a.md" }),
      call("run_script", { path: "/project/skills/forms/scripts/run.sh", args: ["x"] }),
    ],
  });
  expect(traceLines(trace)).toEqual([
    "head forms SKILL.md [0, 106)",
    "catalog",
    "prompt",
    "reply",
    "activate forms SKILL.md [0, 106)",
    "reply",
    "resource forms references/a.md [0, 1)",
    "reply",
    'approve run the script "/project/skills/forms/scripts/run.sh": approved beforehand',
    "script forms scripts/run.sh answered",
    "reply",
    "answer done",
  ]);
  expect({ stop, answer }).toEqual({ stop: "answered", answer: "done" });
});

const read = (file: string): ModelReply => call("read_file", { path: `skills/forms/${file}` });

it("records a model's mistakes and continues", async () => {
  const wrong = [
    call("fly"),
    call("read_file"),
    call("read_file", { path: 5 }),
    call("read_file", { path: "skills/forms/SKILL.md", speed: 9 }),
    call("run_script", { path: "skills/forms/scripts/run.sh", args: [1] }),
    call("toString"),
    {},
  ];
  const { trace, stop, answer } = await play(harness9, roots, { replies: wrong });
  expect(traceLines(trace, "refuse")).toEqual([
    'refuse unknown tool "fly"; the tools are "use_skill", "read_file", "list_directory" and "run_script"',
    'refuse the argument "path" is missing',
    'refuse the argument "path" must be a string',
    'refuse unknown argument "speed"; use "path", "start_line" or "end_line"',
    'refuse the argument "args" must be a list of strings',
    'refuse unknown tool "toString"; the tools are "use_skill", "read_file", "list_directory" and "run_script"',
  ]);
  expect({ stop, answer }).toEqual({ stop: "answered", answer: "" });
});

it("ends exactly when a budget is used up", async () => {
  const many = {
    calls: [read("SKILL.md"), read("references/a.md"), read("references/a.md")].flatMap(
      ({ calls = [] }) => calls,
    ),
  };
  const run = call("run_script", { path: "skills/forms/scripts/run.sh" });
  const stopOf = async (replies: readonly ModelReply[], budget: Partial<Budget>) => {
    const { stop, trace } = await play(harness9, roots, { replies, budget });
    return [stop, trace.filter(({ kind }) => kind === "resource" || kind === "script").length];
  };
  expect(await stopOf([many], { toolCalls: 3 })).toEqual(["answered", 3]);
  expect(await stopOf([many], { toolCalls: 2 })).toEqual(["tool-calls", 2]);
  expect(await stopOf([many, read("SKILL.md")], { toolCalls: 3 })).toEqual(["tool-calls", 3]);
  expect(await stopOf([read("SKILL.md"), read("SKILL.md")], { turns: 2 })).toEqual(["turns", 2]);
  expect(await stopOf([run, run], { scriptRuns: 2 })).toEqual(["answered", 2]);
  expect(await stopOf([run, run], { scriptRuns: 1 })).toEqual(["script-runs", 2]);
});

it("has no answer if the budget is used up before the final one", async () => {
  const { answer, trace } = await play(harness9, roots, {
    replies: [read("SKILL.md"), { text: "Reading on.", ...read("SKILL.md") }],
    budget: { toolCalls: 1 },
  });
  expect(answer).toBeUndefined();
  expect(traceLines(trace, "answer", "stop")).toEqual(["stop tool-calls"]);
});

it("never runs more scripts than the budget allows, even in one reply", async () => {
  const ran: string[] = [];
  const scripts: ScriptRunner = {
    run: async (request) => (ran.push(request.file), echoScripts.run(request)),
  };
  const twice = {
    calls: [1, 2].map(() => ({ name: "run_script", arguments: { path: "skills/forms/scripts/run.sh" } })),
  };
  const { messages } = await play(harness9, roots, {
    replies: [twice],
    budget: { scriptRuns: 1 },
    world: { scripts },
  });
  expect(ran).toEqual(["scripts/run.sh"]);
  expect(lastWords({ messages })).toBe("refused\nthe session may run at most 1 script");
});

it("ends when the model fails, and throws our own errors", async () => {
  const failing = (cause: Error): Model => ({
    id: "scripted",
    next: async () => {
      throw cause;
    },
  });
  const run = (model: Model) =>
    runSession({
      system: harness9,
      model,
      world: worldOf(roots),
      prompt: "Go.",
      budget: { turns: 3, toolCalls: 3, scriptRuns: 0 },
    });
  const { stop, trace } = await run(failing(new SkillsError("bad-usage", "the program ended")));
  expect(stop).toBe("model-failed");
  expect(traceLines(trace, "stop")).toEqual(["stop the program ended", "stop model-failed"]);
  await expect(run(failing(new TypeError("a bug")))).rejects.toThrow("a bug");
});

it("offers only the tools that the configuration and the run both allow, and refuses the others", async () => {
  const policy = {
    approval: "yes",
    configured: ["use_skill", "read_file"],
    allowed: ["read_file", "run_script"],
  } as const;
  const model = sayInTurn(call("use_skill", { skill_name: "forms" }), call("run_script", { path: "x" }));
  const { trace } = await runSession({
    system: harness9,
    model,
    world: worldOf(roots, { policy }),
    prompt: "Go.",
    budget: { turns: 5, toolCalls: 5, scriptRuns: 5 },
  });
  expect(model.seen[0]!.tools.map(({ name }) => name)).toEqual(["read_file"]);
  expect(traceLines(trace, "refuse")).toEqual([
    'refuse this run does not allow the tool "use_skill"',
    'refuse the configuration does not allow the tool "run_script"',
  ]);
});

it("answers a tool of the host with the scenario's result, and omits tools of a skill's group", async () => {
  const host = (name: string, group?: string): HostTool => ({
    spec: { name, description: "", parameters: {} },
    answer: (args) => JSON.stringify(args),
    ...(group !== undefined && { group }),
  });
  const result = await play(harness9, roots, {
    replies: [call("weather", { city: "Oslo" }), call("grouped")],
    world: { hostTools: [host("weather"), host("grouped", "forms")] },
  });
  expect(traceLines(result.trace, "tool", "refuse")).toEqual([
    "tool",
    expect.stringContaining('unknown tool "grouped"'),
  ]);
  expect(result.messages.find(({ role }) => role === "tool")!.content).toBe('{"city":"Oslo"}');
});

it("gives each call a unique id and answers with it", async () => {
  const { messages } = await play(harness9, roots, {
    replies: [read("SKILL.md"), { calls: [{ id: "mine", name: "fly", arguments: {} }] }, read("SKILL.md")],
  });
  expect(messages.flatMap(({ calls = [] }) => calls.map(({ id }) => id))).toEqual([
    "call-1",
    "mine",
    "call-3",
  ]);
  expect(messages.flatMap(({ callId }) => callId ?? [])).toEqual(["call-1", "mine", "call-3"]);
});
