import type { Rule } from "../core/rule.ts";

export const graphRules: readonly Rule[] = [];
