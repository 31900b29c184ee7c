import type { ValidatorInput, Validator, Refusal } from "../../model/validator.ts";
import { quote } from "../../core/show.ts";
import { strip } from "../../dialects/python/text.ts";
import type { PyValue } from "../../dialects/python/value.ts";
import { refuseAbsent } from "./parts/absent-file.ts";
import { quickValidate, type QuickValidation } from "./parts/quick-validate.ts";

const overview = "https://platform.claude.com/docs/en/agents-and-tools/agent-skills/overview";
const folder = "https://github.com/anthropics/anthropic-sdk-python/issues/1575";

/**
 * Anthropic's upload: the checks of the script that packages a skill, and the requirements that are only in the API
 * documentation.
 */
export const claudeApi: Validator = {
  id: "claude-api",
  title: "Claude.ai upload, Skills API and package_skill.py",
  about: "the Skills API of Claude",
  order: 20,
  refusesUnknownFields: true,
  sources: ["anthropics/skills skills/skill-creator/scripts/quick_validate.py@9d2f1ae", overview, folder],
  judge: refusalsOf,
};

function refusalsOf({ name, rootNames, bytes }: ValidatorInput): readonly Refusal[] {
  const document = rootNames.includes("SKILL.md") ? bytes("SKILL.md") : undefined;
  if (!document) return [refuseAbsent(rootNames, ["SKILL.md"], "SKILL.md not found")];
  const { refusals, fields } = judgeUpload(document);
  const own = fields?.get("name");
  return own?.type === "str" ? [...refusals, ...folderRefusals(name, own.value)] : refusals;
}

/** What the API says of a directory and a name that differ by more than case, in its words of May 2026. */
function folderRefusals(directory: string, name: string): readonly Refusal[] {
  if (!differsFromFolder(directory, name)) return [];
  return [
    {
      reason: "name-directory",
      message: `The folder name '${directory}' must match the skill name '${name}' in SKILL.md.`,
      field: "name",
    },
  ];
}

/**
 * Whether the API refuses a skill with this name in a directory of that name, which it compares without case. Not known
 * for white space around a name, which the script removes.
 */
export function differsFromFolder(directory: string, name: string): boolean {
  const own = strip(name).toLowerCase();
  return directory !== "" && own !== "" && own !== directory.toLowerCase();
}

/** The refusals of a SKILL.md by the script and the documentation, and its fields. */
export function judgeUpload(document: Uint8Array): QuickValidation {
  const { refusals, ...rest } = quickValidate(document);
  return { refusals: [...refusals, ...documentedRefusals(rest.fields?.get("name"))], ...rest };
}

/**
 * Requirements on a name in the API documentation that the script does not check (overview page, "Skill structure").
 */
function documentedRefusals(name: PyValue | undefined): readonly Refusal[] {
  if (name?.type !== "str") return [];
  const reserved = ["anthropic", "claude"].filter((word) => name.value.toLowerCase().includes(word));
  const refusals: Refusal[] = reserved.map((word) => ({
    reason: "name-reserved",
    message: `name ${quote(name.value)} contains the reserved word "${word}"`,
    field: "name",
  }));
  if (/<\/?[A-Za-z][^<>]*>/.test(name.value))
    refusals.push({
      reason: "angle-brackets",
      message: `name ${quote(name.value)} contains an XML tag`,
      field: "name",
    });
  return refusals;
}
