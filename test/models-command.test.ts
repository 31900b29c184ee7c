import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { ModelRequest } from "../src/model/agent.ts";
import { SkillsError } from "../src/core/errors.ts";
import { quote } from "../src/core/show.ts";
import { openModel } from "../src/harness/models/open-model.ts";
import { checkReadyLine, helloLine, readReplyLine, requestLine } from "../src/harness/models/command.ts";
import { harness9 } from "../src/harness/systems/harness9.ts";
import { systems } from "../src/generated/systems.ts";
import { traceLines } from "./support/harness.ts";
import { agentProgram, described, playWith, programPlan, rootsFor } from "./support/models.ts";
import { needs } from "./support/needs.ts";
import { countProcesses } from "./support/runaway.ts";
import { samples, tenthOf } from "./support/samples.ts";
import { schemaOf } from "./support/schema.ts";
import { makeTree } from "./support/tree.ts";

const matches = schemaOf("model-protocol");

const skills = {
  forms: {
    "SKILL.md": described("forms", "Fills PDF forms.", "Read references/a.md.\n"),
    "references/a.md": "Größe 5\n",
  },
  notes: described("notes", "Writes notes."),
};

/** In the omitted system the model writes its actions as text. */
const withTools = systems.filter(({ id }) => id !== "react-actions");

describe.each(withTools.map((system) => [system.id, system] as const))(
  "a program in Python, in %s",
  (_, system) => {
    beforeEach(() => needs("python3"));
    const roots = rootsFor(system, skills);
    const plan = agentProgram("python3", "reader.py", `${roots[0]!.path}/forms`);

    it("activates a skill, reads the files that it refers to and answers", async () => {
      const { trace, answer, stop, model } = await playWith(plan, system, roots, {
        prompt: "Please fill these forms.",
      });
      expect(traceLines(trace, "activate", "resource", "refuse", "stop")).toEqual([
        expect.stringMatching(/^activate forms SKILL\.md/),
        "resource forms references/a.md [0, 10)",
      ]);
      expect({ answer, stop, model }).toEqual({
        answer: "It says: Größe 5",
        stop: "answered",
        model: "command",
      });
      expect(trace.find(({ kind }) => kind === "reply")).toMatchObject({
        text: "Läuft …",
        arguments: [{ id: "first" }],
      });
    });

    it("activates nothing if no skill matches, and always gives the same trace", async () => {
      const run = () => playWith(plan, system, roots, { prompt: "Hello!" });
      const first = await run();
      expect(first.answer).toBe("There is no skill for it.");
      expect(JSON.stringify(await run())).toBe(JSON.stringify(first));
    });
  },
);

it("uses one program, here a shell script, for all of the user's prompts", async () => {
  const { trace } = await playWith(agentProgram("sh", "counter.sh"), harness9, rootsFor(harness9, skills), {
    followUps: ["More.", "More."],
  });
  expect(traceLines(trace, "answer")).toEqual(["answer 1", "answer 2", "answer 3"]);
});

/** A program that writes one of these lines for each line that it reads. */
function sayLines(...lines: readonly string[]) {
  return programPlan(
    "sh",
    "-c",
    'for line; do read -r request; printf "%s\\n" "$line"; done; read -r request',
    "agent",
    ...lines,
  );
}

const ready = '{"type":"ready","protocol":1}';

/** Why a session with a program ended, without the program's name. */
async function endOf(plan: ReturnType<typeof programPlan>): Promise<readonly string[]> {
  const { trace, stop, answer } = await playWith(plan, harness9, rootsFor(harness9, skills));
  expect({ stop, answer }).toEqual({ stop: "model-failed", answer: undefined });
  const event = trace.find(({ kind }) => kind === "stop");
  const named = quote(plan.argv.join(" "));
  expect(event!.text).toContain(named);
  const text = event!
    .text!.replace(`${named} `, "")
    .replace(`expected a line of JSON from ${named}, but it `, "no line: ");
  return [text, ...(event!.summary === undefined ? [] : [event!.summary])];
}

it.each([
  ['wrote "hello"; each line must be one JSON object', ["hello"]],
  ['wrote "[1]"; each line must be one JSON object', ["[1]"]],
  ["uses protocol version 2; only 1 is supported", ['{"type":"ready","protocol":2}']],
  [
    'sent a "ready" line with an unknown key "name"; send only "protocol"',
    ['{"type":"ready","protocol":1,"name":"x"}'],
  ],
  ['wrote a line of type "reply"; it must be "ready" or "failure"', ['{"type":"reply","text":"x"}']],
  ['wrote "log: \\x1b[31mthinking"; each line must be one JSON object', [ready, "log: \u001b[31mthinking"]],
  ['wrote a line of type none; it must be "reply" or "failure"', [ready, '{"text":"x"}']],
  ['sent a reply with neither "text" nor "calls"', [ready, '{"type":"reply"}']],
  [
    'sent a reply with an unknown key "tool_calls"; use "text" or "calls"',
    [ready, '{"type":"reply","tool_calls":[]}'],
  ],
  ['sent a reply whose "text" is a list; it must be a string', [ready, '{"type":"reply","text":["x"]}']],
  ['sent a reply whose "calls" is an object; it must be a list', [ready, '{"type":"reply","calls":{}}']],
  [
    'sent a reply whose call 2 has "arguments" that are a string; they must be an object',
    [ready, '{"type":"reply","calls":[{"name":"a","arguments":{}},{"name":"a","arguments":"{}"}]}'],
  ],
  [
    'sent a reply whose call 1 has "arguments" that are absent; they must be an object',
    [ready, '{"type":"reply","calls":[{"name":"a"}]}'],
  ],
  [
    'sent a reply whose call 1 has no "name"; it must be a string',
    [ready, '{"type":"reply","calls":[{"name":null,"arguments":{}}]}'],
  ],
  [
    'sent a reply whose call 1 has "arguments" nested more than 64 levels deep',
    [ready, `{"type":"reply","calls":[{"name":"a","arguments":{"a":${"[".repeat(64)}${"]".repeat(64)}}}]}`],
  ],
  [
    'sent a reply whose call 1 has "arguments" nested more than 64 levels deep',
    [
      ready,
      `{"type":"reply","calls":[{"name":"a","arguments":{"a":${"[".repeat(30_000)}${"]".repeat(30_000)}}}]}`,
    ],
  ],
  ['failed: "no key"', [ready, '{"type":"failure","message":"no key"}']],
  ["failed: no reason given", ['{"type":"failure"}']],
])("ends the session when a program %s", async (why, lines) => {
  expect(await endOf(sayLines(...lines))).toEqual([why]);
});

it("ends the session when a program ends, and reports its standard error separately", async () => {
  expect(await endOf(programPlan("sh", "-c", 'read -r a; echo "no module named x" >&2; exit 4'))).toEqual([
    "no line: ended with exit code 4",
    "its last line on standard error: no module named x",
  ]);
});

it("ends the session when a program is silent or writes too much", async () => {
  expect(await endOf({ ...programPlan("sleep", "20"), seconds: 0.3 })).toEqual([
    "no line: wrote no line within 0.3 s",
  ]);
  expect(await endOf(programPlan("sh", "-c", "head -c 3000000 /dev/zero | tr '\\0' '['; sleep 20"))).toEqual([
    "no line: wrote a line of more than 1048576 bytes",
  ]);
});

it("reports a missing program and an empty command", async () => {
  expect(await endOf(programPlan("/nowhere/agent"))).toEqual([
    expect.stringContaining("cannot be started (ENOENT)"),
  ]);
  expect(() => openModel(programPlan(), harness9)).toThrow(
    new SkillsError("bad-usage", "the model command is empty; pass a program"),
  );
});

it("passes each argument unchanged, without a shell", async () => {
  needs("python3");
  const root = makeTree({
    "agent.py":
      'import json, sys\nfor line in sys.stdin:\n    print(json.dumps({"type": "ready", "protocol": 1} if "hello" in line else {"type": "reply", "text": "|".join(sys.argv[1:])}), flush=True)\n',
  });
  const { answer } = await playWith(
    { ...programPlan("python3", "agent.py", "a b", "$(id)", ";", "*"), cwd: root },
    harness9,
    rootsFor(harness9, {}),
  );
  expect(answer).toBe("a b|$(id)|;|*");
});

it("leaves no process running", async () => {
  const word = randomUUID();
  const plan = programPlan(
    "sh",
    "-c",
    `sleep 300 & echo '${ready}'; read -r a; read -r b; echo '{"type":"reply","text":"done"}'; sh -c 'sleep 300; :' ${word}`,
    word,
  );
  const { answer } = await playWith(plan, harness9, rootsFor(harness9, skills));
  expect(answer).toBe("done");
  await expect.poll(() => countProcesses(word)).toBe(0);
});

it("starts the program only for the first request", async () => {
  const model = openModel(programPlan("/nowhere/agent"), harness9);
  await model.close?.();
});

it("sends lines that match the schema, without data that the model may not know", () => {
  const request: ModelRequest = {
    messages: [
      { role: "system", content: "" },
      { role: "user", content: "a\nb\u2028", pinned: true },
      { role: "assistant", content: "", calls: [{ id: "1", name: "x", arguments: { a: [null] } }] },
      { role: "tool", content: "A", callId: "1", forUser: "for the person" },
    ],
    tools: [{ name: "x", description: "", parameters: {} }],
  };
  const lines = [helloLine(harness9), requestLine(1, request)];
  for (const line of lines) {
    expect(line).not.toMatch(/\n|for the person|pinned/);
    expect([matches(JSON.parse(line)), matches.errors]).toEqual([true, null]);
  }
});

it("is documented with lines that match the schema", () => {
  const readme = readFileSync(new URL("../src/harness/models/README.md", import.meta.url), "utf8");
  const lines = [...readme.matchAll(/^\{.*\}$|(?<=`)\{.*?\}(?=`)/gm)].map(([line]) => line);
  expect(lines.map((line) => [line, matches(JSON.parse(line))])).toEqual(lines.map((line) => [line, true]));
  expect(lines).toHaveLength(7);
});

it("accepts a line if and only if the schema does", () => {
  const text = fc.oneof(fc.constant("x"), fc.string());
  const members = fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 });
  const anything = fc.oneof(text, fc.constant(null), fc.integer(), members, fc.array(text, { maxLength: 2 }));
  const call = fc.record(
    { name: text, arguments: members, id: text },
    { requiredKeys: ["name", "arguments"] },
  );
  const odd = fc.record(
    { name: anything, arguments: anything, id: anything, more: anything },
    { requiredKeys: [] },
  );
  const reply = fc.record(
    {
      type: fc.constant("reply"),
      text,
      calls: fc.array(fc.oneof({ weight: 3, arbitrary: call }, odd), { maxLength: 2 }),
    },
    { requiredKeys: ["type"] },
  );
  const changes = fc.record(
    {
      type: fc.constantFrom("ready", "reply", "request", 1),
      protocol: fc.constantFrom(1, 2, "1"),
      text: anything,
      calls: anything,
      more: anything,
    },
    { requiredKeys: [] },
  );
  const line = fc
    .tuple(fc.oneof(fc.constant({ type: "ready", protocol: 1 }), reply), fc.oneof(fc.constant({}), changes))
    .map(([whole, change]) => ({ ...whole, ...change }));
  let taken = 0;
  fc.assert(
    fc.property(line, (given) => {
      const read = given.type === "ready" ? checkReadyLine : readReplyLine;
      const fits = (given.type === "ready" || given.type === "reply") && matches(given);
      taken += fits ? 1 : 0;
      if (fits) read(JSON.stringify(given), "it");
      else expect(() => read(JSON.stringify(given), "it")).toThrow(SkillsError);
    }),
    samples(1000),
  );
  expect(taken).toBeGreaterThan(tenthOf(300));
});
