import { describe, expect, it } from "vitest";
import type { Choice, ExpectationResult } from "../src/model/scenario.ts";
import type { TraceEvent } from "../src/model/trace.ts";
import { choicesOf, measureSelection, measureSessions } from "../src/harness/metrics.ts";

const choices: readonly Choice[] = [
  { expected: "a", chosen: "a" },
  { expected: "a", chosen: "a" },
  { expected: "a", chosen: "b" },
  { expected: "b" },
  { chosen: "b" },
  {},
];

function event(part: Partial<TraceEvent> & Pick<TraceEvent, "kind">, step = 0): TraceEvent {
  return { step, turn: 1, ...part };
}

describe("how well skills are separated", () => {
  it("is counted per skill and in total", () => {
    expect(measureSelection(choices)).toEqual({
      choices: 6,
      overall: { precision: 2 / 4, recall: 2 / 4, f1: 0.5 },
      bySkill: [
        { skill: "a", meantAndChosen: 2, chosen: 2, meant: 3, precision: 1, recall: 2 / 3, f1: 4 / 5 },
        { skill: "b", meantAndChosen: 0, chosen: 2, meant: 1, precision: 0, recall: 0, f1: 0 },
      ],
      confusion: [
        { times: 1 },
        { chosen: "b", times: 1 },
        { expected: "a", chosen: "a", times: 2 },
        { expected: "a", chosen: "b", times: 1 },
        { expected: "b", times: 1 },
      ],
    });
  });

  it("does not depend on the order of the choices", () => {
    expect(measureSelection(choices.toReversed())).toEqual(measureSelection(choices));
  });

  it("has no rate without choices", () => {
    expect(measureSelection([])).toEqual({ choices: 0, overall: {}, bySkill: [], confusion: [] });
    expect(measureSelection([{ expected: "a" }]).bySkill).toEqual([
      { skill: "a", meantAndChosen: 0, chosen: 0, meant: 1, recall: 0, f1: 0 },
    ]);
  });

  it("accepts any string as a name", () => {
    expect(measureSelection([{ expected: "__proto__", chosen: "constructor" }]).confusion).toEqual([
      { expected: "__proto__", chosen: "constructor", times: 1 },
    ]);
  });
});

describe("what a session was meant to activate", () => {
  const trace = [
    event({ kind: "activate", skill: "a" }),
    event({ kind: "again", skill: "a" }),
    event({ kind: "activate", skill: "c" }, 2),
  ];

  it("is compared with the skills that it activated", () => {
    expect(choicesOf(["a", "b"], trace)).toEqual([
      { expected: "a", chosen: "a" },
      { expected: "b", chosen: "c" },
    ]);
    expect(choicesOf(["a", "c", "d"], trace)).toEqual([
      { expected: "a", chosen: "a" },
      { expected: "c", chosen: "c" },
      { expected: "d" },
    ]);
    expect(choicesOf([], trace)).toEqual([{ chosen: "a" }, { chosen: "c" }]);
    expect(choicesOf([], [])).toEqual([{}]);
  });
});

describe("the cost of sessions", () => {
  const verdicts: readonly ExpectationResult[] = [
    { outcome: "pass", expected: "", kind: "order" },
    { outcome: "fail", expected: "", kind: "order" },
    { outcome: "not-measurable", expected: "", kind: "order" },
    { outcome: "pass", expected: "", kind: "text" },
    { outcome: "pass", expected: "", kind: "stop" },
  ];
  const trace = [
    event({ kind: "head", tier: 1, bytes: [0, 100] }),
    event({ kind: "catalog", tier: 1, tokens: 20 }),
    event({ kind: "prompt", tokens: 7 }),
    event({ kind: "activate", tier: 2, tokens: 50, bytes: [0, 300], tool: "use_skill" }),
    event({ kind: "approve", tool: "run_script" }),
    event({ kind: "script", tier: 3, tokens: 5, tool: "run_script" }),
    event({ kind: "refuse", tool: "run_script" }),
    event({ kind: "resource", tier: 3, tokens: 9, bytes: [10, 40], tool: "read_file", turn: 3 }),
  ];

  it("is summed by tier, tool and kind of constraint", () => {
    expect(
      measureSessions([
        { trace, verdicts },
        { trace, verdicts: [] },
      ]),
    ).toEqual({
      sessions: 2,
      order: { held: 1, of: 2 },
      texts: { held: 1, of: 1 },
      tokens: { 1: 40, 2: 100, 3: 28 },
      bytes: { 1: 200, 2: 600, 3: 60 },
      turns: 6,
      calls: 8,
      refusals: 2,
      callsByTool: [
        { tool: "read_file", calls: 2 },
        { tool: "run_script", calls: 4 },
        { tool: "use_skill", calls: 2 },
      ],
    });
  });
});
