import type { CatalogEntry } from "../../model/agent.ts";
import type { Choice, ExpectationResult } from "../../model/scenario.ts";
import { quote } from "../../core/show.ts";
import type { Played } from "../scenario/played.ts";
import { choiceOf, decideByTranscript, isOwn } from "./decide-by-transcript.ts";
import type { EvalCase, EvalCheck } from "./eval-file.ts";
import { isSeparated, separate, type Rank } from "./separability.ts";

/** What evals are held against. */
export interface EvalWorld {
  /** The skill that a file is about which does not say. */
  readonly skill?: string;
  /** The skills that are announced beside it, itself included. */
  readonly catalog: readonly CatalogEntry[];
  readonly rank: Rank;
  /** The paths of a skill's files from its root; undefined for a skill that is not there. */
  filesOf(skill: string): readonly string[] | undefined;
  /** What a model did with the prompt of a case, where it was recorded or asked. What steps or words alone did is no model's doing. */
  played?(each: EvalCase): Played | undefined;
}

/** What decides: the words of descriptions, the files of the skill, or what a model was seen to do. */
type Basis = "separability" | "files" | "transcript";

export interface EvalVerdict extends ExpectationResult {
  /** Absent where nothing did. */
  readonly basis?: Basis;
  /** Of a prompt that was to choose a skill or not to choose it. */
  readonly choice?: Choice;
}

export interface EvalSubject {
  /** The skill of the file; absent where nobody knows. */
  readonly skill?: string;
  readonly each: EvalCase;
  readonly world: EvalWorld;
  /** Why no prompt is held against descriptions; undefined where they may be. */
  readonly distrust?: string;
}

/** Decides one check by what can be known of it without asking a model; all else is left open, with its reason. */
export function decide(check: EvalCheck, subject: EvalSubject): EvalVerdict {
  const { text: expected, at } = check;
  const played = observed(subject);
  const byTranscript = played && decideByTranscript(check, subject.skill, played);
  if (byTranscript)
    return {
      expected,
      at,
      ...(byTranscript.outcome !== "not-measurable" && { basis: "transcript" }),
      ...byTranscript,
    };
  return { expected, at, ...decideByFiles(check, subject) };
}

/** Only a model's doing is evidence of what a model does. */
function observed({ world, each }: EvalSubject): Played | undefined {
  const played = world.played?.(each);
  return played &&
    (played.result.model === "replay" || played.result.model === "command") &&
    played.result.stop !== "model-failed"
    ? played
    : undefined;
}

type Decision = Omit<EvalVerdict, "expected" | "at">;

function decideByFiles(check: EvalCheck, subject: EvalSubject): Decision {
  switch (check.kind) {
    case "trigger":
      return decideTrigger(check, subject);
    case "file":
      return decideFile(check, subject);
    case "open":
      return open(check.reason);
    case "tool":
    case "calls":
    case "skills":
      return open("needs a model's actions");
    case "words":
    case "pattern":
    case "longer":
      return open("needs a model's output");
  }
}

function decideTrigger(
  { should, skill: named }: Extract<EvalCheck, { readonly kind: "trigger" }>,
  { skill = named, each: { prompt }, world: { catalog, rank }, distrust }: EvalSubject,
): Decision {
  const target = named ?? skill;
  if (prompt === undefined || target === undefined)
    return open(prompt === undefined ? "the case has no prompt" : "the eval names no skill");
  if (!catalog.some(({ name, hidden }) => name === target && !hidden))
    return open(`the skill ${quote(target, 80)} is not in the catalog`);
  if (distrust !== undefined) return open(distrust);
  const found = separate(prompt, catalog, rank);
  const separated = isSeparated(found, target, should, catalog);
  if (separated === undefined)
    return open(
      found.kind === "one" ? `${found.reason}, and words alone cannot decide a near miss` : found.reason,
    );
  return {
    outcome: separated ? "pass" : "fail",
    basis: "separability",
    reason: found.reason,
    choice: choiceOf(target, should, found.kind === "one" ? found.name : undefined),
  };
}

/** A file that is not there will not be read; whether one that is there will be is for a model to show. */
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
