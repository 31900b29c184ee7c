import path from "node:path";
import { memberOf, type JsonNode, type JsonObject } from "../../core/json.ts";
import type { FileProblem } from "../../core/file-problem.ts";
import { readTree } from "../../parse/format/read-tree.ts";
import { classifiedTools } from "../systems/react-actions/permissions.ts";
import { readAgentCase, stepActions } from "./agent-evals.ts";
import { type AgentNames, findAgentMistakes } from "./agent-mistakes.ts";
import type { EvalFile, EvalFormat } from "./eval-file.ts";
import { readEval, readLegacyEval } from "./evals-json.ts";
import { itemsAt, itemsOf, listKeys, objectsIn, placeOf, textAt, textsAt, valueAt } from "./nodes.ts";
import { readSkillgrade } from "./skillgrade.ts";
import { readQuery, readRoute, readTriggerTests } from "./triggers.ts";
import { readTask, readWazaEval } from "./waza.ts";

export type ReadEvals = { readonly evals: EvalFile } | { readonly problems: readonly FileProblem[] };

/**
 * Paths of files that may be eval files: everything in the guide's `evals/`, and the file names that skill-creator,
 * waza and skillgrade use. The content decides whether a file is one.
 */
export const evalsPath =
  /^(?:.*\/)?evals?\/[^/]+\.(?:json|ya?ml)$|(?:^|\/)(?:(?:trigger_)?evals?(?:_queries)?|(?:train|validation)_queries|trigger[-_](?:evals?|tests?))\.(?:json|ya?ml)$/i;

/** The directory of the project that has a file in `.agent/evals`; undefined for another file. */
export function projectOf(absolute = ""): string | undefined {
  const folder = path.dirname(absolute);
  return path.basename(folder) === "evals" && path.basename(path.dirname(folder)) === ".agent"
    ? path.resolve(folder, "../..")
    : undefined;
}

/** Reads an eval file of any known format; `file` is its name for messages. */
export function readEvals(bytes: Uint8Array, file: string): ReadEvals {
  const { root, problems } = readTree(bytes, file);
  if (problems.length > 0) return { problems };
  const format = root && formatOf(root);
  if (!format)
    return {
      problems: [
        {
          file,
          ...(root ? placeOf(root) : { line: 1, column: 1 }),
          message:
            "unknown eval format: there is no list of evals or queries, and no should_trigger_prompts, tasks, inputs, or input with expected",
        },
      ],
    };
  const skill = textAt(root, "skill_name", "skill") ?? skillsOf(root);
  return {
    evals: { file, format, ...(skill !== undefined && { skill }), includes: [], ...casesOf(root, format) },
  };
}

/** What is misspelled in an eval file; none if its format does not say which names there are. */
export function findMistakes(
  bytes: Uint8Array,
  { file, format }: Pick<EvalFile, "file" | "format">,
  skills: AgentNames["skills"],
): readonly FileProblem[] {
  if (format !== "agent-evals") return [];
  const { root } = readTree(bytes, file);
  return root
    ? findAgentMistakes(root, listOf(root), {
        file,
        actions: stepActions,
        tools: new Set([...classifiedTools, "network"]),
        ...(skills && { skills }),
      })
    : [];
}

/** Detects the format from the content, because authors use many file names. */
function formatOf(root: JsonNode): EvalFormat | undefined {
  const has = (...keys: readonly string[]): boolean => valueAt(root, ...keys) !== undefined;
  if (has("should_trigger_prompts", "should_not_trigger_prompts")) return "waza-triggers";
  if (has("tasks"))
    return objectsIn(itemsAt(root, "tasks")).some((task) => memberOf(task, "instruction"))
      ? "skillgrade"
      : "waza-eval";
  if (has("inputs")) return "waza-task";
  if (objectsIn(itemsAt(root, "prompts")).some((each) => valueAt(each, "skill", "never"))) return "routing";
  const [first] = listOf(root);
  const holds = (...keys: readonly string[]): boolean => valueAt(first, ...keys) !== undefined;
  if (holds("input") && holds("expected", "constraints")) return "agent-evals";
  if (holds("should_trigger", "expected_skill")) return "triggers";
  if (holds("expected_behavior")) return "legacy";
  return holds("prompt", "assertions", "expectations", "expected_output") ||
    (has("evals") && itemsAt(root, "evals").length === 0)
    ? "evals-json"
    : undefined;
}

/** A file is a list, an object with a list, or one eval. */
function listOf(root: JsonNode): readonly JsonObject[] {
  return objectsIn(itemsOf(valueAt(root, ...listKeys) ?? root));
}

function casesOf(
  root: JsonNode,
  format: EvalFormat,
): Pick<EvalFile, "cases"> & Partial<Pick<EvalFile, "includes">> {
  const each = listOf(root);
  switch (format) {
    case "evals-json":
      return { cases: each.map((node, index) => readEval(node, index + 1)) };
    case "legacy":
      return { cases: each.map((node, index) => readLegacyEval(node, index + 1)) };
    case "triggers":
      return { cases: each.map((node, index) => readQuery(node, index + 1)) };
    case "waza-triggers":
      return { cases: readTriggerTests(root) };
    case "waza-eval":
      return readWazaEval(root);
    case "waza-task":
      return { cases: objectsIn([root]).map((node) => readTask(node)) };
    case "skillgrade":
      return { cases: readSkillgrade(root) };
    case "routing":
      return { cases: objectsIn(itemsAt(root, "prompts")).map((node, index) => readRoute(node, index + 1)) };
    case "agent-evals":
      return { cases: each.map((node, index) => readAgentCase(node, index + 1, textAt(root, "model"))) };
  }
}

/** The older format lists the skills for each eval. If they are all the same skill, it is the file's. */
function skillsOf(root: JsonNode): string | undefined {
  const named = new Set(listOf(root).flatMap((node) => textsAt(node, "skills")));
  return named.size === 1 ? Array.from(named)[0] : undefined;
}
