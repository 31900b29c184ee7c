import type { RuleExamples } from "../src/model/reports/explain.ts";

export function collectRuleExamples(): Readonly<Record<string, RuleExamples>>;
export function writeRuleExamples(): void;
export function changedLines(one: string, other: string): number;
