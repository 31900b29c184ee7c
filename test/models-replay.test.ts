import { describe, expect, it } from "vitest";
import type { ScenarioStep } from "../src/model/scenario.ts";
import { SkillsError } from "../src/core/errors.ts";
import { openModel } from "../src/harness/models/open-model.ts";
import { agentskills } from "../src/harness/systems/agentskills/agentskills.ts";
import { harness9 } from "../src/harness/systems/harness9.ts";
import { systems } from "../src/generated/systems.ts";
import { traceLines } from "./support/harness.ts";
import { described, playWith, rootsFor, type ModelPlay } from "./support/models.ts";

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
const play: ModelPlay = { prompt: "Fill it.", followUps: ["And note it."] };

/** The value after a round trip through JSON. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

describe.each(systems.map((system) => [system.id, system] as const))("replay, in %s", (_, system) => {
  const roots = rootsFor(system, skills);

  it("repeats a session from its result or its trace", async () => {
    const recorded = await playWith({ kind: "scripted", steps }, system, roots, play);
    for (const transcript of [asJson(recorded), asJson(recorded.trace)]) {
      const again = await playWith({ kind: "replay", transcript }, system, roots, play);
      expect(JSON.stringify({ ...again, model: "scripted" })).toBe(JSON.stringify(recorded));
    }
  });
});

async function record(
  change: { readonly steps?: readonly ScenarioStep[] } & ModelPlay = {},
): Promise<unknown> {
  return asJson(
    await playWith({ kind: "scripted", steps: change.steps ?? steps }, harness9, rootsFor(harness9, skills), {
      ...play,
      ...change,
    }),
  );
}

/** Why the session stopped; empty if it did not. */
async function stopOf(
  transcript: unknown,
  changed: Parameters<typeof rootsFor>[1] = skills,
  how = play,
): Promise<readonly string[]> {
  return traceLines(
    (await playWith({ kind: "replay", transcript }, harness9, rootsFor(harness9, changed), how)).trace,
    "stop",
  );
}

it.each([
  [
    "the prompt",
    skills,
    { ...play, prompt: "Fill that." },
    'turn 1 differs from the recording: message 1 (user) has "that." at character 6 instead of "it."',
  ],
  [
    "the next prompt",
    skills,
    { ...play, followUps: ["And note it. Now!"] },
    'turn 4 differs from the recording: message 7 (user) has " Now!" at character 13 instead of its end',
  ],
  [
    "a body",
    {
      ...skills,
      forms: { ...skills.forms, "SKILL.md": described("forms", "Fills PDF forms.", "Read on.\n") },
    },
    play,
    'turn 2 differs from the recording: message 3 (tool) has "on." at character 6 instead of "references/a.md."',
  ],
  [
    "a file",
    { ...skills, forms: { ...skills.forms, "references/a.md": "A" } },
    play,
    'turn 3 differs from the recording: message 5 (tool) has its end at character 2 instead of " is the first letter"',
  ],
  [
    "a description",
    { ...skills, notes: described("notes", "Writes long notes.") },
    play,
    'turn 1 differs from the recording: the description of "notes" has "long notes." at character 8 instead of "notes."',
  ],
  [
    "an additional skill",
    { early: described("early", "Is early."), ...skills },
    play,
    'turn 1 differs from the recording: skill 1 of the catalog is "early" instead of "forms"',
  ],
  [
    "a missing skill",
    { forms: skills.forms },
    play,
    'turn 1 differs from the recording: skill 2 of the catalog is none instead of "notes"',
  ],
])("stops if %s differs", async (_, changed, how, why) => {
  expect(await stopOf(await record(), changed, how)).toEqual([`stop ${why}`, "stop model-failed"]);
});

it("is refused for another prompt or another agent, from a result or from a trace alone", async () => {
  const recorded = await playWith({ kind: "scripted", steps }, harness9, rootsFor(harness9, skills), play);
  const { trace, system } = recorded;
  const start = { repeat: 1, prompts: ["Fill that.", "And note it."] };
  for (const transcript of [recorded, trace, { system, trace }])
    expect(() => openModel({ kind: "replay", transcript: asJson(transcript) }, harness9, start)).toThrow(
      new SkillsError(
        "bad-usage",
        'the recording is of another session: its prompt is "Fill it.", not "Fill that."',
      ),
    );
  expect(() => openModel({ kind: "replay", transcript: asJson(recorded) }, agentskills, start)).toThrow(
    'the recording is of another session: it is of the agent "harness9", not "agentskills"',
  );
});

it("stops at a reply that was not recorded", async () => {
  expect(await stopOf(await record({ followUps: [] }), skills)).toEqual([
    "stop turn 4 differs from the recording: the recording has no further reply",
    "stop model-failed",
  ]);
});

it("stops if a recorded reply now has another result", async () => {
  const transcript = await record({ steps: [{ call: "fly" }, { finish: "Done." }], followUps: [] });
  const world = {
    hostTools: [{ spec: { name: "fly", description: "", parameters: {} }, answer: () => "there" }],
  };
  expect((await stopOf(transcript, skills, { prompt: "Fill it.", world }))[0]).toMatch(
    /^stop turn 2 differs from the recording: message 3 \(tool\) has "there" at character 1 instead of `unknown tool /,
  );
});

it("uses only the replies if a tool result was removed from the record", async () => {
  const roots = rootsFor(agentskills, { forms: { ...skills.forms, "references/a.md": "A ".repeat(500) } });
  const world = { settings: { contextTokens: 200 } };
  const often = {
    kind: "scripted",
    steps: [
      { activate: "forms" },
      { read: "references/a.md" },
      { read: "references/a.md" },
      { finish: "Done." },
    ],
  } as const;
  const recorded = await playWith(often, agentskills, roots, { world });
  expect(traceLines(recorded.trace, "compact")).not.toEqual([]);
  const again = await playWith({ kind: "replay", transcript: asJson(recorded) }, agentskills, roots, {
    world,
  });
  expect(again.trace).toEqual(recorded.trace);
});

it.each([
  [null, "has no trace; use the result of a session, or only its trace"],
  [{ messages: [] }, "has no trace; use the result of a session, or only its trace"],
  [[{ kind: "reply", text: 5 }], 'has in turn 1 a reply whose "text" is a number; it must be a string'],
  [
    { trace: [{ kind: "reply", arguments: [{ name: "x" }] }] },
    'has in turn 1 a reply whose call 1 has "arguments" that are absent; they must be an object',
  ],
  [
    {
      trace: [],
      messages: [
        { role: "system", content: "" },
        { role: "robot", content: "" },
      ],
    },
    "has an invalid message 2; it must have the form of a session's result",
  ],
  [{ trace: [], catalog: ["forms"] }, "has an invalid skill 1; it must have the form of a session's result"],
])("rejects %j as a transcript", (transcript, why) => {
  expect(() => openModel({ kind: "replay", transcript }, harness9)).toThrow(
    new SkillsError("bad-usage", `the transcript ${why}`),
  );
});

it("stops at once with an empty trace", async () => {
  expect(await stopOf([])).toEqual([
    "stop turn 1 differs from the recording: the recording has no further reply",
    "stop model-failed",
  ]);
});
