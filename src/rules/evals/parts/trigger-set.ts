import { memberOf, type JsonArray, type JsonNode, type JsonString } from "../../../core/json.ts";
import type { Skill } from "../../../model/skill.ts";
import type { TextFile } from "../../../model/text-file.ts";
import { itemsOf } from "./eval-set.ts";

/** A word that every file with trigger queries contains. It is in the `words` of the rules that read these files. */
export const triggerWord = "should_trigger";

/**
 * Queries that should, or should not, make an agent choose the skill:
 * https://agentskills.io/skill-creation/optimizing-descriptions
 */
export interface TriggerSet {
  readonly file: TextFile;
  readonly list: JsonArray;
  readonly queries: readonly TriggerQuery[];
}

interface TriggerQuery {
  readonly node: JsonString;
  /** Equal for queries that differ only in spaces and case. */
  readonly key: string;
  readonly shouldTrigger: boolean;
}

/**
 * Every file with trigger queries, recognized by its content: the guide uses names such as eval_queries.json and
 * train_queries.json, and authors use a dozen others.
 */
export function triggerSetsOf({ texts }: Skill): readonly TriggerSet[] {
  return texts.flatMap((file) => (/\.json$/i.test(file.path) && file.has(triggerWord) ? readSet(file) : []));
}

function readSet(file: TextFile): readonly TriggerSet[] {
  const list = listIn(file.json.root);
  const queries = itemsOf(list).flatMap(readQuery);
  return list && queries.length > 0 ? [{ file, list, queries }] : [];
}

/** The top-level list, or the list under "queries" in a file that also contains the skill's name. */
function listIn(root: JsonNode | undefined): JsonArray | undefined {
  const list = root?.kind === "object" ? memberOf(root, "queries")?.value : root;
  return list?.kind === "array" ? list : undefined;
}

function readQuery(item: JsonNode): readonly TriggerQuery[] {
  if (item.kind !== "object") return [];
  const node = memberOf(item, "query")?.value;
  const label = memberOf(item, triggerWord)?.value;
  if (node?.kind !== "string" || label?.kind !== "boolean") return [];
  return [{ node, key: node.value.trim().replaceAll(/\s+/g, " ").toLowerCase(), shouldTrigger: label.value }];
}
