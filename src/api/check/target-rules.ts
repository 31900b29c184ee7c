import { systemIds } from "../../model/agent.ts";
import type { RuleMeta } from "../../model/rule.ts";
import type { CheckTarget } from "../../model/target.ts";
import { uploadIds } from "../../model/upload.ts";
import { uploaders } from "../../clients/uploads/index.ts";
import { smokePages } from "../../harness/smoke/pages.ts";

const shared = {
  category: "portability",
  severity: "warning",
  since: "0.1.0",
} as const satisfies Partial<RuleMeta>;

const unreadable: RuleMeta = {
  ...shared,
  id: "pack-unreadable",
  category: "files",
  origin: "guidance",
  source: "https://agentskills.io/specification#directory-structure",
  summary: "Reports a skill that cannot be packed, as something in it cannot be read.",
  why: "An archive without it would be another skill, and nobody would know.",
  remedy: "Give yourself the right to read it, or leave it out, by a line in .skillignore.",
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
      // A source whose words fit on a line of a terminal.
      source: sources.find((source) => source.split(" ").every((word) => word.length < 70)) ?? "",
      summary: `Reports what ${id} would refuse of the skill's archive (${title}).`,
      why: "The upload fails, or succeeds without something that is in the archive, and says so late or not at all.",
      remedy: `The finding says what to do; \`skills pack --target ${id}\` makes the archive as it wants it.`,
    }),
  ),
  unreadable,
];

/** The targets that can refuse a skill in a finding of that id. */
export function refusersBy(id: string): readonly CheckTarget[] {
  if (id.startsWith("smoke-")) return systemIds;
  return id === unreadable.id ? uploadIds : uploadIds.filter((uploader) => id === `upload-${uploader}`);
}
