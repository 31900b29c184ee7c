import type { Rule } from "../core/rule.ts";

export const scriptRules: readonly Rule[] = [];
