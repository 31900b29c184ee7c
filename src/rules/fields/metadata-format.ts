import type { ChosenPrograms, Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import type { Field } from "../../model/frontmatter.ts";
import { nameClients, severityAmong } from "../parts/named-clients.ts";
import { defineRule } from "../define.ts";
import { articles, convertedType, quoteFix } from "./type.ts";
import { isList, isString } from "../parts/fields.ts";

export default defineRule({
  meta: {
    id: "metadata-format",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#metadata-field",
    summary: "Reports `metadata` that is not a map from strings to strings.",
    why: "Mux, CrewAI and bub do not load a skill with a number, boolean, list or map in it; others pass on the converted value, such as 1.1 for 1.10. Agio, Codex, Mistral Vibe and others do not load a skill whose `metadata` is not a map.",
    remedy:
      "Quote numbers, booleans and dates, and flatten nested data into several keys, such as `vendor-key`. Keep a map that a client needs, such as `openclaw`, `hermes` or `nanobot`: OpenClaw ignores it as a string, and only the clients above lose the skill.",
    severity: "warning",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check({ subject: { document }, ...chosen }) {
    const field = document?.frontmatter?.fields.get("metadata");
    return document && field ? findings(document, field, chosen) : [];
  },
});

function* findings(document: SkillDocument, field: Field, chosen: ChosenPrograms): Generator<Finding> {
  const { file } = document;
  if (field.style === "alias") return;
  if (field.style === "empty")
    yield {
      file,
      range: field.keyRange,
      refusals: [{ target: "spec", reason: "metadata-type" }],
      message: `metadata is empty; ${nameClients(["Factory Droid", "Mux", "Google ADK", "Agio"], chosen)} do not load the skill; remove the field`,
    };
  else if (isString(field))
    yield {
      file,
      range: field.valueRange,
      refusals: [{ target: "spec", reason: "metadata-type" }],
      message: `metadata is the string ${quote(field.value, 60)}; write a map of strings`,
    };
  else if (isList(field.value))
    yield {
      file,
      range: field.valueRange,
      refusals: [{ target: "spec", reason: "metadata-type" }],
      message: "metadata is a list; write a map of strings",
    };
  else for (const child of field.children) yield* memberFindings(document, child, chosen);
}

/** Clients that load no skill with a value that is not a string, as determined by running or reading their code. */
const strict = ["CrewAI", "Mux", "bub"] as const;

/** Keys that a client documents as maps, against the specification; the message names the client. */
const vendors: ReadonlyMap<string, string> = new Map([
  ["clawdbot", "OpenClaw"],
  ["clawdis", "OpenClaw"],
  ["hermes", "Hermes Agent"],
  ["nanobot", "nanobot"],
  ["openclaw", "OpenClaw"],
]);

function* memberFindings(document: SkillDocument, field: Field, chosen: ChosenPrograms): Generator<Finding> {
  const { file } = document;
  const type = convertedType(field);
  const name = `metadata key ${quote(field.key)}`;
  if (!isString(field)) {
    yield {
      file,
      range: field.keyRange,
      message: notString(field, chosen),
      ...severityAmong(strict, chosen),
      // The client that the map is for needs it, so nothing is to be done.
      ...(vendors.has(field.key) && !isList(field.value) && { severity: "info" }),
    };
  } else if (field.style === "empty") {
    // In invalid YAML, the value may be on the following lines.
    if (document.problems.some(({ kind }) => kind === "yaml-syntax")) return;
    yield {
      file,
      range: field.keyRange,
      message: `${name} has no value, which YAML reads as null; write a string or remove it`,
    };
  } else if (type === "boolean" && field.key === "internal") {
    // The skills CLI hides a skill only for the boolean (vercel-labs/skills): quotes would show it again.
    yield {
      file,
      range: field.valueRange,
      message: `${name} is a boolean, which the skills CLI needs; ${nameClients(strict, chosen)} do not load the skill`,
      severity: "info",
    };
  } else if (type) {
    yield {
      file,
      range: field.valueRange,
      message: `${name} has the unquoted value ${quote(field.value)}, which YAML reads as ${articles[type]}; quote it`,
      fixes: quoteFix(document, field, type),
    };
  }
}

/** What is wrong with a list or a map; the map of a client is not, for that client. */
function notString({ key, value }: Field, chosen: ChosenPrograms): string {
  const lost = `${nameClients(strict, chosen)} do not load the skill`;
  const vendor = isList(value) ? undefined : vendors.get(key);
  return vendor === undefined
    ? `metadata key ${quote(key)} is a ${isList(value) ? "list" : "map"}; ${lost}; write a string`
    : `only ${nameClients([vendor], chosen)} needs the map ${quote(key)} in metadata; ${lost}`;
}
