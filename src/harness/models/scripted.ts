import {
  shownAt,
  type CatalogEntry,
  type Model,
  type ModelReply,
  type ModelRequest,
  type Speech,
} from "../../model/agent.ts";
import { SkillsError } from "../../core/errors.ts";
import { type ChangeStep, isChange, type ScenarioCall, type ScenarioStep } from "../../model/scenario.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { callTool } from "../tools/tool-speech.ts";

type ModelStep = Exclude<ScenarioStep, ChangeStep>;

/**
 * Takes one step per turn, regardless of the request, and ends after the last step; steps that change files are not
 * the model's. Use one instance per session. `onStep` receives the index among all steps of each step that is taken, and
 * `onEnd` is called for each answer without one.
 */
export function scripted(
  steps: readonly ScenarioStep[],
  speech: Speech,
  onStep: (index: number) => void = () => {},
  onEnd: () => void = () => {},
): Model {
  const own = steps.filter((step): step is ModelStep => !isChange(step));
  let done = 0;
  /** The skill for steps that do not specify one. */
  let current: string | undefined;
  return {
    id: "scripted",
    next: async ({ tools }, catalog) => {
      const step = own[done++];
      if (!step) {
        onEnd();
        return speech.finish(ending);
      }
      onStep(steps.indexOf(step));
      current = lastActivated(step) ?? current;
      return put(step, { speech, tools, catalog, current, number: done });
    },
  };
}

/** The final answer, if the steps contain none. */
const ending = "That was the last step.";

interface Situation {
  readonly speech: Speech;
  readonly tools: ModelRequest["tools"];
  readonly catalog: readonly CatalogEntry[];
  readonly current: string | undefined;
  /** Number of the step, from 1. */
  readonly number: number;
}

function lastActivated(step: ModelStep): string | undefined {
  const calls = "calls" in step ? step.calls : [step];
  return calls.findLast((call) => "activate" in call)?.activate;
}

/** Expresses a step in the form that the system uses. */
function put(step: ModelStep, situation: Situation): ModelReply {
  if ("calls" in step) return putTogether(step.calls, situation);
  if ("say" in step) return { text: step.say };
  if ("action" in step) return { text: JSON.stringify(step.action) };
  return "finish" in step ? situation.speech.finish(step.finish) : putCall(step, situation);
}

/** One reply with all calls; in a system with structured actions, a text with all actions. */
function putTogether(calls: readonly ScenarioCall[], situation: Situation): ModelReply {
  const replies = calls.map((call) => putCall(call, situation));
  const texts = replies.flatMap(({ text }) => text ?? []);
  const called = replies.flatMap((reply) => reply.calls ?? []);
  return {
    ...(texts.length > 0 && { text: texts.join("\n") }),
    ...(called.length > 0 && { calls: called }),
  };
}

function putCall(step: ScenarioCall, situation: Situation): ModelReply {
  const { speech, tools, catalog } = situation;
  if ("activate" in step) return speech.activate(entryOf(step.activate, catalog), tools);
  if ("read" in step) return speech.read(entryFor(step, step.read, situation), step.read);
  if ("run" in step) return speech.run(entryFor(step, step.run, situation), step.run, step.args ?? []);
  return callTool(step.call, step.arguments ?? {});
}

/** The step's skill; otherwise the skill activated last; otherwise the only skill. */
function entryFor(
  { skill }: { readonly skill?: string },
  file: string,
  { catalog, current, number }: Situation,
): CatalogEntry {
  const only = catalog.length === 1 ? catalog[0]?.name : undefined;
  const name = skill ?? current ?? only;
  if (name !== undefined) return entryOf(name, catalog);
  throw new SkillsError(
    "bad-usage",
    `step ${number} does not say which skill ${quote(file)} belongs to; set "skill" to ${
      catalog.length === 0
        ? "its name"
        : series(
            catalog.map((entry) => quote(entry.name)),
            "or",
          )
    }`,
  );
}

/** An unknown skill is requested too, as the system must refuse it. */
function entryOf(name: string, catalog: readonly CatalogEntry[]): CatalogEntry {
  return (
    catalog.find((entry) => entry.name === name) ?? {
      name,
      description: "",
      scope: "project",
      path: `${shownAt.project}/skills/${name}`,
      hidden: false,
    }
  );
}
