import type { Rule, RuleMeta } from "../../model/rule.ts";
import { collectionRules } from "./collection-rules.ts";
import { evalsRules } from "./evals-rules.ts";
import { graphRules } from "./graph-rules.ts";
import { pluginRules } from "./plugin-rules.ts";
import { looseRules, refusalRules, skillRules } from "./skill-rules.ts";
import { scriptRules } from "./script-rules.ts";
import { securityRules } from "./security-rules.ts";
import { withoutFollowUps } from "./follow-ups.ts";
import { suppressionRules } from "./suppression-rules.ts";
import { textRules } from "./text-rules.ts";

/** Every rule about a single skill: those of `skills validate` first, then advice. */
export const lintRules: readonly Rule[] = [
  ...skillRules,
  ...[textRules, graphRules, scriptRules, securityRules, evalsRules].flat().map(withoutFollowUps),
];

/** The metadata of every rule, in the order of the documentation. */
export const ruleMetas: readonly RuleMeta[] = [
  ...lintRules,
  ...collectionRules,
  ...refusalRules,
  ...looseRules,
  ...pluginRules,
  ...suppressionRules,
].map(({ meta }) => meta);
