import type { Rule } from "../core/rule.ts";

export const textRules: readonly Rule[] = [];
