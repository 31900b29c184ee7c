import {
  shownAt,
  type CatalogEntry,
  type Model,
  type ModelReply,
  type ModelRequest,
  type Speech,
} from "../../model/agent.ts";
import { SkillsError } from "../../core/errors.ts";
import type { ScenarioStep } from "../../model/scenario.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { callTool } from "../tools/tool-speech.ts";

/** Takes one step per turn, regardless of the request, and ends after the last step. Use one instance per session. */
export function scripted(steps: readonly ScenarioStep[], speech: Speech): Model {
  let done = 0;
  /** The skill for steps that do not specify one. */
  let current: string | undefined;
  return {
    id: "scripted",
    next: async ({ tools }, catalog) => {
      const step = steps[done++];
      if (!step) return speech.finish(ending);
      if ("activate" in step) current = step.activate;
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

/** Expresses a step in the form that the system uses. */
function put(step: ScenarioStep, situation: Situation): ModelReply {
  const { speech, tools, catalog } = situation;
  if ("activate" in step) return speech.activate(entryOf(step.activate, catalog), tools);
  if ("read" in step) return speech.read(entryFor(step, step.read, situation), step.read);
  if ("run" in step) return speech.run(entryFor(step, step.run, situation), step.run, step.args ?? []);
  if ("call" in step) return callTool(step.call, step.arguments ?? {});
  if ("say" in step) return { text: step.say };
  return "action" in step ? { text: JSON.stringify(step.action) } : speech.finish(step.finish);
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
