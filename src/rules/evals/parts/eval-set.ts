import {
  memberOf,
  type JsonArray,
  type JsonMember,
  type JsonNode,
  type JsonObject,
} from "../../../core/json.ts";
import type { Range } from "../../../core/place.ts";
import type { Skill } from "../../../model/skill.ts";
import type { TextFile } from "../../../model/text-file.ts";

/** The path of a skill's test cases in the agentskills.io guide and in Anthropic's skill-creator. */
const path = "evals/evals.json";

/** The test cases of a skill, in the format of https://agentskills.io/skill-creation/evaluating-skills. */
export interface EvalSet {
  readonly file: TextFile;
  readonly root: JsonObject;
  readonly list: JsonArray;
  readonly evals: readonly JsonObject[];
}

export function evalsFile({ texts }: Skill): TextFile | undefined {
  return texts.find((text) => text.path === path);
}

/**
 * Undefined if the file does not exist, if a syntax error cuts it short, or if it belongs to another tool: it
 * contains no list of evals, or none of its evals has a prompt, nor, in a file that names its skill, what to compare
 * the output with.
 */
export function evalSetOf(skill: Skill): EvalSet | undefined {
  const file = evalsFile(skill);
  const root = file?.json.root;
  if (!file || root?.kind !== "object" || file.json.problems.some(({ kind }) => kind === "syntax"))
    return undefined;
  const list = memberOf(root, "evals")?.value;
  if (list?.kind !== "array") return undefined;
  const evals = list.items.filter((item) => item.kind === "object");
  const namesSkill = memberOf(root, "skill_name") !== undefined;
  const isOurs = (each: JsonObject) => memberOf(each, "prompt") ?? (namesSkill && isGraded(each));
  if (list.items.length > 0 && !evals.some(isOurs)) return undefined;
  return { file, root, list, evals };
}

/**
 * Keys of the checks on an output: "assertions" in the guide, "expectations" in the schemas of skill-creator.
 */
export const checkKeys = ["assertions", "expectations"] as const;

/** Whether an eval has a key of this format for what its output is compared with. */
export function isGraded(each: JsonObject): boolean {
  return memberOf(each, "expected_output") !== undefined || checksOf(each).length > 0;
}

/** The members of an eval that contain its checks. */
export function checksOf(each: JsonObject): readonly JsonMember[] {
  return checkKeys.flatMap((key) => memberOf(each, key) ?? []);
}

/** The items of a JSON array; empty for any other value. */
export function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === "array" ? node.items : [];
}

/** An eval's checks as written: each is a sentence or an object. */
export function checkItemsOf(each: JsonObject): readonly JsonNode[] {
  return checksOf(each).flatMap(({ value }) => itemsOf(value));
}

/** The range of the value's first character, to report a value that has many lines. */
export function openingOf({ source }: TextFile, { range }: JsonNode): Range {
  const { offset } = range.start;
  return source.range(offset, offset + 1);
}
