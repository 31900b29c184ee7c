import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { SkillDocument } from "../model/skill.ts";
import type { Field } from "../model/frontmatter.ts";
import { defineRule } from "./define.ts";
import { articles, convertedType, quoteFix } from "./field-type.ts";
import { isList, isString } from "./parts/fields.ts";

export default defineRule({
  meta: {
    id: "metadata-format",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#metadata-field",
    summary: "Reports `metadata` that is not a map from names to texts.",
    why: "Mux, CrewAI and bub drop a skill with a number, boolean, list or map in it; others hand on what YAML made of it, such as 1.1 for 1.10.",
    remedy:
      "Put numbers, booleans and dates in quotes, and write nested data as several names, such as `vendor-key`.",
    severity: "warning",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    const field = document?.frontmatter?.fields.get("metadata");
    return document && field ? findings(document, field) : [];
  },
});

function* findings(document: SkillDocument, field: Field): Generator<Finding> {
  const { file } = document;
  if (field.style === "alias") return;
  if (field.style === "empty")
    yield {
      file,
      range: field.keyRange,
      refusals: [{ target: "spec" }],
      message: "metadata has no value, expected a map from names to texts or no such field",
    };
  else if (isString(field))
    yield {
      file,
      range: field.valueRange,
      refusals: [{ target: "spec" }],
      message: `metadata is the text ${quote(field.value, 60)}, expected a map from names to texts`,
    };
  else if (isList(field.value))
    yield {
      file,
      range: field.valueRange,
      refusals: [{ target: "spec" }],
      message: "metadata is a list, expected a map from names to texts",
    };
  else for (const child of field.children) yield* memberFindings(document, child);
}

/** Each with who asked for it, as their authors know it to be against the specification. */
const vendors: ReadonlyMap<string, string> = new Map([
  ["clawdbot", "OpenClaw"],
  ["clawdis", "OpenClaw"],
  ["hermes", "Hermes Agent"],
  ["nanobot", "nanobot"],
  ["openclaw", "OpenClaw"],
]);

function* memberFindings(document: SkillDocument, field: Field): Generator<Finding> {
  const { file } = document;
  const type = convertedType(field);
  const name = `metadata field ${quote(field.key)}`;
  if (!isString(field)) {
    yield {
      file,
      range: field.keyRange,
      refusals: [{ target: "spec" }],
      message: `${name} is a ${isList(field.value) ? "list" : "map"}${readBy(field.key)}, expected text`,
    };
  } else if (field.style === "empty") {
    // Where the YAML could not be read, the value may stand on the next lines.
    if (document.problems.some(({ kind }) => kind === "yaml-syntax")) return;
    yield {
      file,
      range: field.keyRange,
      message: `${name} has no value, which YAML reads as null, expected text`,
    };
  } else if (type) {
    yield {
      file,
      range: field.valueRange,
      message: `${name} is ${quote(field.value)} without quotes, which YAML reads as ${articles[type]}, expected text`,
      fixes: quoteFix(document, field, type),
    };
  }
}

function readBy(key: string): string {
  const vendor = vendors.get(key);
  return vendor === undefined ? "" : `, which ${vendor} reads`;
}
