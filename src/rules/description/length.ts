import { isRefusedFor } from "../../model/refusals.ts";
import type { Finding, RuleContext } from "../../model/rule.ts";
import { count, grouped } from "../../core/sentence.ts";
import type { SkillDocument } from "../../model/skill.ts";
import { withClientFindings } from "../parts/client-findings.ts";
import { nameClients, severityAmong } from "../parts/named-clients.ts";
import { defineRule } from "../define.ts";
import { characters, stringField, type StringField } from "../parts/fields.ts";
import { utf8Length } from "../../core/utf8.ts";
import { measure } from "../parts/measure.ts";

const most = 1024;

/**
 * How loaders handle more than 1,024 characters, best known first, as determined by running or reading their code.
 */
const drops = [
  "Copilot CLI",
  "Roo Code",
  "Mastra",
  "MCPJam",
  "Mux",
  "Mistral Vibe",
  "Google ADK",
  "CrewAI",
  "Microsoft Agent Framework",
  "Crush",
  "VT Code",
  "bub",
  "Agio",
] as const;
const cuts = [
  "Codex CLI",
  "VS Code",
  "Factory Droid",
  "deepagents",
  "OpenHands",
  "Spring AI Alibaba",
] as const;
/** Loaders that count in another unit and do not load a skill above 1,024: JavaScript's string length, and bytes. */
const countUnits = ["MCPJam", "Mux", "Roo Code"] as const;
const countBytes = ["Crush", "VT Code"] as const;

export default defineRule({
  meta: {
    id: "description-length",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#description-field",
    summary: "Reports a `description` of more than 1,024 characters, or that a client counts as more.",
    why: "Some clients do not load the skill; others truncate the text in the middle of a sentence and lose the words that should trigger the skill.",
    remedy: "Say what the skill does and when to use it in a few sentences; move the rest to the body.",
    severity: "warning",
    since: "0.1.0",
  },
  check(context) {
    const skill = context.subject;
    const field = stringField(skill, "description");
    // A UTF-16 unit has at most three bytes in UTF-8.
    if (field && 3 * field.value.length <= most && !isRefusedFor(skill, ["description-length"])) return [];
    return withClientFindings(
      skill,
      ["description-length"],
      field && skill.document ? Array.from(findings(context, skill.document, field)) : [],
      field?.valueRange,
    );
  },
});

function* findings(
  context: RuleContext,
  { file }: SkillDocument,
  { value, valueRange: range }: StringField,
): Generator<Finding> {
  const reason = "description-length";
  const text = value.trim();
  const length = characters(text);
  const limit = grouped(most);
  if (length > most) {
    yield {
      file,
      range,
      refusals: [{ target: "spec", reason }],
      message: `description has ${measure(text)}, over the limit of ${limit}; ${nameClients(drops, context)} do not load the skill; ${nameClients(cuts, context)} truncate the text; shorten it by ${count(length - most, "character")}`,
      ...severityAmong([...drops, ...cuts], context),
    };
    return;
  }
  if (isRefusedFor(context.subject, [reason])) {
    yield {
      file,
      range,
      refusals: [{ reason }],
      message: `description has ${count(length, "character")}, but ${grouped(characters(value))} with the whitespace that some parsers count (limit ${limit}); remove it`,
    };
  }
  const bytes = utf8Length(text);
  const units = text.length;
  // A text has at least as many bytes as UTF-16 units.
  if (bytes > most)
    yield {
      file,
      range,
      ...severityAmong(units > most ? [...countUnits, ...countBytes] : countBytes, context),
      message:
        units > most
          ? `description has ${count(length, "character")} but ${grouped(units)} UTF-16 units and ${grouped(bytes)} bytes; ${nameClients(countUnits, context)} apply the limit of ${limit} to UTF-16 units, ${nameClients(countBytes, context)} to bytes; none of them loads the skill; shorten it`
          : `description has ${count(length, "character")} but ${grouped(bytes)} bytes; ${nameClients(countBytes, context)} apply the limit of ${limit} to bytes and do not load the skill; shorten it`,
    };
}
