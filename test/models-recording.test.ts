import { describe, expect, it } from "vitest";
import type { System } from "../src/harness/system.ts";
import type { AgentWorld, Model, SessionResult } from "../src/model/agent.ts";
import type { ScenarioStep } from "../src/model/scenario.ts";
import { SkillsError } from "../src/core/errors.ts";
import { openModel } from "../src/harness/models/open-model.ts";
import { recordSession, type SessionKey, toRecording } from "../src/harness/models/recording.ts";
import { runSession } from "../src/harness/session.ts";
import { agentskills } from "../src/harness/systems/agentskills/agentskills.ts";
import { harness9 } from "../src/harness/systems/harness9.ts";
import { systems } from "../src/generated/systems.ts";
import { traceLines, worldOf } from "./support/harness.ts";
import { described, rootsFor } from "./support/models.ts";
import { schemaOf } from "./support/schema.ts";

const matches = schemaOf("model-recording");

const skills = {
  forms: {
    "SKILL.md": described("forms", "Fills PDF forms.", "Read references/a.md.\n"),
    "references/a.md": "A is the first letter",
  },
  notes: described("notes", "Writes notes."),
};
const steps: readonly ScenarioStep[] = [
  { activate: "forms" },
  { read: "references/a.md" },
  { finish: "Done." },
  { activate: "notes" },
  { finish: "Done again." },
];
const prompts = ["Fill it.", "And note it."];
const key = (system: System, more: Partial<SessionKey> = {}): SessionKey => ({
  test: "forms > it",
  repeat: 1,
  system: system.id,
  prompts,
  ...more,
});

/** One session with a model that is already open. */
function playOf(
  model: Model,
  system: System,
  {
    tree = skills,
    said = prompts,
    world = {},
  }: {
    readonly tree?: Parameters<typeof rootsFor>[1];
    readonly said?: readonly string[];
    readonly world?: Partial<AgentWorld>;
  } = {},
): Promise<SessionResult> {
  const [prompt = "", ...followUps] = said;
  return runSession({
    system,
    model,
    world: worldOf(rootsFor(system, tree), world),
    prompt,
    followUps,
    budget: { turns: 20, toolCalls: 50, scriptRuns: 10 },
  });
}

/** Records a session, and returns it with the parsed file of the recording. */
async function record(
  system: System,
  { more = {}, ...play }: { readonly more?: Partial<SessionKey> } & Parameters<typeof playOf>[2] = {},
): Promise<{ readonly result: SessionResult; readonly file: unknown }> {
  const recorder = recordSession(openModel({ kind: "scripted", steps }, system), key(system, more));
  const result = await playOf(recorder.model, system, play);
  const file: unknown = JSON.parse(JSON.stringify(toRecording([recorder.session()])));
  return { result, file };
}

const open = (transcript: unknown, system: System, more: Partial<SessionKey> = {}): Model =>
  openModel({ kind: "replay", transcript }, system, key(system, more));

describe.each(systems.map((system) => [system.id, system] as const))("a recording, in %s", (_, system) => {
  it("matches its schema and replays to the same session", async () => {
    const { result, file } = await record(system);
    expect([matches(file), matches.errors]).toEqual([true, null]);
    const again = await playOf(open(file, system), system);
    expect(JSON.stringify({ ...again, model: "scripted" })).toBe(JSON.stringify(result));
  });
});

it("replays a session in which a tool result was removed", async () => {
  const play = {
    tree: { forms: { ...skills.forms, "references/a.md": "A ".repeat(500) } },
    world: { settings: { contextTokens: 200 } },
  };
  const { result, file } = await record(agentskills, play);
  expect(traceLines(result.trace, "compact")).not.toEqual([]);
  expect((await playOf(open(file, agentskills), agentskills, play)).trace).toEqual(result.trace);
});

it.each([
  [
    "another prompt",
    agentskills,
    { prompts: ["Fill that.", "And note it."] },
    'its prompt is "Fill it.", not "Fill that."',
  ],
  ["one prompt", agentskills, { prompts: ["Fill it."] }, "it has 2 prompts instead of 1"],
  ["another agent", harness9, {}, 'it is of the agent "agentskills", not "harness9"'],
])("is refused for a session of %s", async (_, system, more, why) => {
  const { file } = await record(agentskills);
  expect(() => open(file, system, more)).toThrow(
    new SkillsError("bad-usage", `the recording is of another session: ${why}`),
  );
});

it("is refused for a test or a repeat that was not recorded", async () => {
  const { file } = await record(agentskills);
  expect(() => open(file, agentskills, { test: "forms > other" })).toThrow(
    "the recording has no session of this test; record it again",
  );
  expect(() => open(file, agentskills, { case: 1 })).toThrow("the recording has no session of this test");
  expect(() => open(file, agentskills, { repeat: 2 })).toThrow(
    "the recording has only 1 session of this test; record more, or lower --repeat",
  );
});

const clock = {
  spec: { name: "clock", description: "Says the time.", parameters: {} },
  answer: () => "noon",
};

type Play = NonNullable<Parameters<typeof playOf>[2]>;

it.each<[string, Play, RegExp, Play?]>([
  [
    "the system prompt",
    { tree: { ...skills, notes: described("notes", "Writes long notes.") } },
    /^stop turn 1 differs from the recording: (?:the system prompt has "long notes\.|the tool "\w+" has another description)/,
  ],
  [
    "the tools",
    { world: { hostTools: [clock] } },
    /^stop turn 1 differs from the recording: tool \d+ is "clock" instead of none/,
  ],
  [
    "a tool's description",
    { world: { hostTools: [{ ...clock, spec: { ...clock.spec, description: "Tells it." } }] } },
    /^stop turn 1 differs from the recording: the tool "clock" has another description or other parameters/,
    { world: { hostTools: [clock] } },
  ],
  [
    "a body",
    {
      tree: {
        ...skills,
        forms: { ...skills.forms, "SKILL.md": described("forms", "Fills PDF forms.", "Read on.\n") },
      },
    },
    /^stop turn 2 differs from the recording: message 3 \(tool\) has "on\./,
  ],
])("stops if %s differs", async (_, change, why, before = {}) => {
  const { file } = await record(agentskills, before);
  const { trace, stop } = await playOf(open(file, agentskills), agentskills, change);
  expect([stop, traceLines(trace, "stop")[0]]).toEqual(["model-failed", expect.stringMatching(why)]);
});

it("lists its sessions in the same order, whatever the order of playing", () => {
  const sessions = [
    { ...key(agentskills), turns: [] },
    { ...key(agentskills), repeat: 2, turns: [] },
    { ...key(agentskills), repeat: 10, turns: [] },
    { ...key(agentskills), test: "forms > z", case: 2, turns: [] },
    { ...key(agentskills), test: "forms > z", case: 10, turns: [] },
  ];
  expect(toRecording(sessions.toReversed())).toEqual(toRecording(sessions));
  expect(toRecording(sessions.toReversed()).sessions).toEqual(sessions);
});

const whole = { $schema: "https://skills.example/schemas/model-recording.schema.json", version: 1 };
const session = { test: "forms > it", repeat: 1, system: "agentskills", prompts };
const nested: unknown = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);

it.each([
  [{ ...whole, version: 2 }, "has an unknown version; only 1 is supported"],
  [whole, 'has no "sessions"'],
  [{ ...whole, sessions: ["x"] }, "has an invalid session 1"],
  [{ ...whole, sessions: [{ ...session, turns: [null] }] }, "has an invalid turn 1 of session 1"],
  [
    { ...whole, sessions: [{ ...session, turns: [{ kept: 0, messages: [nested], reply: {} }] }] },
    "has an invalid turn 1 of session 1",
  ],
  [
    { ...whole, sessions: [{ ...session, turns: [{ kept: 0, messages: [], reply: { text: 5 } }] }] },
    'has in turn 1 of session 1 a reply whose "text" is a number; it must be a string',
  ],
])("rejects recording %#", (file, why) => {
  expect(() => open(file, agentskills)).toThrow(
    new SkillsError("bad-usage", `the recording ${why}`, { hint: "record it again with --record" }),
  );
});
