import type { CatalogEntry } from "../../model/agent.ts";
import type { Choice, ExpectationResult } from "../../model/scenario.ts";
import { quote } from "../../core/show.ts";
import type { Played } from "../scenario/played.ts";
import { choiceOf, decideByTranscript, isOwn } from "./decide-by-transcript.ts";
import type { EvalCase, EvalCheck } from "./eval-file.ts";
import { isSeparated, separate, type Rank } from "./separability.ts";

/** The data that evals are compared with. */
export interface EvalWorld {
  /** The skill of an eval file that does not specify one. */
  readonly skill?: string;
  /** The skills in the catalog, including this one. */
  readonly catalog: readonly CatalogEntry[];
  readonly rank: Rank;
  /** Paths of a skill's files, relative to its root; undefined if there is no such skill. */
  filesOf(skill: string): readonly string[] | undefined;
  /**
   * What a model did with the prompt of a case, if there is a session of a real model, not of a scripted or lexical
   * one. Present if a model decides, and words do not.
   */
  played?(each: EvalCase): Played | undefined;
  /** What the mock model of a case did, and how many of its actions it took; undefined if the case has none. */
  mocked?(each: EvalCase): { readonly played: Played; readonly taken: number } | undefined;
}

/** The basis of a decision: the words of descriptions, the skill's files, or a model's session. */
type Basis = "separability" | "files" | "transcript";

export interface EvalVerdict extends ExpectationResult {
  /** Absent if the check is undecided. */
  readonly basis?: Basis;
  /** Present if the prompt should or should not choose a skill. */
  readonly choice?: Choice;
}

export interface EvalSubject {
  /** The skill of the eval file; absent if it is unknown. */
  readonly skill?: string;
  readonly each: EvalCase;
  readonly world: EvalWorld;
  /** Why prompts cannot be compared with descriptions; undefined if they can. */
  readonly distrust?: string;
}

/** Decides a check by the session of its case, or without a model; if that is not possible, gives the reason. */
export function decide(check: EvalCheck, subject: EvalSubject): EvalVerdict {
  const { text: expected, at } = check;
  const played = observed(subject);
  const inputs = subject.each.files.map(({ value }) => value);
  const byTranscript = played && decideByTranscript(check, subject.skill, played, inputs);
  if (byTranscript)
    return {
      expected,
      at,
      ...(byTranscript.outcome !== "not-measurable" && { basis: "transcript" }),
      ...byTranscript,
    };
  return { expected, at, ...decideByFiles(check, subject) };
}

/** Only the session of a real model shows what a model does, unless the case itself names a mock model. */
function observed({ world, each }: EvalSubject): Played | undefined {
  const mocked = world.mocked?.(each);
  if (mocked) return mocked.played;
  const played = world.played?.(each);
  return played &&
    (played.result.model === "replay" || played.result.model === "command") &&
    played.failure === undefined
    ? played
    : undefined;
}

type Decision = Omit<EvalVerdict, "expected" | "at">;

/** Why sessions do not decide a check either. */
const withSessions: Readonly<Record<string, string>> = {
  "needs a model's output and a judge": "needs a judge",
  "needs a model to judge it": "needs a judge",
  "needs a model to reach an outcome": "needs a judge",
  "needs a model's actions": "no session is judged by this kind of grader",
  "needs a model's output": "no session is judged by this kind of grader",
  "needs a model's behavior": "no session is judged by this key",
  "needs a model to measure its response time": "response times are not measured",
  "needs an average over a model's actions": "no average over tasks is computed",
};

function decideByFiles(check: EvalCheck, subject: EvalSubject): Decision {
  switch (check.kind) {
    case "trigger":
      return decideTrigger(check, subject);
    case "none":
      return decideNone(subject);
    case "file":
      return decideFile(check, subject);
    case "open":
      return open(subject.world.played ? (withSessions[check.reason] ?? check.reason) : check.reason);
    case "tool":
    case "calls":
    case "skills":
    case "session":
      return open("needs a model's actions");
    case "words":
    case "pattern":
    case "longer":
      return open("needs a model's output");
  }
}

function decideTrigger(
  { should, skill: named }: Extract<EvalCheck, { readonly kind: "trigger" }>,
  { skill = named, each: { prompt }, world: { catalog, rank, played }, distrust }: EvalSubject,
): Decision {
  const target = named ?? skill;
  if (prompt === undefined || target === undefined)
    return open(prompt === undefined ? "the case has no prompt" : "the eval does not name a skill");
  if (played) return open("no session decides it");
  if (!catalog.some(({ name, hidden }) => name === target && !hidden))
    return open(`the skill ${quote(target, 80)} is not in the catalog`);
  if (distrust !== undefined) return open(distrust);
  const found = separate(prompt, catalog, rank);
  const separated = isSeparated(found, target, should, catalog);
  if (separated === undefined)
    return open(
      found.kind === "one" ? `${found.reason}, and keywords alone cannot decide a near miss` : found.reason,
    );
  return {
    outcome: separated ? "pass" : "fail",
    basis: "separability",
    reason: found.reason,
    choice: choiceOf(target, should, found.kind === "one" ? found.name : undefined),
  };
}

/** Keywords alone show that a prompt fits no skill, or one of several; a lone skill fits every near miss. */
function decideNone({ each: { prompt }, world: { catalog, rank, played }, distrust }: EvalSubject): Decision {
  if (prompt === undefined) return open("the case has no prompt");
  if (played) return open("no session decides it");
  const shown = catalog.filter(({ hidden }) => !hidden);
  if (shown.length === 0) return open("there is no skill in the catalog");
  if (distrust !== undefined) return open(distrust);
  const found = separate(prompt, catalog, rank);
  if (found.kind === "close" || (found.kind === "one" && shown.length === 1)) return open(found.reason);
  const [outcome, choice] =
    found.kind === "one" ? (["fail", { chosen: found.name }] as const) : (["pass", {}] as const);
  return { outcome, basis: "separability", reason: found.reason, choice };
}

/** A missing file cannot be read; for an existing file, a model would have to decide. */
function decideFile(
  { path, done }: Extract<EvalCheck, { readonly kind: "file" }>,
  { skill, each, world }: EvalSubject,
): Decision {
  const there = skill === undefined ? undefined : world.filesOf(skill);
  if (there && isOwn(path) && !there.includes(path) && !each.files.some(({ value }) => value.endsWith(path)))
    return { outcome: "fail", basis: "files", reason: `the skill has no file ${quote(path, 80)}` };
  return open(`needs a model: whether the file is ${done}`);
}

function open(reason: string): Decision {
  return { outcome: "not-measurable", reason };
}
