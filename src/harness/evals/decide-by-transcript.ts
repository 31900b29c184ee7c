import { objectToExpression } from "../../core/regular-expression.ts";
import { count, series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { CatalogEntry, ModelRequest } from "../../model/agent.ts";
import type { Choice, ExpectationResult } from "../../model/scenario.ts";
import type { TraceEvent } from "../../model/trace.ts";
import { judgeOne } from "../scenario/judge.ts";
import { isCall, namesFile } from "../scenario/match-event.ts";
import { measure } from "../scenario/measure.ts";
import { matches } from "../scenario/pattern.ts";
import type { Played } from "../scenario/played.ts";
import type { EvalCheck } from "./eval-file.ts";

type Decision = Pick<ExpectationResult, "outcome" | "reason"> & { readonly choice?: Choice };

type Check<Kind extends EvalCheck["kind"]> = Extract<EvalCheck, { readonly kind: Kind }>;

/**
 * Decides a check from a model's session; undefined if the session is not conclusive. `skill` is the skill under
 * test, `inputs` are the case's files in the user's project.
 */
export function decideByTranscript(
  check: EvalCheck,
  skill: string | undefined,
  played: Played,
  inputs: readonly string[] = [],
): Decision | undefined {
  const {
    result: { trace, answer, catalog },
    last,
  } = played;
  const activated = trace.flatMap((event) =>
    event.kind === "activate" && event.skill !== undefined ? [event.skill] : [],
  );
  switch (check.kind) {
    case "trigger":
      return decideTrigger(check, skill, { activated, catalog });
    case "none": {
      const [chosen] = activated;
      return {
        ...verdict(chosen === undefined, `the model activated ${listNames(activated)}`),
        choice: chosen === undefined ? {} : { chosen },
      };
    }
    case "file":
      return decideFile(
        check,
        trace.filter((event) => skill === undefined || event.skill === undefined || event.skill === skill),
        inputs,
      );
    case "tool":
      return decideTool(check.name, trace, last);
    case "calls": {
      const calls = measure(trace, { unit: "calls" });
      return verdict(calls <= check.most, `there were ${count(calls, "call")}`);
    }
    case "skills": {
      const reason = objectToSkills(check, activated);
      return verdict(reason === undefined, reason ?? "");
    }
    case "words":
      return answer === undefined ? unanswered(check.extent !== "none") : decideWords(check, answer);
    case "pattern":
      return answer === undefined ? unanswered(check.holds) : decidePattern(check, answer);
    case "longer": {
      // Python counts characters, JavaScript UTF-16 units.
      const length = Array.from(answer ?? "").length;
      return answer === undefined
        ? unanswered(true)
        : verdict(length > check.than, `the answer has ${count(length, "character")}`);
    }
    case "session": {
      const { outcome, reason } = judgeOne(check.expectation, played);
      return { outcome, ...(reason !== undefined && { reason }) };
    }
    case "open":
      return undefined;
  }
}

/** Without an answer, what it must contain is missing, but what it must not contain is not shown to be absent. */
function unanswered(required: boolean): Decision {
  const reason = "the session ended without an answer";
  return { outcome: required ? "fail" : "not-measurable", reason };
}

function decideTrigger(
  { skill: named, should }: Check<"trigger">,
  skill: string | undefined,
  {
    activated,
    catalog,
  }: { readonly activated: readonly string[]; readonly catalog: readonly CatalogEntry[] },
): Decision | undefined {
  const target = named ?? skill;
  if (target === undefined) return undefined;
  if (!catalog.some(({ name, hidden }) => name === target && !hidden))
    return { outcome: "not-measurable", reason: `the agent does not announce ${quote(target, 80)}` };
  const chosen = activated.includes(target) ? target : activated[0];
  const reason =
    activated.length === 0
      ? "no skill was activated"
      : `the model activated ${series(activated.map((name) => quote(name, 80)))}`;
  return {
    ...verdict(activated.includes(target) === should, reason),
    choice: choiceOf(target, should, chosen),
  };
}

/** A file that was not read must be known, as a path that an eval only describes cannot be read. */
function decideFile(
  { path, done }: Check<"file">,
  trace: readonly TraceEvent[],
  inputs: readonly string[],
): Decision {
  const found = trace.some(
    (event) => event.kind === (done === "read" ? "resource" : "script") && namesFile(path, event),
  );
  return found || isOwn(path) || inputs.includes(path)
    ? verdict(found, `it was not ${done}`)
    : { outcome: "not-measurable", reason: "neither the skill nor the case has the file" };
}

/** A missing call only counts if the tool was offered. */
function decideTool(name: string, trace: readonly TraceEvent[], last: ModelRequest | undefined): Decision {
  const called = trace.some((event) => isCall(event) && event.tool === name);
  return called || last?.tools.some((tool) => tool.name === name)
    ? verdict(called, "it was not called")
    : { outcome: "not-measurable", reason: "the agent does not offer the tool" };
}

function verdict(holds: boolean, reason: string): Decision {
  return holds ? { outcome: "pass" } : { outcome: "fail", reason };
}

/** If the eval does not say whether case matters, only results that are the same either way count. */
function decideWords(check: Check<"words">, answer: string): Decision | undefined {
  const same = holdsWords(check, answer, (text) => text);
  const ignored = holdsWords(check, answer, (text) => text.toLowerCase());
  if (check.letterCase === "either" && same !== ignored)
    return { outcome: "not-measurable", reason: "the eval does not say whether case matters" };
  return verdict(
    check.letterCase === "ignored" ? ignored : same,
    check.extent === "none" ? "the answer contains it" : "the answer does not contain it",
  );
}

function holdsWords(
  { words, extent }: Check<"words">,
  answer: string,
  fold: (text: string) => string,
): boolean {
  const has = (word: string): boolean => fold(answer).includes(fold(word));
  if (extent === "none") return !words.some(has);
  return extent === "any" ? words.some(has) : words.every(has);
}

/**
 * Patterns are written for Go or Python. If JavaScript cannot read one or interprets it differently, the check is not
 * decided.
 */
function decidePattern({ pattern, holds }: Check<"pattern">, answer: string): Decision {
  const insensitive = pattern.startsWith("(?i)");
  const plain = insensitive ? pattern.slice(4) : pattern;
  if (/\\[AZzQEC]|\[\[:|\(\?/.test(plain) || objectToExpression(plain) !== undefined)
    return {
      outcome: "not-measurable",
      reason: "JavaScript may read the pattern differently from Go or Python",
    };
  const found = matches(plain, answer, insensitive ? "ui" : "u");
  if (found === "too-slow") return { outcome: "not-measurable", reason: "matching takes more than a second" };
  return verdict(found === holds, holds ? "the answer does not match it" : "the answer matches it");
}

/**
 * Why the activated skills are wrong, by the modes of waza's grader (microsoft/waza
 * docs/graders/skill_invocation.md).
 */
function objectToSkills(
  { required, forbidden, mode, allowExtra }: Extract<EvalCheck, { readonly kind: "skills" }>,
  activated: readonly string[],
): string | undefined {
  const banned = forbidden.filter((name) => activated.includes(name));
  if (banned.length > 0) return `${listNames(banned)} ${banned.length === 1 ? "was" : "were"} activated`;
  if (
    required.length === 0 ||
    (holdsMode(required, activated, mode) && (allowExtra || activated.length === required.length))
  )
    return undefined;
  return activated.length === 0 ? "no skill was activated" : `the model activated ${listNames(activated)}`;
}

function holdsMode(
  required: readonly string[],
  activated: readonly string[],
  mode: "exact_match" | "in_order" | "any_order",
): boolean {
  if (mode === "exact_match")
    return required.length === activated.length && required.every((name, at) => name === activated[at]);
  let from = 0;
  if (mode === "in_order") return required.every((name) => (from = activated.indexOf(name, from) + 1) > 0);
  return required.every((name) => times(name, activated) >= times(name, required));
}

function times(name: string, names: readonly string[]): number {
  return names.filter((each) => each === name).length;
}

function listNames(names: readonly string[]): string {
  return series(names.map((name) => quote(name, 80)));
}

/**
 * A prompt that should not choose this skill is counted as meant for none. Choosing a third skill is not an error of
 * this one.
 */
export function choiceOf(target: string, should: boolean, chosen: string | undefined): Choice {
  const counted = should || chosen === target ? chosen : undefined;
  return { ...(should && { expected: target }), ...(counted !== undefined && { chosen: counted }) };
}

/**
 * Whether a path is in one of the directories that the specification defines for skills. Other paths may belong to
 * the user's project.
 */
export function isOwn(path: string): boolean {
  return /^(?:references?|scripts|assets)\//.test(path);
}
