import type { ClientInput, ClientModel, Refusal } from "../model/client.ts";
import { quote } from "../core/show.ts";
import type { PyValue } from "../dialects/python/value.ts";
import { refuseAbsent } from "./absent-file.ts";
import { quickValidate, type QuickValidation } from "./quick-validate.ts";

const overview = "https://platform.claude.com/docs/en/agents-and-tools/agent-skills/overview";

/** Anthropic's upload: the script that packages a skill, then the rules that only the documentation of the API gives. */
export const claudeApi: ClientModel = {
  id: "claude-api",
  title: "Claude.ai upload, Skills API and package_skill.py",
  sources: ["anthropics/skills skills/skill-creator/scripts/quick_validate.py@9d2f1ae", overview],
  judge: (input) => ({ client: "claude-api", refusals: refusalsOf(input) }),
};

function refusalsOf({ rootNames, bytes }: ClientInput): readonly Refusal[] {
  const document = rootNames.includes("SKILL.md") ? bytes("SKILL.md") : undefined;
  if (!document) return [refuseAbsent(rootNames, ["SKILL.md"], "SKILL.md not found")];
  return judgeUpload(document).refusals;
}

/** What the script and the documentation make of a SKILL.md, and the fields that were read. */
export function judgeUpload(document: Uint8Array): QuickValidation {
  const { refusals, ...rest } = quickValidate(document);
  return { refusals: [...refusals, ...documentedRefusals(rest.fields?.get("name"))], ...rest };
}

/** What the API's documentation asks of a name beyond the script (the overview page, "Skill structure"). */
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
