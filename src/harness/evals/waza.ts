import { memberOf, type JsonNode, type JsonObject } from "../../core/json.ts";
import type { EvalCase, EvalCheck } from "./eval-file.ts";
import { itemsAt, itemsOf, objectsIn, placeOf, textAt, textOf, textsAt, valueAt } from "./nodes.ts";
import { readSentence } from "./sentences.ts";
import { readGrader } from "./waza-graders.ts";

/** The tasks that stand in the file itself, and what is expected of every task. */
export function readWazaEval(root: JsonNode): {
  readonly cases: readonly EvalCase[];
  readonly includes: readonly string[];
} {
  const tasks = itemsAt(root, "tasks");
  const inline = objectsIn(tasks).filter((task) => !memberOf(task, "include"));
  const whole = [
    ...objectsIn(itemsAt(root, "graders")).flatMap(readGrader),
    ...objectsIn(itemsAt(root, "metrics")).map(readMetric),
  ];
  return {
    cases: [
      ...(whole.length > 0 ? [{ id: "every task", files: [], checks: whole }] : []),
      ...inline.map(readTask),
    ],
    includes: tasks.flatMap((task) => (task.kind === "string" ? [task.value] : textsAt(task, "include"))),
  };
}

/** A task, in a file of its own or in that of the eval. Its files lie wherever waza is told, so none is missed here. */
export function readTask(task: JsonObject, index = 0): EvalCase {
  const prompt = textAt(valueAt(task, "inputs"), "prompt") ?? textAt(task, "prompt");
  const expected = valueAt(task, "expected");
  const graders = objectsIn([...itemsAt(task, "graders"), ...itemsAt(task, "validators")]);
  return {
    id: textAt(task, "id", "name") ?? String(index + 1),
    ...(prompt !== undefined && { prompt }),
    files: [],
    checks: [...(expected ? readExpected(expected) : []), ...graders.flatMap(readGrader)],
  };
}

function readExpected(expected: JsonNode): readonly EvalCheck[] {
  const text = textOf(expected);
  if (text !== undefined)
    return readSentence(text).map((checked) => ({ ...checked, text, at: placeOf(expected) }));
  return expected.kind === "object"
    ? expected.members.flatMap(({ key, value }) => readMember(key, value))
    : [];
}

function readMember(key: string, value: JsonNode): readonly EvalCheck[] {
  const at = placeOf(value);
  const words = itemsOf(value).flatMap((item) => textOf(item) ?? []);
  const text = `${key}: ${words.join(", ")}`;
  switch (key) {
    case "output_contains":
      return words.map((word) => ({
        kind: "words",
        words: [word],
        extent: "all",
        letterCase: "either",
        text: `${key}: ${word}`,
        at,
      }));
    case "output_contains_any":
      return words.length === 0
        ? []
        : [{ kind: "words", words, extent: "any", letterCase: "either", text, at }];
    case "output_not_contains":
      return words.map((word) => ({
        kind: "words",
        words: [word],
        extent: "none",
        letterCase: "either",
        text: `${key}: ${word}`,
        at,
      }));
    case "should_trigger":
      return value.kind === "boolean"
        ? [{ kind: "trigger", should: value.value, text: `${key}: ${value.value}`, at }]
        : [];
    case "outcomes":
      return objectsIn(itemsOf(value)).map((outcome) => ({
        kind: "open",
        text: `outcome ${textAt(outcome, "type") ?? ""}`,
        reason: "it takes a model to come to an outcome",
        at: placeOf(outcome),
      }));
    case "behavior":
      return value.kind === "object"
        ? value.members.map((member) => readBehaviour(member.key, member.value))
        : [];
    default:
      return [{ kind: "open", text: key, reason: "it is not among what waza documents for a task", at }];
  }
}

function readBehaviour(key: string, value: JsonNode): EvalCheck {
  const at = placeOf(value);
  const text = `${key}: ${textOf(value) ?? ""}`;
  if (key === "max_tool_calls" && value.kind === "number")
    return { kind: "calls", most: value.value, text, at };
  return {
    kind: "open",
    text,
    reason: key.endsWith("_ms")
      ? "how long a model takes is seen only when it is asked"
      : "it takes a model to behave in some way",
    at,
  };
}

function readMetric(metric: JsonObject): EvalCheck {
  return {
    kind: "open",
    text: `metric ${textAt(metric, "name") ?? ""}`.trim(),
    reason: "it is an average over what a model does",
    at: placeOf(metric),
  };
}
