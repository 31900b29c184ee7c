import { type JsonNode, type JsonObject, memberOf } from "../../core/json.ts";
import type { Checked, EvalCase, EvalCheck, SkillsMode } from "./eval-file.ts";
import { itemsAt, itemsOf, objectsIn, placeOf, textAt, textOf, textsAt, valueAt } from "./nodes.ts";
import { readSentence } from "./sentences.ts";

/** The tasks in the file itself, and the expectations that apply to every task. */
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
      ...(whole.length > 0 ? [{ id: "every task", everyCase: true as const, files: [], checks: whole }] : []),
      ...inline.map(readTask),
    ],
    includes: tasks.flatMap((task) => (task.kind === "string" ? [task.value] : textsAt(task, "include"))),
  };
}

/**
 * Reads a task, from its own file or from that of the eval. waza's input files may be anywhere, so they never count
 * as missing.
 */
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
        reason: "needs a model to reach an outcome",
        at: placeOf(outcome),
      }));
    case "behavior":
      return value.kind === "object"
        ? value.members.map((member) => readBehavior(member.key, member.value))
        : [];
    default:
      return [{ kind: "open", text: key, reason: "waza documents no such key for a task", at }];
  }
}

function readBehavior(key: string, value: JsonNode): EvalCheck {
  const at = placeOf(value);
  const text = `${key}: ${textOf(value) ?? ""}`;
  if (key === "max_tool_calls" && value.kind === "number")
    return { kind: "calls", most: value.value, text, at };
  return {
    kind: "open",
    text,
    reason: key.endsWith("_ms") ? "needs a model to measure its response time" : "needs a model's behavior",
    at,
  };
}

function readMetric(metric: JsonObject): EvalCheck {
  return {
    kind: "open",
    text: `metric ${textAt(metric, "name") ?? ""}`.trim(),
    reason: "needs an average over a model's actions",
    at: placeOf(metric),
  };
}

/** Why a type of grader is not decided here (microsoft/waza docs/GUIDE.md, "Grader Types"). */
const closed: Readonly<Record<string, string>> = {
  human: "needs a human",
  inline_script: "programs in evals are not run",
  json_schema: "needs a model's output",
  llm: "needs a model to judge it",
  llm_comparison: "needs a model to judge it",
  program: "programs in evals are not run",
  prompt: "needs a model to judge it",
  script: "programs in evals are not run",
};

/** The checks in a grader, one for each entry. */
function readGrader(grader: JsonObject): readonly EvalCheck[] {
  const type = textAt(grader, "type") ?? "";
  const config = valueAt(grader, "config");
  const label = [type, textAt(grader, "name")].filter((part) => part !== undefined && part !== "").join(" ");
  const at = placeOf(grader);
  const checks = config?.kind === "object" ? readConfig(type, config, label) : [];
  return checks.length > 0
    ? checks
    : [{ kind: "open", text: label, reason: closed[type] ?? "needs a model's actions", at }];
}

function readConfig(type: string, config: JsonObject, label: string): readonly EvalCheck[] {
  if (type === "text" || type === "regex") return readText(config, label);
  if (type === "code")
    return itemsAt(config, "assertions").map((item) => ({
      ...readPython(textOf(item) ?? ""),
      text: `${label}: ${textOf(item) ?? ""}`,
      at: placeOf(item),
    }));
  if (type !== "skill_invocation") return [];
  const required = textsAt(config, "required_skills");
  const forbidden = textsAt(config, "forbidden_skills");
  const mode = modes.find((known) => known === textAt(config, "mode"));
  if (required.length + forbidden.length === 0 || (required.length > 0 && !mode)) return [];
  const extra = valueAt(config, "allow_extra");
  return [
    {
      kind: "skills",
      required,
      forbidden,
      mode: mode ?? "any_order",
      allowExtra: extra?.kind !== "boolean" || extra.value,
      text: `${label}: ${[...required, ...forbidden.map((skill) => `not ${skill}`)].join(", ")}`,
      at: placeOf(config),
    },
  ];
}

const modes: readonly SkillsMode[] = ["exact_match", "in_order", "any_order"];

const wordKeys = {
  contains: { extent: "all", letterCase: "ignored" },
  contains_cs: { extent: "all", letterCase: "same" },
  not_contains: { extent: "none", letterCase: "ignored" },
  not_contains_cs: { extent: "none", letterCase: "same" },
} as const;

const patternKeys = { regex_match: true, regex_not_match: false } as const;

function readText(config: JsonObject, label: string): readonly EvalCheck[] {
  const words = Object.entries(wordKeys).flatMap(([key, { extent, letterCase }]) =>
    each(config, key, label, (word) => ({ kind: "words", words: [word], extent, letterCase })),
  );
  const patterns = Object.entries(patternKeys).flatMap(([key, holds]) =>
    each(config, key, label, (pattern) => ({ kind: "pattern", pattern, holds })),
  );
  return [...words, ...patterns];
}

function each(
  config: JsonObject,
  key: string,
  label: string,
  read: (text: string) => Checked,
): readonly EvalCheck[] {
  return itemsAt(config, key).flatMap((item) => {
    const text = textOf(item);
    return text === undefined ? [] : [{ ...read(text), text: `${label}: ${key} ${text}`, at: placeOf(item) }];
  });
}

/** Reads the few Python expressions that can be understood without running them. */
function readPython(assertion: string): Checked {
  const [, than] = /^len\(output\) > (\d{1,9})$/.exec(assertion) ?? [];
  if (than !== undefined) return { kind: "longer", than: Number(than) };
  const [, , word, not, lower] = /^(['"])([^'"\\]+)\1( not)? in output(\.lower\(\))?$/.exec(assertion) ?? [];
  // A lower-cased output contains no capitals.
  if (word === undefined || (lower && word !== word.toLowerCase()))
    return { kind: "open", reason: "Python code in evals is not run" };
  return {
    kind: "words",
    words: [word],
    extent: not ? "none" : "all",
    letterCase: lower ? "ignored" : "same",
  };
}
