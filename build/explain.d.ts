import type { RuleExamples } from "../src/model/reports/explain.ts";

export function collectRuleExamples(): Readonly<Record<string, RuleExamples>>;
export function writeRuleExamples(): void;
