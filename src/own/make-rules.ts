import { onceForEach } from "../core/once.ts";
import { takeInventory } from "../inventory/take-inventory.ts";
import type { OwnRule } from "../model/own-rule.ts";
import type { Rule } from "../model/rule.ts";
import { makeRule } from "./make-rule.ts";

/** The rules of a config, made once for each list. */
export const makeRules: (own: readonly OwnRule[]) => readonly Rule[] = onceForEach((own) => {
  // All rules about a skill look at the same inventory.
  const inventoryOf = onceForEach(takeInventory);
  return own.map((rule) => makeRule(rule, { inventoryOf }));
});
