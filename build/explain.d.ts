import type { RuleExamples } from "../src/results/explain.ts";

export function collectRuleExamples(): Readonly<Record<string, RuleExamples>>;
export function writeRuleExamples(): void;
