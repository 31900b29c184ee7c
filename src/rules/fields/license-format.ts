import type { ChosenPrograms, Finding } from "../../model/rule.ts";
import { grouped } from "../../core/sentence.ts";
import { didYouMean } from "../../core/nearest.ts";
import { quote } from "../../core/show.ts";
import type { Skill, SkillDocument } from "../../model/skill.ts";
import type { Field } from "../../model/frontmatter.ts";
import { trimEnd } from "../../core/white-space.ts";
import { nameClients, severityAmong } from "../parts/named-clients.ts";
import { defineRule } from "../define.ts";
import { articles, convertedType, quoteFix } from "./type.ts";
import { characters, isList, isString, placeIn, type StringField } from "../parts/fields.ts";

export default defineRule({
  meta: {
    id: "license-format",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#license-field",
    summary: "Reports a `license` that is not a string, is empty or very long, or names a missing file.",
    why: "Google ADK, Mistral Vibe, Mux and others do not load a skill if YAML reads its license as a number or date; a missing license file grants nothing.",
    remedy: "Write the name of the license, or of a license file in the skill.",
    severity: "warning",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check({ subject: skill, ...chosen }) {
    const field = skill.document?.frontmatter?.fields.get("license");
    return field && skill.document ? findings(skill, skill.document, field, chosen) : [];
  },
});

/**
 * Maximum number of characters. The specification recommends the name of a license or of a file, both of which are
 * far shorter.
 */
const longest = 200;

/** Clients that load no skill with a list or map in it, as determined by running or reading their code. */
const strict = ["Factory Droid", "Mastra", "Mux", "OpenHands", "Mistral Vibe"] as const;

function* findings(
  skill: Skill,
  document: SkillDocument,
  field: Field,
  chosen: ChosenPrograms,
): Generator<Finding> {
  const { file } = document;
  const { valueRange: range } = field;
  const type = convertedType(field);
  if (!isString(field))
    yield {
      file,
      range,
      message: `license is a ${isList(field.value) ? "list" : "map"}; ${nameClients(strict, chosen, { total: 7 })} do not load the skill; write a string`,
      ...severityAmong(strict, chosen),
    };
  else if (type)
    yield {
      file,
      range,
      message: `license ${quote(field.value)} is unquoted, so YAML reads it as ${articles[type]}; quote it`,
      fixes: quoteFix(document, field, type),
    };
  else if (field.value.trim() === "")
    yield {
      file,
      range: field.style === "empty" ? field.keyRange : range,
      message: "license is empty; write its name, or remove the field",
    };
  else if (characters(field.value) > longest)
    yield {
      file,
      range,
      message: `license is ${grouped(characters(field.value))} characters long; write its name, or that of a license file`,
    };
  else yield* missingFile(skill, document, field);
}

function* missingFile({ files }: Skill, document: SkillDocument, field: StringField): Generator<Finding> {
  const names = fileNames(field.value);
  if (names.length === 0) return;
  const listed = new Set(files.map(({ path }) => path));
  const missing = names.find((name) => !listed.has(withoutDot(name)));
  if (missing === undefined) return;
  const nearest = files.find(({ path }) => path.toLowerCase() === withoutDot(missing).toLowerCase());
  const range = placeIn(document, field, new RegExp(missing.replace(/[^\w-]/g, "\\$&")));
  yield {
    file: document.file,
    range,
    message: `license file ${quote(missing)} does not exist${didYouMean(nearest?.path) || "; add it or correct the name"}`,
  };
}

/** Words that can only be file names: those with the extension of a document, or LICENSE alone. */
function fileNames(license: string): readonly string[] {
  if (/^(?:LICEN[CS]E|COPYING)$/i.test(license)) return [license];
  const words = license.split(/[\s"'`(),;。，、；：（）「」]+/).map((word) => trimEnd(word, ".:"));
  return words.filter((word) => /\.(?:txt|md|rst|html|pdf)$/i.test(word) && !isAddress(word));
}

/** Whether a word is a URL, possibly without a scheme, as in "example.org/LICENSE.txt". */
function isAddress(word: string): boolean {
  return word.includes("://") || /^[\w-]+(?:\.[\w-]+)+\//.test(word);
}

function withoutDot(path: string): string {
  return path.startsWith("./") ? path.slice(2) : path;
}
