import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { TestData } from "../src/model/reports/test.ts";
import { systemIds } from "../src/model/agent.ts";
import { runSkills } from "./support/io.ts";
import { needs } from "./support/needs.ts";
import { schemaOf } from "./support/schema.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const matches = schemaOf("report");
const key = "sk-secret-5c1f";

const queries = [
  { query: "Fill in this form", should_trigger: true },
  { query: "Complete my sheet", should_trigger: true },
  { query: "Sing a song", should_trigger: false },
];

const scenario = (systems: string, more = ""): string =>
  `name: fills\nsystems: ${systems}\nprompt: Fill in the form.\nexpect:\n  activated: [forms]\n  answer: {contains: Filled}\n${more}`;

function project(more: Readonly<Record<string, string>> = {}): string {
  return makeTree({
    "forms/SKILL.md": skillMd("forms", "Write in capitals.\n"),
    "forms/evals/trigger_eval.json": JSON.stringify(queries),
    "forms/fills.scenario.yaml": scenario("[agentskills]"),
    ...more,
  });
}

const run = (
  cwd: string,
  model: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) =>
  runSkills(["test", "--format", "json", "--model", `command:${model}`, ...args], {
    cwd,
    env: { PATH: process.env["PATH"], ...env },
  });

async function runOf(
  ...given: Parameters<typeof run>
): Promise<{ readonly code: number; readonly data: TestData }> {
  const { code, stdout, stderr } = await run(...given);
  if (stdout === "") throw new Error(stderr);
  const report: { readonly data: TestData } = JSON.parse(stdout);
  const isValid: boolean = matches(report);
  expect(isValid ? [] : matches.errors).toEqual([]);
  return { code, data: report.data };
}

/** The scenario passes 5 of 5 sessions; of the queries, one is missed each time. */
function expectFiveRepeats({ code, data }: { readonly code: number; readonly data: TestData }): void {
  const [played, judged] = ["scenario", "eval"].map((kind) => data.tests.find((test) => test.kind === kind));
  expect({ code, played, judged }).toMatchObject({
    code: 1,
    played: {
      outcome: "pass",
      message: "3 expectations met, 5 of 5 sessions passed",
      model: { sessions: 5, passed: 5 },
    },
    judged: {
      outcome: "fail",
      message: "3 expectations: 1 failed, 2 passed; 10 of 15 sessions passed; precision 100%, recall 50%",
      details: ["failed: 2: Complete my sheet: met in 0 of 5 sessions: no skill was activated"],
      model: { sessions: 15, passed: 10 },
    },
  });
}

const fiveRepeats = ["forms", "--system", "agentskills", "--repeat", "5"];

it("decides a scenario and a set of triggers by the program in docs/models.md", async () => {
  needs("python3");
  const [, program = ""] =
    /^```python\n([^]*?)^```$/m.exec(readFileSync(path.join(root, "docs/models.md"), "utf8")) ?? [];
  expect(program.split("\n").filter((line) => line !== "")).toHaveLength(13);
  expectFiveRepeats(await runOf(project({ "agent.py": program }), "python3 agent.py", fiveRepeats));
});

/** What both servers play: a model that activates the skill for a form, by the tool that it is offered. */
interface Turn {
  readonly system: string;
  /** The last text of the user. */
  readonly prompt: string;
  /** The results after the model's last reply. */
  readonly results: readonly string[];
  readonly tools: readonly string[];
}

interface Played {
  readonly text?: string;
  readonly call?: { readonly name: string; readonly arguments: object };
}

const activation: Readonly<Record<string, string>> = {
  activate_skill: "name",
  use_skill: "skill_name",
  Skill: "skill_name",
  read_skill: "skill_name",
};

function playTurn({ system, prompt, results, tools }: Turn): Played {
  const isReact = tools.length === 0 && system.includes("select_skills");
  const say = (text: string): Played => ({
    text: isReact ? JSON.stringify({ action: "final_answer", answer: text }) : text,
  });
  if (results.length > 0) return say(`Filled: ${results.join()}`);
  if (!/\bform\b/.test(prompt)) return say("No skill is needed.");
  if (isReact)
    return {
      text: JSON.stringify({ action: "select_skills", skills: [{ name: "forms" }], reason: "it fits" }),
    };
  const name = tools.find((tool) => tool in activation) ?? "";
  return { text: "Let me see.", call: { name, arguments: { [activation[name] ?? ""]: "forms" } } };
}

interface Server {
  readonly url: string;
  /** Requests that the real API would refuse. */
  readonly problems: readonly string[];
  readonly requests: () => number;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Answers a request with this body, and complains about what the real API would refuse. */
type Respond = (text: string, request: IncomingMessage, complain: (problem: string) => void) => Answer;

async function serve(respond: Respond): Promise<Server> {
  const problems: string[] = [];
  let requests = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      requests++;
      const {
        status = 200,
        headers = {},
        body,
      } = respond(Buffer.concat(chunks).toString(), request, (problem) => void problems.push(problem));
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}`, problems, requests: () => requests };
}

const toolName = /^[a-zA-Z0-9_-]{1,64}$/;

interface OpenAiBody {
  readonly model: string;
  readonly messages: readonly {
    readonly role: string;
    readonly content: string | null;
    readonly tool_calls?: readonly {
      readonly id: string;
      readonly type: string;
      readonly function: { readonly name: string; readonly arguments: string };
    }[];
    readonly tool_call_id?: string;
  }[];
  readonly tools?: readonly {
    readonly type: string;
    readonly function: {
      readonly name: string;
      readonly description: string;
      readonly parameters: { readonly type?: string };
    };
  }[];
}

interface AnthropicBody {
  readonly max_tokens: number;
  readonly system?: string;
  readonly messages: readonly {
    readonly role: string;
    readonly content: readonly {
      readonly type: string;
      readonly text?: string;
      readonly id?: string;
      readonly tool_use_id?: string;
      readonly content?: string;
    }[];
  }[];
  readonly tools?: readonly {
    readonly name: string;
    readonly description: string;
    readonly input_schema: { readonly type?: string };
  }[];
}

/** Chat completions: refuses what the API documents as invalid, and answers as the model above. */
const openai: Respond = (text, request, complain) => {
  const body: OpenAiBody = JSON.parse(text);
  if (request.url !== "/v1/chat/completions" || request.method !== "POST")
    complain(`${request.method} ${request.url}`);
  if (request.headers.authorization !== `Bearer ${key}`) complain("authorization");
  const others = unknownKeys(body, ["model", "messages", "tools", "temperature"]);
  if (others.length > 0 || body.model !== "test-model") complain(`members ${others.join()}`);
  if (body.tools?.length === 0) complain("an empty list of tools");
  for (const { type, function: tool } of body.tools ?? [])
    if (type !== "function" || !isTool(tool.name, tool.description, tool.parameters))
      complain(`tool ${tool.name}`);
  let open: readonly string[] = [];
  for (const { role, content, tool_calls: calls = [], tool_call_id: id = "", ...more } of body.messages) {
    if (Object.keys(more).length > 0) complain(`message with ${Object.keys(more).join()}`);
    if (role === "tool" ? !open.includes(id) : open.length > 0)
      complain(`${role} ${id} among ${open.join()}`);
    open = role === "tool" ? open.filter((each) => each !== id) : calls.map((call) => call.id);
    if (content === null && calls.length === 0) complain(`${role} without content`);
    for (const call of calls)
      if (call.type !== "function" || typeof JSON.parse(call.function.arguments) !== "object")
        complain("call");
  }
  const spoken = body.messages.findLastIndex(({ role }) => role === "assistant");
  const played = playTurn({
    system: body.messages[0]?.role === "system" ? (body.messages[0].content ?? "") : "",
    prompt: body.messages.find(({ role }) => role === "user")?.content ?? "",
    results: spoken === -1 ? [] : body.messages.slice(spoken + 1).map(({ content }) => content ?? ""),
    tools: (body.tools ?? []).map((tool) => tool.function.name),
  });
  const calls = played.call && [
    {
      id: `call_${spoken + 1}`,
      type: "function",
      function: { name: played.call.name, arguments: JSON.stringify(played.call.arguments) },
    },
  ];
  const message = {
    role: "assistant",
    content: calls ? null : played.text,
    ...(calls && { tool_calls: calls }),
  };
  return { body: { choices: [{ index: 0, finish_reason: calls ? "tool_calls" : "stop", message }] } };
};

/** Anthropic's Messages, as strict. */
const anthropic: Respond = (text, request, complain) => {
  const body: AnthropicBody = JSON.parse(text);
  if (request.url !== "/v1/messages" || request.method !== "POST")
    complain(`${request.method} ${request.url}`);
  if (request.headers["x-api-key"] !== key || request.headers["anthropic-version"] !== "2023-06-01")
    complain("headers");
  const others = unknownKeys(body, ["model", "max_tokens", "messages", "system", "tools", "temperature"]);
  if (others.length > 0 || typeof body.max_tokens !== "number" || body.system === "")
    complain(`members ${others.join()}`);
  for (const { name, description, input_schema: schema } of body.tools ?? [])
    if (!isTool(name, description, schema)) complain(`tool ${name}`);
  let open: readonly string[] = [];
  for (const [index, { role, content }] of body.messages.entries()) {
    if (role !== (index % 2 === 0 ? "user" : "assistant")) complain(`message ${index} of ${role}`);
    const answered = content.flatMap(({ type, tool_use_id: id = "" }) =>
      type === "tool_result" ? [id] : [],
    );
    if (answered.join() !== open.join()) complain(`results ${answered.join()} for ${open.join()}`);
    open = content.flatMap(({ type, id = "" }) => (type === "tool_use" ? [id] : []));
    if (content.length === 0 || content.some(({ type, text: said = "" }) => type === "text" && !said.trim()))
      complain("empty content");
    if (open.length + answered.length > 0 && !body.tools) complain("calls without tools");
    if (open.some((id) => !/^[a-zA-Z0-9_-]+$/.test(id))) complain("id");
  }
  const last = body.messages.length === 1 ? [] : (body.messages.at(-1)?.content ?? []);
  const played = playTurn({
    system: body.system ?? "",
    prompt: body.messages[0]?.content[0]?.text ?? "",
    results: last.map(({ content, text: said = "" }) => content ?? said),
    tools: (body.tools ?? []).map(({ name }) => name),
  });
  const content = [
    ...(played.text === undefined ? [] : [{ type: "text", text: played.text }]),
    ...(played.call
      ? [
          {
            type: "tool_use",
            id: `toolu_${body.messages.length}`,
            name: played.call.name,
            input: played.call.arguments,
          },
        ]
      : []),
  ];
  return {
    body: { type: "message", role: "assistant", content, stop_reason: played.call ? "tool_use" : "end_turn" },
  };
};

function unknownKeys(body: object, known: readonly string[]): readonly string[] {
  return Object.keys(body).filter((name) => !known.includes(name));
}

function isTool(name: string, description: unknown, parameters: { readonly type?: string }): boolean {
  return toolName.test(name) && typeof description === "string" && parameters.type === "object";
}

const allSystems = `[${systemIds.join(", ")}]`;

describe.each([
  ["openai.mjs", openai, "/v1", "OPENAI_API_KEY"],
  ["anthropic.mjs", anthropic, "", "ANTHROPIC_API_KEY"],
] as const)("examples/models/%s", (file, respond, at, variable) => {
  const program = `node '${path.join(root, "examples/models", file)}' --model test-model`;
  const env = { [variable]: key };
  beforeEach(() => expect(existsSync(path.join(root, "examples/models", file))).toBe(true));

  it("decides a scenario and a set of triggers in five repeats", async () => {
    const server = await serve(respond);
    const model = `${program} --base-url ${server.url}${at}/ --body '{"temperature":0}'`;
    expectFiveRepeats(await runOf(project(), model, fiveRepeats, env));
    expect(server.problems).toEqual([]);
    // Two for each session of the scenario, and one for each of the queries.
    expect(server.requests()).toBe(25);
  });

  it("plays in every agent, with tools whose names the API refuses", async () => {
    const server = await serve(respond);
    const tools = "tools: [{name: org.search, answer: found}, {name: org_search}]\n";
    const cwd = project({ "all.scenario.yaml": scenario(allSystems, `skills: [forms]\n${tools}`) });
    const { code, data } = await runOf(
      cwd,
      `${program} --base-url ${server.url}${at}`,
      ["all.scenario.yaml"],
      env,
    );
    expect(data.tests.map(({ system, outcome }) => [system, outcome])).toEqual(
      systemIds.map((id) => [id, "pass"]),
    );
    expect([code, server.problems]).toEqual([0, []]);
  });

  it("asks a busy server again", async () => {
    let asked = 0;
    const server = await serve((...given) =>
      asked++ === 0 ? { status: 429, headers: { "retry-after": "0" }, body: "busy" } : respond(...given),
    );
    const { code } = await runOf(
      project(),
      `${program} --base-url ${server.url}${at}`,
      ["forms/fills.scenario.yaml"],
      env,
    );
    expect([code, server.requests()]).toEqual([0, 3]);
  });

  it.each([
    [
      "refuses the key",
      { status: 401, body: { error: { message: `no access with ${key}` } } },
      /401 .*no access with …/,
    ],
    ["stays busy", { status: 503, headers: { "retry-after": "0" }, body: "overloaded" }, /503 overloaded/],
    ["answers with a page", { body: "<html>" }, /the answer is not JSON: <html>/],
    ["answers with nothing", { body: { error: { type: "odd" } } }, /the answer has no (?:message|content)/],
    [
      "cuts the answer",
      {
        body: { stop_reason: "max_tokens", content: [], choices: [{ finish_reason: "length", message: {} }] },
      },
      /the answer was cut/,
    ],
    [
      "sends the key elsewhere",
      { status: 307, headers: { location: "http://127.0.0.1:9" }, body: "" },
      /redirect/,
    ],
  ])("exits with 2 if the server %s", async (_, answer, why) => {
    const server = await serve(() => answer);
    const { code, data } = await runOf(
      project(),
      `${program} --base-url ${server.url}${at}`,
      ["forms/fills.scenario.yaml"],
      env,
    );
    const [{ outcome, message } = { outcome: "", message: "" }] = data.tests;
    expect([code, outcome, message]).toEqual([2, "could-not-measure", expect.stringMatching(why)]);
    expect(JSON.stringify(data)).not.toContain(key);
  });

  it("says what is missing before the first request", async () => {
    const whyNot = async (model: string): Promise<unknown> => {
      const { code, data } = await runOf(project(), model, ["forms/fills.scenario.yaml"]);
      return [code, data.tests[0]?.message.replace(/^.* failed: /, "")];
    };
    expect(await whyNot(program)).toEqual([2, `"${variable} is not set"`]);
    expect(await whyNot(program.replace(/ --model.*/, ""))).toEqual([2, '"--model is missing"']);
    expect(await whyNot(`${program} --base-url http://127.0.0.1:1025`)).toEqual([
      2,
      expect.stringContaining("ECONNREFUSED"),
    ]);
  });
});

it("fails if the model's arguments are not JSON", async () => {
  const calls = [{ id: "a", type: "function", function: { name: "activate_skill", arguments: "{name:" } }];
  const server = await serve(() => ({
    body: { choices: [{ message: { content: null, tool_calls: calls } }] },
  }));
  const { code, data } = await runOf(
    project(),
    `node '${path.join(root, "examples/models/openai.mjs")}' --model m --base-url ${server.url}`,
    ["forms/fills.scenario.yaml"],
  );
  expect([code, data.tests[0]?.message]).toEqual([
    2,
    expect.stringContaining("the model called activate_skill with arguments that are not JSON: {name:"),
  ]);
});
