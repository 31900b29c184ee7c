import { expect, it } from "vitest";
import { collectRuleExamples } from "../build/explain.js";
import { listRules } from "../src/api/explain.ts";
import type { RulePage } from "../src/model/reports/explain.ts";
import { ruleExamples } from "../src/generated/rule-examples.ts";
import { rulesReadme } from "../src/report/pages/rule-docs.ts";

const examples = collectRuleExamples();

it("generates the page of rules", async () => {
  const pages = listRules().map((meta): RulePage => ({ meta, ...(examples[meta.id] ?? { refusedBy: [] }) }));
  await expect(rulesReadme(pages)).toMatchFileSnapshot("../src/rules/README.md");
});

it("uses the current cases as examples", () => {
  expect(ruleExamples).toEqual(examples);
});
