import type { Subject } from "../../model/report.ts";
import type { RulePage } from "../../model/reports/explain.ts";
import { drawFindings } from "../formats/text-findings.ts";
import { ruleText, type RuleTextStyle } from "./rule-text.ts";

/** What was found at one location, and the page of each rule that found it. */
export function findingText(subject: Subject, pages: readonly RulePage[], style: RuleTextStyle): string {
  const findings = drawFindings([subject], { ...style, all: true, fixedBy: "skills lint" });
  return [`${findings.join("\n")}\n`, ...pages.map((page) => ruleText({ ...page, others: [] }, style))].join(
    "\n",
  );
}
