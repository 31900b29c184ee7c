import type { Skill } from "../../model/skill.ts";
import { refusalsAmong, withClientFindings } from "../parts/client-findings.ts";
import { isRefusedFor } from "../../model/refusals.ts";
import type { Finding } from "../../model/rule.ts";
import { defineRule } from "../define.ts";
import { isTooShort, problemFindings, separatingTab } from "./parts/problems.ts";

const reasons = ["yaml-syntax", "yaml-feature", "yaml-flow", "yaml-indentation"] as const;

export default defineRule({
  meta: {
    id: "frontmatter-yaml",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#frontmatter",
    summary: "Reports frontmatter that is not valid YAML.",
    why: "Most clients do not load a skill with invalid frontmatter, usually without a message; the few that repair it hide the problem from its author.",
    remedy:
      "Fix the YAML at the reported location; quote a string that contains a colon, a quote or an asterisk.",
    severity: "warning",
    fixable: "safe",
    since: "0.1.0",
  },
  check: ({ subject: skill }) =>
    withClientFindings(skill, isClosedTooLate(skill) ? [] : ["yaml-syntax"], [
      ...problemFindings(skill, "yaml-syntax", reasons, "spec"),
      ...separatingTabs(skill),
    ]),
});

/** Tabs between a key and its value, which YAML allows and PyYAML, with which skills-ref reads, does not. */
function separatingTabs(skill: Skill): readonly Finding[] {
  const { document } = skill;
  const range = document && separatingTab(document);
  if (!range || !isRefusedFor(skill, reasons)) return [];
  const { file, source } = document;
  return [
    {
      file,
      range,
      refusals: refusalsAmong(skill, reasons),
      message: "a tab separates the key from its value, which some YAML parsers refuse; write a space",
      fixes: [
        {
          title: "Write a space",
          safe: true,
          operations: [{ kind: "edit", file, range, text: source.slice(range).replaceAll("\t", " ") }],
        },
      ],
    },
  ];
}

/** Whether clients read the body as YAML, because they do not see the closing fence. */
function isClosedTooLate({ document }: Skill): boolean {
  return document?.problems.some((problem) => isTooShort(document, problem)) ?? false;
}
