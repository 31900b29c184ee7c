import { type JsonNode, memberOf } from "../core/json.ts";
import { quote } from "../core/show.ts";
import type { Tell } from "../parse/format/format.ts";
import type { Ranged } from "../parse/format/shaped.ts";
import { objectToOwnId, type RuleDefinition, ruleDefinition } from "./rule-format.ts";

/** The rules that are defined among settings, by id; the others are severities. */
export function readDefinitions(
  node: JsonNode,
  tell: Tell,
  isBuiltIn: (id: string) => boolean = () => false,
): ReadonlyMap<string, Ranged<RuleDefinition>> {
  const own = new Map<string, Ranged<RuleDefinition>>();
  if (node.kind !== "object") return own;
  for (const { key, keyRange, value } of node.members) {
    if (value.kind !== "object") continue;
    const objection = isBuiltIn(key)
      ? `${quote(key)} is a built-in rule, which takes a severity; define yours as \`acme/${key}\``
      : objectToOwnId(key);
    if (objection !== undefined) tell(objection, keyRange);
    else if (memberOf(node, key)?.value !== value) tell(`duplicate key ${quote(key)}`, keyRange);
    const read = ruleDefinition.read(value, tell);
    if (read && objection === undefined) own.set(key, { value: read, range: keyRange });
  }
  return own;
}
