import { memberOf, type JsonNode, type JsonObject } from "../../core/json.ts";
import type { EventPattern, ScenarioStep } from "../../model/scenario.ts";
import { type Located, toRecord } from "../../parse/format/format.ts";
import type { Checked, EvalCase, EvalCheck } from "./eval-file.ts";
import { itemsAt, itemsOf, placeOf, textAt, textOf, textsAt, valueAt } from "./nodes.ts";

/**
 * Reads a case of react-actions, whose design names the keys `input`, `expected` and `constraints` and says in words
 * what they hold, and that cases can specify the actions of a mock model; the keys inside are ours: `skills`, `steps`
 * and `output`, `max_tool_calls`, `max_turns` and `forbidden_tools`; and so are `actions` and `model`. `fileModel` is
 * the model that the file names for all its cases.
 */
export function readAgentCase(node: JsonObject, number: number, fileModel?: string): EvalCase {
  const prompt = textAt(node, "input");
  const actions = memberOf(node, "actions")?.value;
  const isLexical = (textAt(node, "model") ?? fileModel) === "lexical";
  const expected = memberOf(node, "expected")?.value;
  const constraints = memberOf(node, "constraints")?.value;
  return {
    id: textAt(node, "id", "name") ?? String(number),
    ...(prompt !== undefined && { prompt }),
    files: [],
    ...(actions
      ? { mock: { kind: "scripted", steps: itemsOf(actions).flatMap(readAction) } as const }
      : isLexical && { mock: { kind: "lexical" } as const }),
    checks: [
      ...(expected ? readExpected(expected) : []),
      ...(constraints ? readMembers(constraints, "constraints", constraintReaders) : []),
    ],
  };
}

type Reader = (value: JsonNode) => readonly Checked[];

/** A text alone is one that the output contains. */
function readExpected(expected: JsonNode): readonly EvalCheck[] {
  const word = textOf(expected);
  return word === undefined
    ? readMembers(expected, "expected", expectedReaders)
    : [{ ...contains(word), text: `expected: ${word}`, at: placeOf(expected) }];
}

function readMembers(
  node: JsonNode,
  called: string,
  readers: Readonly<Record<string, Reader>>,
): readonly EvalCheck[] {
  if (node.kind !== "object")
    return [{ kind: "open", text: called, reason: `"${called}" must be a map`, at: placeOf(node) }];
  return node.members.flatMap(({ key, value }) => {
    const read = Object.hasOwn(readers, key) ? readers[key] : undefined;
    const texts = itemsOf(value).map((item) => textOf(item) ?? textAt(item, "action") ?? "…");
    const about = { text: `${called}.${key}: ${texts.join(", ")}`, at: placeOf(value) };
    const checks = read?.(value) ?? [];
    return checks.length === 0
      ? [{ kind: "open", reason: read ? "it has no value that is understood" : "unknown key", ...about }]
      : checks.map((checked) => ({ ...checked, ...about }));
  });
}

const expectedReaders: Readonly<Record<string, Reader>> = {
  skills: (value) => {
    const names = itemsOf(value).flatMap((item) => textOf(item) ?? textAt(item, "name") ?? []);
    return [
      ...names.map((skill) => ({ kind: "trigger", should: true, skill }) as const),
      ...(names.length === 0 ? [{ kind: "none" } as const] : []),
      session({ kind: "set", of: "activated", extent: "exactly", values: names }),
    ];
  },
  steps: (value) => {
    const events = itemsOf(value).map(readStep);
    const known = events.filter((event) => event !== undefined);
    if (known.length === 0) return [];
    return known.length < events.length
      ? [{ kind: "open", reason: `a step must be an action: ${Object.keys(actions).join(", ")}` }]
      : [session({ kind: "order", events: known })];
  },
  output: (value) =>
    value.kind === "object"
      ? [
          ...textsAt(value, "contains", "keywords").map(contains),
          ...textsAt(value, "lacks").map((word): Checked => ({ ...contains(word), extent: "none" })),
          ...textsAt(value, "matches").map((pattern) => ({ kind: "pattern", pattern, holds: true }) as const),
        ]
      : itemsOf(value).flatMap((item) => contains(textOf(item) ?? "")),
};

const constraintReaders: Readonly<Record<string, Reader>> = {
  max_tool_calls: (value) => (value.kind === "number" ? [{ kind: "calls", most: value.value }] : []),
  max_turns: (value) =>
    value.kind === "number" ? [session({ kind: "most", of: { unit: "turns" }, limit: value.value })] : [],
  forbidden_tools: (value) => {
    const names = itemsOf(value).flatMap((item) => textOf(item) ?? []);
    // The action that reads a file is load_resource; as a tool, the design calls it read_file.
    const values = names.flatMap((name) => (name === "read_file" ? [name, "load_resource"] : [name]));
    return values.length === 0 ? [] : [session({ kind: "set", of: "called", extent: "never", values })];
  },
};

function contains(word: string): Extract<Checked, { readonly kind: "words" }> {
  return { kind: "words", words: [word], extent: "all", letterCase: "same" };
}

function session(expectation: Extract<Checked, { readonly kind: "session" }>["expectation"]): Checked {
  return { kind: "session", expectation };
}

/** An action of a mock model: a map as the model writes it, or a text such as "run_script scripts/a.py". */
function readAction(node: JsonNode): readonly Located<ScenarioStep>[] {
  const at = placeOf(node);
  if (node.kind === "object") return [{ value: { action: toRecord(node) }, at }];
  const [, name = "", target = ""] = writtenAction.exec(textOf(node) ?? "") ?? [];
  const step = target !== "" && Object.hasOwn(mockActions, name) ? mockActions[name]?.(target) : undefined;
  return step ? [{ value: step, at }] : [];
}

const mockActions: Readonly<Record<string, (target: string) => ScenarioStep>> = {
  select_skills: (activate) => ({ activate }),
  load_skill: (activate) => ({ activate }),
  load_resource: (read) => ({ read }),
  run_script: (run) => ({ run }),
  final_answer: (finish) => ({ finish }),
};

/** The actions that a text can give; others need a map. */
export const mockActionNames: readonly string[] = Object.keys(mockActions);

/** An action with what it is about: "run_script scripts/a.py". */
export const writtenAction = /^(\S+)(?: ([^]+))?$/;

/** The actions that a step can be. */
const actions: Readonly<Record<string, (target: string | undefined) => EventPattern>> = {
  select_skills: (skill) => ({ kind: "activate", ...(skill !== undefined && { skill }) }),
  load_skill: (skill) => ({ kind: "activate", ...(skill !== undefined && { skill }) }),
  load_resource: (file) => ({ kind: "resource", ...(file !== undefined && { file }) }),
  run_script: (file) => ({ kind: "script", ...(file !== undefined && { file }) }),
  call_tool: (tool) => (tool === undefined ? { kind: "tool" } : { tool }),
  final_answer: (text) => ({ kind: "answer", ...(text !== undefined && { text }) }),
};

export const stepActions: readonly string[] = Object.keys(actions);

/** An action as a text, optionally with what it is about ("run_script scripts/a.py"), or as the model writes it. */
function readStep(node: JsonNode): EventPattern | undefined {
  const [, name = "", target] = writtenAction.exec(textOf(node) ?? "") ?? [];
  const action = textAt(node, "action") ?? name;
  const about =
    target ??
    textAt(node, "relative_path", "tool", "skill") ??
    textAt(valueAt(node, "skill"), "name") ??
    textAt(itemsAt(node, "skills")[0], "name");
  return Object.hasOwn(actions, action) ? actions[action]?.(about) : undefined;
}
