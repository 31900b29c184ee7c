import type { RuleSetting } from "../../model/config.ts";
import { memberOf } from "../../core/json.ts";
import { nearest } from "../../core/nearest.ts";
import type { Range } from "../../core/place.ts";
import { quote } from "../../core/show.ts";
import { misfit, type Format, type Schema, type Tell } from "../../parse/format/format.ts";
import { oneOf } from "../../parse/format/formats.ts";
import { ruleMetas } from "../../rules/lists/lint-rules.ts";
import { retiredRules } from "../../rules/lists/retired-rules.ts";
import { knownRules, triedRules } from "../lint/known-rules.ts";
import { ranged, type Ranged } from "./value-formats.ts";

const ids: readonly string[] = Array.from(knownRules.keys());

const setting: Format<RuleSetting> = oneOf(["error", "warning", "info", "off"]);

/** A rule by its id. */
export const ruleId: Format<string> = {
  schema: { $ref: "#/$defs/rule" },
  expected: "the id of a rule",
  read: (node, tell) => {
    if (node.kind !== "string") return misfit(node, ruleId.expected, tell);
    return requireRule(node.value, node.range, tell) ? node.value : undefined;
  },
};

/** Settings by rule id. */
export const ruleSettings: Format<ReadonlyMap<string, Ranged<RuleSetting>>> = {
  schema: { $ref: "#/$defs/rules" },
  expected: "ids of rules with error, warning, info or off",
  read: (node, tell) => {
    if (node.kind !== "object") return misfit(node, ruleSettings.expected, tell);
    const read = new Map<string, Ranged<RuleSetting>>();
    for (const { key, keyRange, value } of node.members) {
      const isKnown = requireRule(key, keyRange, tell);
      if (isKnown && memberOf(node, key)?.value !== value) tell(`${quote(key)} stands here twice`, keyRange);
      const given = ranged(setting).read(value, tell);
      if (isKnown && given) read.set(key, given);
    }
    return read;
  },
};

/** What the schema says once and refers to. */
export const ruleDefinitions: Readonly<Record<string, Schema>> = {
  severity: setting.schema,
  rule: { enum: ids },
  rules: {
    type: "object",
    properties: Object.fromEntries([
      ...ruleMetas.map(
        ({ id, summary }) => [id, { description: summary, $ref: "#/$defs/severity" }] as const,
      ),
      ...triedRules.map((id) => [id, { $ref: "#/$defs/severity" }] as const),
    ]),
    additionalProperties: false,
  },
};

function requireRule(id: string, range: Range, tell: Tell): boolean {
  if (knownRules.has(id)) return true;
  const heir = retiredRules.get(id);
  const near = nearest(id, ids);
  if (heir !== undefined)
    tell(`the rule ${quote(id)} is no more, expected ${quote(heir)}, which says the same`, range);
  else
    tell(
      `there is no rule ${quote(id, 60)}${near === undefined ? "" : `; the nearest is ${quote(near)}`}`,
      range,
    );
  return false;
}
