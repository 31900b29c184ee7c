import { compareText } from "../core/order.ts";
import { ratesOf } from "../model/metrics.ts";
import type { Selection, SessionTotals, Share, SkillSelection, ConfusionCell } from "../model/metrics.ts";
import type { Choice, ExpectationResult } from "../model/scenario.ts";
import type { Tier, TraceEvent } from "../model/trace.ts";
import { measure } from "./scenario/measure.ts";

/**
 * How well the choices match the skills that the prompts were meant for. For choices by keywords, this measures
 * separability; for scripted steps, it is meaningless.
 */
export function measureSelection(choices: readonly Choice[]): Selection {
  const names = new Set(
    choices.flatMap(({ expected, chosen }) => [expected, chosen]).filter((name) => name !== undefined),
  );
  const bySkill = Array.from(names)
    .sort(compareText)
    .map((skill) => measureSkill(skill, choices));
  const sum = (of: (each: SkillSelection) => number): number =>
    bySkill.reduce((total, each) => total + of(each), 0);
  return {
    choices: choices.length,
    overall: ratesOf(
      sum((each) => each.meantAndChosen),
      sum((each) => each.chosen),
      sum((each) => each.meant),
    ),
    bySkill,
    confusion: confusionOf(choices),
  };
}

/**
 * Pairs the skills that a session was meant to activate with those it did activate; missed skills are paired
 * with unexpected ones.
 */
export function choicesOf(meant: readonly string[], trace: readonly TraceEvent[]): readonly Choice[] {
  const activated = Array.from(
    new Set(trace.flatMap(({ kind, skill }) => (kind === "activate" && skill !== undefined ? [skill] : []))),
  );
  const missed = meant.filter((name) => !activated.includes(name));
  const others = activated.filter((name) => !meant.includes(name));
  const pairs = Array.from(
    { length: Math.max(missed.length, others.length) },
    (_, at): Choice => toChoice(missed[at], others[at]),
  );
  const all = [
    ...meant.filter((name) => activated.includes(name)).map((name) => toChoice(name, name)),
    ...pairs,
  ];
  return all.length === 0 ? [{}] : all;
}

/**
 * Totals of several sessions, and how many of their expectations were met. Expectations that could not be measured
 * are not counted.
 */
export function measureSessions(
  sessions: readonly {
    readonly trace: readonly TraceEvent[];
    readonly verdicts: readonly ExpectationResult[];
  }[],
): SessionTotals {
  const verdicts = sessions.flatMap((session) => session.verdicts);
  const total = (of: Parameters<typeof measure>[1]): number =>
    sessions.reduce((sum, { trace }) => sum + measure(trace, of), 0);
  const byTier = (unit: "tokens" | "bytes"): Readonly<Record<Tier, number>> => ({
    1: total({ unit, tier: 1 }),
    2: total({ unit, tier: 2 }),
    3: total({ unit, tier: 3 }),
  });
  return {
    sessions: sessions.length,
    order: shareOf(verdicts, "order"),
    texts: shareOf(verdicts, "text"),
    tokens: byTier("tokens"),
    bytes: byTier("bytes"),
    turns: total({ unit: "turns" }),
    calls: total({ unit: "calls" }),
    refusals: total({ unit: "refusals" }),
    callsByTool: callsByTool(sessions.flatMap(({ trace }) => trace)),
  };
}

function measureSkill(skill: string, choices: readonly Choice[]): SkillSelection {
  const count = (holds: (choice: Choice) => boolean): number => choices.filter(holds).length;
  const meantAndChosen = count(({ expected, chosen }) => expected === skill && chosen === skill);
  const chosen = count((choice) => choice.chosen === skill);
  const meant = count(({ expected }) => expected === skill);
  return { skill, meantAndChosen, chosen, meant, ...ratesOf(meantAndChosen, chosen, meant) };
}

function confusionOf(choices: readonly Choice[]): readonly ConfusionCell[] {
  const cells = new Map<string, ConfusionCell>();
  for (const { expected, chosen } of choices) {
    const key = JSON.stringify([expected ?? null, chosen ?? null]);
    cells.set(key, { ...toChoice(expected, chosen), times: (cells.get(key)?.times ?? 0) + 1 });
  }
  return Array.from(cells.values()).sort(
    (a, b) => compareText(a.expected ?? "", b.expected ?? "") || compareText(a.chosen ?? "", b.chosen ?? ""),
  );
}

function toChoice(expected: string | undefined, chosen: string | undefined): Choice {
  return { ...(expected !== undefined && { expected }), ...(chosen !== undefined && { chosen }) };
}

function shareOf(verdicts: readonly ExpectationResult[], kind: ExpectationResult["kind"]): Share {
  const decided = verdicts.filter((verdict) => verdict.kind === kind && verdict.outcome !== "not-measurable");
  return { held: decided.filter(({ outcome }) => outcome === "pass").length, of: decided.length };
}

function callsByTool(events: readonly TraceEvent[]): SessionTotals["callsByTool"] {
  const calls = new Map<string, number>();
  for (const { tool, kind } of events)
    if (tool !== undefined && kind !== "approve") calls.set(tool, (calls.get(tool) ?? 0) + 1);
  return Array.from(calls, ([tool, times]) => ({ tool, calls: times })).sort((a, b) =>
    compareText(a.tool, b.tool),
  );
}
