import type { Rule } from "../core/rule.ts";

export const securityRules: readonly Rule[] = [];
