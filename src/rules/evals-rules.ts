import type { Rule } from "../core/rule.ts";

export const evalsRules: readonly Rule[] = [];
