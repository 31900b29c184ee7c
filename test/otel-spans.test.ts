import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { toSpans } from "../src/harness/otel-spans.ts";
import type { TestData } from "../src/model/reports/test.ts";
import { runSkillsIn } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** TracesData of opentelemetry-proto trace.proto in the JSON of OTLP: hexadecimal ids, 64-bit integers as strings. */
const value = {
  type: "object",
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
  properties: {
    stringValue: { type: "string" },
    intValue: { type: "string", pattern: "^-?\\d{1,19}$" },
  },
};
const attributes = {
  type: "array",
  items: {
    type: "object",
    required: ["key", "value"],
    additionalProperties: false,
    properties: { key: { type: "string", minLength: 1 }, value },
  },
};
const nanoseconds = { type: "string", pattern: "^[1-9]\\d{17,18}$" };
const spanId = { type: "string", pattern: "^(?!0{16})[0-9a-f]{16}$" };
const span = {
  type: "object",
  required: [
    "traceId",
    "spanId",
    "name",
    "kind",
    "startTimeUnixNano",
    "endTimeUnixNano",
    "attributes",
    "status",
  ],
  additionalProperties: false,
  properties: {
    traceId: { type: "string", pattern: "^(?!0{32})[0-9a-f]{32}$" },
    spanId,
    parentSpanId: spanId,
    name: { type: "string", minLength: 1 },
    kind: { enum: [1, 2, 3, 4, 5] },
    startTimeUnixNano: nanoseconds,
    endTimeUnixNano: nanoseconds,
    attributes,
    events: {
      type: "array",
      items: {
        type: "object",
        required: ["timeUnixNano", "name", "attributes"],
        additionalProperties: false,
        properties: { timeUnixNano: nanoseconds, name: { type: "string", minLength: 1 }, attributes },
      },
    },
    status: {
      type: "object",
      additionalProperties: false,
      properties: { code: { enum: [0, 1, 2] }, message: { type: "string" } },
    },
  },
};
const one = (name: string, items: object, more: object): object => ({
  type: "object",
  required: Object.keys({ ...more, [name]: 0 }),
  additionalProperties: false,
  properties: { ...more, [name]: { type: "array", minItems: 1, items } },
});
const scope = { type: "object", properties: { name: { type: "string" }, version: { type: "string" } } };
const isOtlp = new Ajv2020().compile(
  one(
    "resourceSpans",
    one("scopeSpans", one("spans", span, { scope }), {
      resource: { type: "object", properties: { attributes } },
    }),
    {},
  ),
);

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, string>> }[];
  readonly events?: readonly (Pick<Span, "name" | "attributes"> & { readonly timeUnixNano: string })[];
  readonly status: { readonly code?: number; readonly message?: string };
}

/** The spans of a file, after a check of its structure. */
function spansIn(file: string): readonly Span[] {
  const written: {
    readonly resourceSpans: readonly {
      readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
    }[];
  } = JSON.parse(readFileSync(file, "utf8"));
  expect(isOtlp(written) ? [] : isOtlp.errors).toEqual([]);
  const spans = written.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans));
  const byId = new Map(spans.map((each) => [each.spanId, each]));
  expect(byId.size).toBe(spans.length);
  for (const {
    traceId,
    parentSpanId,
    startTimeUnixNano: start,
    endTimeUnixNano: end,
    attributes: of,
  } of spans) {
    const parent = parentSpanId === undefined ? undefined : byId.get(parentSpanId);
    expect(BigInt(start) <= BigInt(end)).toBe(true);
    expect(new Set(of.map(({ key }) => key)).size).toBe(of.length);
    if (parentSpanId === undefined) continue;
    expect(parent?.traceId).toBe(traceId);
    expect(
      BigInt(parent!.startTimeUnixNano) <= BigInt(start) && BigInt(end) <= BigInt(parent!.endTimeUnixNano),
    ).toBe(true);
  }
  return spans;
}

function valuesOf({ attributes: of }: Pick<Span, "attributes">): Readonly<Record<string, string>> {
  return Object.fromEntries(of.map(({ key, value: held }) => [key, Object.values(held).join()]));
}

const scenario = `name: fills it in
systems: [agentskills]
prompt: Fill it in.
skills: [../skills/forms]
steps:
  - {activate: forms}
  - {read: references/fields.md}
  - {run: scripts/check.py, args: [a.pdf]}
  - {read: ../../secret}
  - {finish: Done.}
scripts: [{skill: forms, file: scripts/check.py, exit: 3, stdout: two are missing}]
expect:
  activated: [forms]
  refusals: {contains: secret}
  answer: {contains: Done}
`;
const files = {
  "skills/forms/SKILL.md": skillMd("forms", "Read `references/fields.md`, then run `scripts/check.py`.\n"),
  "skills/forms/references/fields.md": "Each has a name.\n",
  "skills/forms/scripts/check.py": "print(0)\n",
  "tests/a.scenario.yaml": scenario,
};

describe("the spans of a session", () => {
  it("are an invocation with a chat for each turn and an execution for each call", async () => {
    const cwd = makeTree(files);
    expect((await runSkillsIn(cwd, "test", "tests/a.scenario.yaml", "--otel", "out.json")).code).toBe(0);
    const spans = spansIn(path.join(cwd, "out.json"));
    expect(spans.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      "1 invoke_agent agentskills",
      "3 chat scripted",
      "1 execute_tool activate_skill",
      "3 chat scripted",
      "1 execute_tool read_file",
      "3 chat scripted",
      "1 execute_tool run_script",
      "3 chat scripted",
      "1 execute_tool read_file",
      "3 chat scripted",
    ]);
    const [session, first, activation, , read, , script, , refused, last] = spans;
    expect(valuesOf(session!)).toMatchObject({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.provider.name": "skillwright",
      "gen_ai.agent.name": "agentskills",
      "gen_ai.input.messages": JSON.stringify([
        { role: "user", parts: [{ type: "text", content: "Fill it in." }] },
      ]),
    });
    expect(valuesOf(activation!)).toMatchObject({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.call.arguments": '{"name":"forms"}',
      "gen_ai.skill.name": "forms",
    });
    expect(valuesOf(read!)).toMatchObject({ "gen_ai.skill.resource.name": "references/fields.md" });
    expect(valuesOf(script!)).toMatchObject({
      "gen_ai.tool.call.id": "call-3",
      "gen_ai.tool.call.result": expect.stringContaining("two are missing"),
    });
    expect(refused!.status).toEqual({ code: 2, message: expect.stringContaining("secret") });
    expect(valuesOf(refused!)).toMatchObject({ "error.type": "refused" });
    expect(valuesOf(first!)["gen_ai.system_instructions"]).toContain("<available_skills>");
    expect(JSON.parse(valuesOf(first!)["gen_ai.tool.definitions"]!)[0]).toMatchObject({
      name: "activate_skill",
    });
    expect(JSON.parse(valuesOf(last!)["gen_ai.output.messages"]!)).toEqual([
      { role: "assistant", parts: [{ type: "text", content: "Done." }], finish_reason: "stop" },
    ]);
    const roles = JSON.parse(valuesOf(last!)["gen_ai.input.messages"]!).map(
      ({ role }: { readonly role: string }) => role,
    );
    expect(roles).toEqual(["user", ...Array.from({ length: 4 }, () => ["assistant", "tool"]).flat()]);
    const evaluated = session!
      .events!.filter(({ name }) => name === "gen_ai.evaluation.result")
      .map(valuesOf);
    expect(evaluated.map((each) => each["gen_ai.evaluation.score.label"])).toEqual([
      "pass",
      "pass",
      "pass",
      "pass",
    ]);
    expect(session!.status).toEqual({});
  });

  it("are equal in two runs, and end with an error where an expectation is not met", async () => {
    const cwd = makeTree({
      ...files,
      "tests/b.scenario.yaml": scenario.replace("contains: Done", "contains: Never"),
    });
    expect((await runSkillsIn(cwd, "test", "tests", "--otel", "one.json")).code).toBe(1);
    expect((await runSkillsIn(cwd, "test", "tests", "--otel", "two.json", "--jobs", "1")).code).toBe(1);
    const [one, two] = ["one.json", "two.json"].map((file) => readFileSync(path.join(cwd, file), "utf8"));
    expect(one).toBe(two);
    const roots = spansIn(path.join(cwd, "one.json")).filter(
      ({ parentSpanId }) => parentSpanId === undefined,
    );
    expect(roots.map(({ status }) => status)).toEqual([
      {},
      { code: 2, message: expect.stringContaining("Never") },
    ]);
    expect(valuesOf(roots[1]!)["skillwright.test.name"]).toContain("tests/b.scenario.yaml");
  });

  it("are valid for the scenarios of every agent, each with its session", async () => {
    const cwd = makeTree({});
    const from = "fixtures/scenarios/systems/*/pass/*.scenario.yaml";
    const args = ["test", from, "--otel", path.join(cwd, "all.json"), "--system", "all", "--format", "json"];
    const { stdout, stderr } = await runSkillsIn(root, ...args);
    if (stdout === "") throw new Error(stderr);
    const { data }: { readonly data: TestData } = JSON.parse(stdout);
    const spans = spansIn(path.join(cwd, "all.json"));
    const sessions = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
    // A shell that takes more than a second of a slow machine is not measured.
    const played = data.tests.filter(({ outcome }) => outcome !== "could-not-measure");
    expect(sessions.map((each) => valuesOf(each)["skillwright.test.name"])).toEqual(
      played.map(({ name }) => name),
    );
    expect(new Set(sessions.map(({ name }) => name)).size).toBe(5);
  });

  it("have the exit code of a script, and text that is not well-formed is repaired", () => {
    const about = { step: 0, turn: 1, kind: "script", tool: "bash" } as const;
    const event = { ...about, exitCode: 3, text: "\ud800" };
    const session = {
      name: "a",
      system: "agio",
      model: "scripted",
      requests: [],
      messages: [],
      verdicts: [],
    } as const;
    const {
      resourceSpans: [
        {
          scopeSpans: [{ spans }],
        },
      ],
    } = toSpans([{ ...session, trace: [event] }]);
    expect(isOtlp(toSpans([{ ...session, trace: [event] }]))).toBe(true);
    expect(spans[1]?.attributes).toContainEqual({ key: "process.exit.code", value: { intValue: "3" } });
    expect(spans[1]?.attributes).toContainEqual({
      key: "skillwright.text",
      value: { stringValue: "\ufffd" },
    });
  });

  it("are made of a case of evals that a mock model plays", async () => {
    const cases = [
      {
        input: "Fill it in.",
        actions: ["select_skills forms", "final_answer Done."],
        expected: { skills: ["forms"] },
      },
    ];
    const cwd = makeTree({
      ".agent/skills/forms/SKILL.md": skillMd("forms"),
      ".agent/evals/cases.json": JSON.stringify(cases),
    });
    expect((await runSkillsIn(cwd, "test", ".agent/evals/cases.json", "--otel", "out.json")).code).toBe(0);
    const [session, chat, execution] = spansIn(path.join(cwd, "out.json"));
    expect([session, chat, execution].map((each) => each?.name)).toEqual([
      "invoke_agent react-actions",
      "chat scripted",
      "execute_tool select_skills",
    ]);
    expect(valuesOf(execution!)).toMatchObject({
      "gen_ai.skill.name": "forms",
      "skillwright.event": "activate",
    });
  });
});

describe("the file of spans", () => {
  it("replaces only a file of spans, and is not written without a session", async () => {
    const cwd = makeTree({ ...files, "notes.json": "{}" });
    const other = await runSkillsIn(cwd, "test", "tests", "--otel", "notes.json");
    expect([other.code, other.stderr]).toEqual([
      2,
      expect.stringContaining("would overwrite a file without spans"),
    ]);
    expect(readFileSync(path.join(cwd, "notes.json"), "utf8")).toBe("{}");
    const none = await runSkillsIn(cwd, "test", "skills/forms", "--otel", "none.json");
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("no session for --otel")]);
    expect(existsSync(path.join(cwd, "none.json"))).toBe(false);
    await runSkillsIn(cwd, "test", "tests", "--otel", "out.json");
    writeFileSync(path.join(cwd, "tests/a.scenario.yaml"), scenario.replaceAll("Done", "Filled in"));
    expect((await runSkillsIn(cwd, "test", "tests", "--otel", "out.json")).code).toBe(0);
    expect(readFileSync(path.join(cwd, "out.json"), "utf8")).toContain("Filled in");
  });

  it("has each session of a model that repeats a test", async () => {
    const model = `
const { createInterface } = require("node:readline");
createInterface({ input: process.stdin }).on("line", (line) => {
  const hello = JSON.parse(line).type === "hello";
  console.log(JSON.stringify(hello ? { type: "ready", protocol: 1 } : { type: "reply", text: "Done." }));
});
`;
    const cwd = makeTree({ ...files, "model.cjs": model });
    const words = ["--model", "command:node model.cjs", "--repeat", "3", "--otel", "out.json"];
    expect((await runSkillsIn(cwd, "test", "tests/a.scenario.yaml", ...words)).code).toBe(1);
    const spans = spansIn(path.join(cwd, "out.json"));
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(3);
    expect(spans.map(({ name }) => name)).toEqual(
      Array.from({ length: 3 }, () => ["invoke_agent agentskills", "chat command"]).flat(),
    );
  });
});
