import type { JsonNode, JsonObject } from "../../core/json.ts";
import type { EvalCase } from "./eval-file.ts";
import { itemsAt, placeOf, textAt, textOf, valueAt } from "./nodes.ts";

/**
 * A query that should, or should not, make an agent choose the skill: that of the file, or the one that the query expects. What
 * should not be chosen is the file's skill all the same, for whether another is expected then is told in as many ways as there are files.
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

/** Prompts with their reasons, or prompts alone. */
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

function readPrompt(node: JsonNode, should: boolean, id: string): EvalCase {
  const prompt = textOf(node) ?? textAt(node, "prompt");
  const at = placeOf(node);
  if (prompt === undefined)
    return { id, files: [], checks: [{ kind: "open", text: "", reason: "the case has no prompt", at }] };
  return { id, prompt, files: [], checks: [{ kind: "trigger", should, text: prompt, at }] };
}
