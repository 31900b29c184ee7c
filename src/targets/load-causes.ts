import type { Reason } from "../model/validator.ts";
import type { RuleMeta } from "../model/rule.ts";

/** What a finding may report: one of its reasons, or its rule. */
export type Cause = Reason | RuleMeta["id"];

/** What makes a client find no frontmatter, or no fields in it, from the most to the least likely. */
const frontmatterCauses: readonly Cause[] = [
  "byte-order-mark",
  "fence-open",
  "fence-close",
  "fence-line",
  "encoding",
  "control-character",
  "yaml-syntax",
  "duplicate-key",
  "not-a-mapping",
  "yaml-feature",
  "yaml-indentation",
  "yaml-flow",
  "line-endings",
];

const nameForms: readonly Cause[] = ["name-characters", "name-case", "name-hyphens", "name-length"];

/** Beginnings of the reasons for which clients do not load a skill; the first that matches counts. */
const causes: readonly (readonly [beginning: string, causes: readonly Cause[]])[] = [
  ["SKILL.md is missing", ["file-missing", "file-name", "unreadable"]],
  ["SKILL.md is a symlink", ["unreadable", "file-missing", "link-outside"]],
  ["SKILL.md is not UTF-8", ["encoding", "byte-order-mark"]],
  ["SKILL.md has more than", ["too-large"]],
  ["SKILL.md is empty", frontmatterCauses],
  ["frontmatter has a field that", ["unknown-field"]],
  ["frontmatter", [...frontmatterCauses, "metadata-type", "name-type", "description-type", "boolean-field"]],
  ["a key is not", frontmatterCauses],
  ["an escape in the frontmatter", frontmatterCauses],
  ["the body is empty", ["body-empty", ...frontmatterCauses]],
  ["directory name", ["name-directory", ...nameForms]],
  ["name does not match its directory", ["name-directory", ...nameForms]],
  ["name has more than", ["name-length"]],
  ["name is missing", ["name-missing", "name-empty", "name-type", ...frontmatterCauses]],
  ["name is empty", ["name-empty", "name-missing", "name-type", ...frontmatterCauses]],
  ["name is not a string", ["name-type", "name-missing", ...frontmatterCauses]],
  ["name is longer", ["name-length"]],
  ["name", [...nameForms, "name-empty", "name-type"]],
  ["description has more than", ["description-length"]],
  ["description has half", ["encoding", "hidden-characters"]],
  [
    "description is missing",
    ["description-missing", "description-empty", "description-type", ...frontmatterCauses],
  ],
  [
    "description is empty",
    ["description-empty", "description-missing", "description-type", ...frontmatterCauses],
  ],
  ["description", ["description-type", "description-missing", ...frontmatterCauses]],
  ["metadata", ["metadata-type", "metadata-format", ...frontmatterCauses]],
  ["allowed-tools", ["allowed-tools-type", "allowed-tools-format", ...frontmatterCauses]],
  ["license", ["license-format", ...frontmatterCauses]],
  ["compatibility", ["compatibility-length", "compatibility-type", ...frontmatterCauses]],
];

/**
 * What a finding may report if a client does not load the skill for this reason, most likely first. Empty if no rule
 * reports the same.
 */
export function causesOf(reason: string): readonly Cause[] {
  const known = causes.find(([beginning]) => reason.startsWith(beginning));
  if (known) return known[1];
  const isField = /^[\w-]+ (?:is not|has) /.test(reason);
  return isField ? ["boolean-field", "field-type", "frontmatter-flow"] : [];
}

/** Reasons that the author chose with a field of the frontmatter. */
const chosen = [
  "the skill is disabled",
  "enabled is false",
  "metadata.internal is true",
  "metadata.surfaces leaves out",
  "alwaysApply makes it a rule",
  "not available until",
];

/** Whether the client leaves out the skill because its author asked for that. */
export function isByChoice(reason: string): boolean {
  return chosen.some((beginning) => reason.startsWith(beginning));
}
