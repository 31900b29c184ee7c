import type { RuleMeta } from "../model/rule.ts";
import type { RulePage } from "../results/explain.ts";
import { ruleMetas } from "../rules/lists/lint-rules.ts";
import { listArchiveCodes } from "./explain-archive.ts";
import { refusersBy, targetRules } from "./check/target-rules.ts";
import { unknownRule } from "../lint/known-rules.ts";

/** Every rule's own words, in the order they are documented in. */
export function listRules(): readonly RuleMeta[] {
  return ruleMetas;
}

/** The same with what targets say where `skills check` tries a skill, and why archives are refused. */
export function listAllRules(): readonly RuleMeta[] {
  return [...listRules(), ...listArchiveCodes(), ...targetRules];
}

/** The pages of all of these; the rules' examples are in a file of their own that nothing else loads. */
export async function explainAll(): Promise<readonly RulePage[]> {
  const { ruleExamples } = await import("../generated/rule-examples.ts");
  return listAllRules().map((meta) => ({
    meta,
    ...(ruleExamples[meta.id] ?? { refusedBy: refusersBy(meta.id) }),
  }));
}

/** The page of one of them. Throws a SkillsError ("bad-usage") where there is none of that id. */
export async function explain(id: string): Promise<RulePage> {
  const pages = await explainAll();
  const page = pages.find(({ meta }) => meta.id === id);
  if (page) return page;
  throw unknownRule(
    id,
    pages.map(({ meta }) => meta.id),
  );
}
