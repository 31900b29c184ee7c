import {
  memberOf,
  type JsonArray,
  type JsonMember,
  type JsonNode,
  type JsonObject,
} from "../../core/json.ts";
import type { Range } from "../../core/place.ts";
import type { Skill } from "../../model/skill.ts";
import type { TextFile } from "../../model/text-file.ts";

/** Where the guide of agentskills.io and Anthropic's skill-creator keep a skill's test cases. */
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

/** Absent where there is no such file, where it is cut short by an error, and where it is some other tool's: there is no list of evals, or not one of them has a prompt. */
export function evalSetOf(skill: Skill): EvalSet | undefined {
  const file = evalsFile(skill);
  const root = file?.json.root;
  if (!file || root?.kind !== "object" || file.json.problems.some(({ kind }) => kind === "syntax"))
    return undefined;
  const list = memberOf(root, "evals")?.value;
  if (list?.kind !== "array") return undefined;
  const evals = list.items.filter((item) => item.kind === "object");
  if (list.items.length > 0 && !evals.some((each) => memberOf(each, "prompt"))) return undefined;
  return { file, root, list, evals };
}

/** The names that the guide ("assertions") and the schemas of skill-creator ("expectations") have for what is held against an output. */
export const checkKeys = ["assertions", "expectations"] as const;

/** The members of an eval that hold its checks. */
export function checksOf(each: JsonObject): readonly JsonMember[] {
  return checkKeys.flatMap((key) => memberOf(each, key) ?? []);
}

/** What a value holds that was written in brackets. */
export function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === "array" ? node.items : [];
}

/** What an eval holds against its output, each as it is written: a sentence, or an object. */
export function checkItemsOf(each: JsonObject): readonly JsonNode[] {
  return checksOf(each).flatMap(({ value }) => itemsOf(value));
}

/** A value's first character, where the value is many lines long. */
export function openingOf({ source }: TextFile, { range }: JsonNode): Range {
  const { offset } = range.start;
  return source.range(offset, offset + 1);
}
