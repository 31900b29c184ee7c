import type { RuleExamples } from "../src/core/rule-page.ts";

export function collectRuleExamples(): Readonly<Record<string, RuleExamples>>;
export function writeRuleExamples(): void;
