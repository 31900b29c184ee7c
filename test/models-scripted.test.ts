import { describe, expect, it } from "vitest";
import type { ScenarioStep } from "../src/model/scenario.ts";
import { agentskills } from "../src/harness/systems/agentskills/agentskills.ts";
import { harness9 } from "../src/harness/systems/harness9.ts";
import { systems } from "../src/generated/systems.ts";
import { lastWords, traceLines } from "./support/harness.ts";
import { described, playWith, rootsFor } from "./support/models.ts";

const skills = {
  forms: {
    "SKILL.md": described("forms", "Fills PDF forms."),
    "references/a.md": "A",
    "scripts/run.sh": "echo",
  },
  notes: { "SKILL.md": described("notes", "Writes release notes."), "references/a.md": "B" },
};

const steps: readonly ScenarioStep[] = [
  { activate: "notes" },
  { activate: "forms" },
  { read: "references/a.md" },
  { read: "references/a.md", skill: "notes" },
  { run: "scripts/run.sh", args: ["x"] },
  { finish: "All done." },
];

/** react-actions runs scripts only if they are enabled. */
const world = { settings: { execution: { allowed_tools: ["read_file", "run_script"] } } };

describe.each(systems.map((system) => [system.id, system] as const))("scripted, in %s", (_, system) => {
  it("does each step in the form of the system", async () => {
    const { trace, answer, stop } = await playWith(
      { kind: "scripted", steps },
      system,
      rootsFor(system, skills),
      { world },
    );
    const happened = trace
      .filter(({ kind }) => ["activate", "resource", "script", "refuse"].includes(kind))
      .map(({ kind, skill, file }) => [kind, skill, file]);
    expect(happened).toEqual([
      ["activate", "notes", "SKILL.md"],
      ["activate", "forms", "SKILL.md"],
      ["resource", "forms", "references/a.md"],
      ["resource", "notes", "references/a.md"],
      ["script", "forms", "scripts/run.sh"],
    ]);
    expect({ answer, stop }).toEqual({ answer: "All done.", stop: "answered" });
  });

  it("lets the system report a missing skill", async () => {
    const { trace, stop } = await playWith(
      { kind: "scripted", steps: [{ activate: "poems" }, { read: "a.md" }] },
      system,
      rootsFor(system, skills),
    );
    expect(traceLines(trace, "activate", "resource")).toEqual([]);
    expect(trace.filter(({ kind }) => kind === "refuse")).toHaveLength(2);
    expect(stop).toBe("answered");
  });

  it("always gives the same trace", async () => {
    const run = async () =>
      JSON.stringify(await playWith({ kind: "scripted", steps }, system, rootsFor(system, skills)));
    expect(await run()).toBe(await run());
  });
});

it("finishes after the last step, and continues with the next prompt", async () => {
  const plan = { kind: "scripted", steps: [{ finish: "One." }, { say: "Two." }] } as const;
  const { trace, answer } = await playWith(plan, harness9, rootsFor(harness9, skills), {
    followUps: ["And?", "And?"],
  });
  expect(traceLines(trace, "answer")).toEqual([
    "answer One.",
    "answer Two.",
    "answer That was the last step.",
  ]);
  expect(answer).toBe("That was the last step.");
});

it("calls tools by any name, and sends actions unchanged", async () => {
  const plan = {
    kind: "scripted",
    steps: [
      { call: "use_skill", arguments: { skill_name: "forms" } },
      { call: "fly" },
      { action: { action: "fly", to: 1 } },
    ],
  } as const;
  const { trace, answer } = await playWith(plan, harness9, rootsFor(harness9, skills));
  expect(
    trace.filter(({ kind }) => kind === "activate" || kind === "refuse").map(({ tool }) => tool),
  ).toEqual(["use_skill", "fly"]);
  expect(answer).toBe('{"action":"fly","to":1}');
});

it("activates by reading if the system's settings say so", async () => {
  const { trace } = await playWith(
    { kind: "scripted", steps: [{ activate: "forms" }] },
    agentskills,
    rootsFor(agentskills, skills),
    { world: { settings: { activation: "file" } } },
  );
  expect(trace.find(({ kind }) => kind === "activate")).toMatchObject({ skill: "forms", tool: "read_file" });
});

it("uses the only skill for a step without one, and fails if there are several", async () => {
  const plan = { kind: "scripted", steps: [{ read: "references/a.md" }] } as const;
  const alone = await playWith(plan, harness9, rootsFor(harness9, { forms: skills.forms }));
  expect(lastWords(alone)).toBe("A");
  const { stop, trace } = await playWith(plan, harness9, rootsFor(harness9, skills));
  expect(stop).toBe("model-failed");
  expect(traceLines(trace, "stop")).toEqual([
    'stop step 1 does not say which skill "references/a.md" belongs to; set "skill" to "forms" or "notes"',
    "stop model-failed",
  ]);
});
