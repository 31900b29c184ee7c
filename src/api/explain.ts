import { SkillsError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import type { RuleMeta } from "../core/rule.ts";
import type { RulePage } from "../core/rule-page.ts";
import { quote } from "../core/show.ts";
import { ruleMetas } from "../rules/lint-rules.ts";
import { retiredRules } from "../rules/retired-rules.ts";
import { listArchiveCodes } from "./explain-archive.ts";

/** Every rule's own words, in the order they are documented in. */
export function listRules(): readonly RuleMeta[] {
  return ruleMetas;
}

/** The pages of all rules, and of the reasons to refuse an archive; the rules' examples are in a file of their own that nothing else loads. */
export async function explainAll(): Promise<readonly RulePage[]> {
  const { ruleExamples } = await import("../generated/rule-examples.ts");
  return [...listRules(), ...listArchiveCodes()].map((meta) => ({ meta, ...(ruleExamples[meta.id] ?? { refusedBy: [] }) }));
}

/** The page of one of them. Throws a SkillsError ("bad-usage") where there is none of that id. */
export async function explain(id: string): Promise<RulePage> {
  const pages = await explainAll();
  const page = pages.find(({ meta }) => meta.id === id);
  if (page) return page;
  throw unknownRule(id, pages.map(({ meta }) => meta));
}

/** The error for an id that no rule has, with the nearest that one has. */
export function unknownRule(id: string, rules: readonly RuleMeta[] = listRules()): SkillsError {
  const heir = retiredRules.get(id);
  if (heir !== undefined) return new SkillsError("bad-usage", `the rule ${quote(id)} is no more, expected ${quote(heir)}, which says the same`);
  const near = nearest(id, rules.map((meta) => meta.id));
  return new SkillsError("bad-usage", `there is no rule ${quote(id)}${near === undefined ? "" : `; the nearest is ${quote(near)}`}`, { hint: "skills explain lists them all" });
}
