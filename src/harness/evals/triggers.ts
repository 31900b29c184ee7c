import type { JsonNode, JsonObject } from "../../core/json.ts";
import type { EvalCase } from "./eval-file.ts";
import { itemsAt, placeOf, textAt, textOf, textsAt, valueAt } from "./nodes.ts";

/**
 * Reads a query that should or should not choose a skill: the file's, or the one that the query expects. A query that
 * should not trigger is about the file's skill, because files disagree on how to specify the other skill.
 */
export function readQuery(node: JsonObject, number: number): EvalCase {
  const prompt = textAt(node, "query", "prompt");
  const label = valueAt(node, "should_trigger");
  const expected = textAt(node, "expected_skill");
  const id = textAt(node, "id") ?? String(number);
  const at = placeOf(node);
  const should =
    label?.kind === "boolean" ? label.value : expected !== undefined && !label ? true : undefined;
  if (prompt === undefined)
    return { id, files: [], checks: [{ kind: "open", text: "", reason: "the case has no query", at }] };
  if (should === undefined)
    return {
      id,
      prompt,
      files: [],
      checks: [{ kind: "open", text: prompt, reason: '"should_trigger" must be true or false', at }],
    };
  return {
    id,
    prompt,
    files: [],
    checks: [
      {
        kind: "trigger",
        should,
        ...(should && expected !== undefined && { skill: expected }),
        text: prompt,
        at,
      },
    ],
  };
}

/** Reads prompts, with or without reasons. */
export function readTriggerTests(root: JsonNode): readonly EvalCase[] {
  return [
    ...itemsAt(root, "should_trigger_prompts").map((node, index) =>
      readPrompt(node, true, `should-${index + 1}`),
    ),
    ...itemsAt(root, "should_not_trigger_prompts").map((node, index) =>
      readPrompt(node, false, `should-not-${index + 1}`),
    ),
  ];
}

/** Reads a prompt of a routing file. What it keeps for clients does not concern a model. */
export function readRoute(node: JsonObject, number: number): EvalCase {
  const prompt = textAt(node, "prompt");
  const id = String(number);
  const at = placeOf(node);
  const skill = textAt(node, "skill");
  const never = textsAt(node, "never");
  if (prompt === undefined || (skill === undefined && never.length === 0))
    return {
      id,
      files: [],
      checks: [{ kind: "open", text: prompt ?? "", reason: "the prompt is without a skill", at }],
    };
  const trigger = (should: boolean) => (name: string) =>
    ({
      kind: "trigger",
      should,
      skill: name,
      text: `${should ? "reach" : "never reach"} ${name}`,
      at,
    }) as const;
  const wanted = skill === undefined ? [] : [trigger(true)(skill)];
  return { id, prompt, files: [], checks: [...wanted, ...never.map(trigger(false))] };
}

function readPrompt(node: JsonNode, should: boolean, id: string): EvalCase {
  const prompt = textOf(node) ?? textAt(node, "prompt");
  const at = placeOf(node);
  if (prompt === undefined)
    return { id, files: [], checks: [{ kind: "open", text: "", reason: "the case has no prompt", at }] };
  return { id, prompt, files: [], checks: [{ kind: "trigger", should, text: prompt, at }] };
}
