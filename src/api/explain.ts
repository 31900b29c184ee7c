import type { OwnRule } from "../model/own-rule.ts";
import { metaOf } from "../own/rule-meta.ts";
import type { RuleMeta } from "../model/rule.ts";
import type { RulePage } from "../model/reports/explain.ts";
import { ruleMetas } from "../rules/lists/lint-rules.ts";
import { listArchiveCodes } from "./explain-archive.ts";
import { refusersBy, targetRules } from "./check/target-rules.ts";
import { unknownRule } from "../lint/known-rules.ts";

/** The metadata of every rule, in the order of the documentation. */
export function listRules(): readonly RuleMeta[] {
  return ruleMetas;
}

/** What a policy denies: no rule, so that it is in no list of them and no setting turns it off. */
export const policyPage: RuleMeta = {
  id: "policy",
  category: "own",
  origin: "own",
  source: "",
  summary: "Reports what the file of --policy denies, or does not allow.",
  why: "The owner of the policy does not let skills do this, or load such a skill.",
  remedy:
    "Change the skill, or ask the owner to change the policy. Of a pull request, the policy before it counts.",
  severity: "error",
  since: "0.1.0",
};

/** The metadata of every rule, of the target findings in `skills check`, and of the archive codes. */
export function listAllRules(): readonly RuleMeta[] {
  return [...listRules(), ...listArchiveCodes(), ...targetRules];
}

/** The metadata of rules of one's own. */
export function listOwnRules(own: readonly OwnRule[]): readonly RuleMeta[] {
  return own.map(metaOf);
}

/**
 * The pages of all rules, target findings and archive codes. Loads the file with the examples, which nothing else
 * needs.
 */
export async function explainAll(): Promise<readonly RulePage[]> {
  const { ruleExamples } = await import("../generated/rule-examples.ts");
  return listAllRules().map((meta) => ({
    meta,
    ...(ruleExamples[meta.id] ?? { refusedBy: refusersBy(meta.id) }),
  }));
}

/** The page of one rule. Throws a SkillsError ("bad-usage") for an unknown id. */
export async function explain(id: string): Promise<RulePage> {
  if (id === policyPage.id) return { meta: policyPage, refusedBy: [] };
  const pages = await explainAll();
  const page = pages.find(({ meta }) => meta.id === id);
  if (page) return page;
  throw unknownRule(
    id,
    pages.map(({ meta }) => meta.id),
  );
}
