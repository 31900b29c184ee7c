import { predictLoads } from "../../lint/predict-loads.ts";
import type { Denial } from "../../model/policy.ts";
import type { Report } from "../../model/report.ts";
import type { SkillSource } from "../../model/source.ts";
import { reportedVersions } from "../compat/choose-clients.ts";
import { withVerdict } from "./conclude-policy.ts";
import { read } from "./gains-since.ts";
import { judgeSkill } from "./judge-skill.ts";
import { type LoadedPolicy, readPolicy, requireJudged } from "./read-policy.ts";

/** Judges skills one by one, whose files are in memory or in a directory. */
export interface SkillJudge {
  readonly loaded: LoadedPolicy;
  /** What is denied in a skill, besides its source and what it has gained. */
  judge(source: SkillSource): readonly Denial[];
  /** Adds the verdict to a report; `denials` are those of each judged skill, by path, and `plugins` of each plugin. */
  conclude<Found extends Report>(
    report: Found,
    denials: ReadonlyMap<string, readonly Denial[]>,
    gainsReason?: string,
    plugins?: ReadonlyMap<string, readonly Denial[]>,
  ): Found;
}

/** Reads the policy for a command that knows no earlier version of skills, unless it says so. Throws as `readPolicy`. */
export async function openJudge(file: string, cwd: string, knowsSources = false): Promise<SkillJudge> {
  const loaded = await readPolicy({ file }, cwd);
  const { policy } = loaded;
  const sources = policy.sources && !knowsSources;
  const unknown = sources ? [{ rule: "sources", reason: "only skills install knows the source" }] : [];
  if (!knowsSources)
    requireJudged(loaded, [...unknown, { rule: "gains", reason: "no earlier version is known" }]);
  const versions = policy.clients ? reportedVersions(policy.clients) : [];
  return {
    loaded,
    judge: (source) => judgeSkill(policy, read(source), predictLoads(source, versions).loads),
    conclude: (report, denials, gainsReason, plugins) =>
      withVerdict(report, {
        loaded,
        denials,
        ...(plugins && { plugins }),
        notJudged: [
          ...unknown,
          ...(policy.gains && gainsReason !== undefined ? [{ rule: "gains", reason: gainsReason }] : []),
        ],
      }),
  };
}
