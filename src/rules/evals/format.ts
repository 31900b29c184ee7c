import { memberOf, type JsonMember, type JsonNode, type JsonObject } from "../../core/json.ts";
import type { Range } from "../../core/place.ts";
import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { TextFile } from "../../model/text-file.ts";
import { defineRule } from "../define.ts";
import {
  checkItemsOf,
  evalSetOf,
  evalsFile,
  isGraded,
  itemsOf,
  openingOf,
  type EvalSet,
} from "./parts/eval-set.ts";
import { stringField } from "../parts/fields.ts";

export default defineRule({
  meta: {
    id: "evals-format",
    category: "evals",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/evaluating-skills#designing-test-cases",
    summary:
      "Reports an `evals/evals.json` that does not parse or has no list of evals, and evals with missing, empty, duplicate or mistyped values.",
    why: "A program that runs the evals stops at such a file, mixes up the results of evals with the same id, or has nothing to compare the output with.",
    remedy:
      "Write a JSON object with the skill's name and a list of evals, each with a unique id, a prompt and the expected output.",
    severity: "warning",
    since: "0.1.0",
  },
  *check({ subject: skill }) {
    const file = evalsFile(skill);
    if (!file) return;
    yield* problems(file);
    const set = evalSetOf(skill);
    if (!set) {
      yield* withoutList(file);
      return;
    }
    yield* skillName(set, stringField(skill, "name")?.value);
    for (const item of set.list.items)
      if (item.kind !== "object")
        yield finding(
          file,
          item.range,
          `an eval is ${named[item.kind]}; write an object with an id, a prompt and an expected output`,
        );
    yield* ids(set);
    for (const each of set.evals) yield* parts(file, each);
    yield* mistypedAssertion(set);
  },
});

const named = {
  object: "an object",
  array: "a list",
  string: "a string",
  number: "a number",
  boolean: "a boolean",
  null: "null",
} as const satisfies Record<JsonNode["kind"], string>;

function finding({ path }: TextFile, range: Range, message: string): Finding {
  return { file: path, range, message };
}

/** Reports only the first problem of each kind. */
function* problems(file: TextFile): Iterable<Finding> {
  const reported = new Set<string>();
  for (const { kind, message, range } of file.json.problems) {
    if (!reported.has(kind)) yield finding(file, range, message);
    reported.add(kind);
  }
}

/** A file of this format whose evals are missing or no list; a file of another tool has neither of its keys. */
function* withoutList(file: TextFile): Iterable<Finding> {
  const { root, problems } = file.json;
  if (problems.some(({ kind }) => kind === "syntax")) return;
  if (root?.kind === "array" && root.items.some((item) => isEval(item) && isGraded(item)))
    yield finding(
      file,
      openingOf(file, root),
      "the file is a list; write an object with it under the key evals",
    );
  if (root?.kind !== "object") return;
  const evals = memberOf(root, "evals")?.value;
  const isThisFormat = memberOf(root, "skill_name") !== undefined || root.members.length === 0;
  if (evals && evals.kind !== "array" && (isThisFormat || isEval(evals)))
    yield finding(file, openingOf(file, evals), `evals is ${named[evals.kind]}; write a list of objects`);
  else if (!evals && isThisFormat)
    yield finding(file, openingOf(file, root), "the file has no list of evals; add one under the key evals");
}

function isEval(node: JsonNode): node is JsonObject {
  return node.kind === "object" && memberOf(node, "prompt") !== undefined;
}

function* skillName({ file, root }: EvalSet, name: string | undefined): Iterable<Finding> {
  const written = memberOf(root, "skill_name")?.value;
  if (name === undefined || written?.kind !== "string" || written.value === name) return;
  yield finding(
    file,
    written.range,
    `skill_name is ${quote(written.value, 80)}, but the skill is named ${quote(name, 80)}; correct it`,
  );
}

function* ids({ file, evals }: EvalSet): Iterable<Finding> {
  const first = new Map<string, JsonNode>();
  for (const each of evals) {
    const id = memberOf(each, "id")?.value;
    if (!id) yield finding(file, openingOf(file, each), "eval has no id; add one");
    if (!id) continue;
    if (id.kind !== "string" && id.kind !== "number") {
      yield finding(file, openingOf(file, id), `id is ${named[id.kind]}; write a number or a string`);
      continue;
    }
    const key = String(id.value);
    const before = first.get(key);
    if (before)
      yield {
        ...finding(
          file,
          id.range,
          `duplicate id ${id.kind === "string" ? quote(key, 80) : key}, first used on line ${before.range.start.line}; give it another`,
        ),
        related: [{ file: file.path, range: before.range }],
      };
    else first.set(key, id);
  }
}

function* parts(file: TextFile, each: JsonObject): Iterable<Finding> {
  const prompt = memberOf(each, "prompt");
  if (!prompt) yield finding(file, openingOf(file, each), "eval has no prompt; add one");
  else if (isBlank(prompt.value))
    yield finding(file, prompt.value.range, "prompt is empty; write what a user would ask");
  else yield* notString(file, prompt);
  yield* inputs(file, each);
  const output = memberOf(each, "expected_output");
  if (output) yield* notString(file, output);
  if (checkItemsOf(each).length > 0 || describesBehavior(each)) return;
  if (!output)
    yield finding(
      file,
      openingOf(file, each),
      "eval has neither an expected output nor assertions; add one of them",
    );
  else if (isBlank(output.value))
    yield finding(
      file,
      output.value.range,
      "expected output is empty, and there are no assertions; write one of them",
    );
}

function* notString(file: TextFile, { key, value }: JsonMember): Iterable<Finding> {
  if (value.kind !== "string" && value.kind !== "null")
    yield finding(file, openingOf(file, value), `${key} is ${named[value.kind]}; write a string`);
}

/** Input files in another form than a list of paths. */
function* inputs(file: TextFile, each: JsonObject): Iterable<Finding> {
  const files = memberOf(each, "files")?.value;
  if (!files || files.kind === "null") return;
  if (files.kind !== "array")
    yield finding(file, openingOf(file, files), `files is ${named[files.kind]}; write a list of paths`);
  for (const item of itemsOf(files))
    if (item.kind !== "string" && item.kind !== "object")
      yield finding(file, openingOf(file, item), `an input file is ${named[item.kind]}; write a path`);
}

/** Reported once per file: no program can compare an output with a number, a boolean or nothing. */
function* mistypedAssertion({ file, evals }: EvalSet): Iterable<Finding> {
  const first = evals.flatMap(checkItemsOf).find(({ kind }) => kind !== "string" && kind !== "object");
  if (first)
    yield finding(file, openingOf(file, first), `an assertion is ${named[first.kind]}; write a string`);
}

/**
 * Whether an eval uses the key in Claude's documentation for what an output is compared with: a list of sentences, or
 * one.
 */
function describesBehavior(each: JsonObject): boolean {
  const written = memberOf(each, "expected_behavior")?.value;
  return (
    (written?.kind === "array" && written.items.some((item) => !isBlank(item))) ||
    (written?.kind === "string" && !isBlank(written))
  );
}

function isBlank(node: JsonNode): boolean {
  return node.kind === "null" || (node.kind === "string" && node.value.trim() === "");
}
