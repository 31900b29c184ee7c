import type { Subject } from "../../model/report.ts";
import type { RulePage } from "../../model/reports/explain.ts";
import { drawFinding } from "../formats/text-finding.ts";
import { ruleText, type RuleTextStyle } from "./rule-text.ts";

/** What was found at one location, and the page of each rule that found it. */
export function findingText(subject: Subject, pages: readonly RulePage[], style: RuleTextStyle): string {
  const findings = subject.findings.map((finding) =>
    drawFinding(finding, subject, { ...style, fixedBy: "skills lint" }).join("\n"),
  );
  return [
    ...findings.map((text) => `${text}\n`),
    ...pages.map((page) => ruleText({ ...page, others: [] }, style)),
  ].join("\n");
}
