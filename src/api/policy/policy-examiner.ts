import { positionOf } from "../../find/root-position.ts";
import type { SyncExaminer } from "../../lint/examine.ts";
import { predictLoads } from "../../lint/predict-loads.ts";
import type { Policy } from "../../model/policy.ts";
import { reportedVersions } from "../compat/choose-clients.ts";
import { judgeSkill } from "./judge-skill.ts";

/** Judges a skill by a policy, apart from what depends on an earlier version. */
export function policyExaminer(policy: Policy): SyncExaminer {
  const versions = policy.clients ? reportedVersions(policy.clients) : [];
  return {
    id: "policy",
    facts: ({ directory }) => (versions.length > 0 ? (positionOf(directory) ?? null) : null),
    examine: ({ source, parsed }) => {
      const { bytes, skill } = parsed();
      const position = positionOf(source.directory);
      const { loads } = predictLoads(source, versions, { bytes, document: skill.document, position });
      return { policy: judgeSkill(policy, skill, loads) };
    },
  };
}
