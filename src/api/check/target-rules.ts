import { systemIds } from "../../model/agent.ts";
import type { RuleMeta } from "../../model/rule.ts";
import type { Target } from "../../model/target.ts";
import { uploadIds } from "../../model/upload.ts";
import { uploaders } from "../../generated/uploaders.ts";
import { smokePages } from "../../harness/smoke/pages.ts";

const shared = {
  category: "portability",
  severity: "info",
  since: "0.1.0",
} as const satisfies Partial<RuleMeta>;

const unreadable: RuleMeta = {
  ...shared,
  id: "pack-unreadable",
  category: "files",
  origin: "guidance",
  source: "https://agentskills.io/specification#directory-structure",
  summary: "Reports a skill that cannot be packed because one of its files cannot be read.",
  why: "Without the file, the archive would be incomplete, and nothing would show it.",
  remedy: "Make the file readable, or exclude it with a line in .skillignore.",
};

/** The findings of uploaders and agents in `skills check`, each described as a rule. */
export const targetRules: readonly RuleMeta[] = [
  ...Object.entries(smokePages).map(
    ([check, page]): RuleMeta => ({ ...shared, ...page, id: `smoke-${check}`, origin: "guidance" }),
  ),
  ...uploaders.map(
    ({ id, title, sources }): RuleMeta => ({
      ...shared,
      id: `upload-${id}`,
      origin: `client:${id}`,
      // The first source that can be wrapped to the width of a terminal.
      source: sources.find((source) => source.split(" ").every((word) => word.length < 70)) ?? "",
      summary: `Reports what ${id} (${title}) would refuse or drop from the skill's archive.`,
      why: "The upload fails or loses files, and the uploader reports it late or not at all.",
      remedy: `Apply the fix in the finding; \`skills pack --target ${id}\` builds the archive in the form that ${id} accepts.`,
    }),
  ),
  unreadable,
];

/** The targets that can refuse a skill in a finding with that id. */
export function refusersBy(id: string): readonly Target[] {
  if (id.startsWith("smoke-")) return systemIds;
  return id === unreadable.id ? uploadIds : uploadIds.filter((uploader) => id === `upload-${uploader}`);
}
