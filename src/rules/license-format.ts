import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { Skill, SkillDocument } from "../model/skill.ts";
import type { Field } from "../model/frontmatter.ts";
import { trimEnd } from "../core/trim-end.ts";
import { defineRule } from "./define.ts";
import { articles, convertedType, quoteFix } from "./field-type.ts";
import { isList, isString, placeIn, type StringField } from "./parts/fields.ts";

export default defineRule({
  meta: {
    id: "license-format",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#license-field",
    summary: "Reports a `license` that is no text, or that names a file which is not in the skill.",
    why: "Google ADK, Mistral Vibe, Mux and others drop a skill whose licence YAML reads as a number or date; a licence file that is not there grants nothing.",
    remedy: "Write the licence's name, or the name of a file that is bundled with the skill.",
    severity: "warning",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = skill.document?.frontmatter?.fields.get("license");
    return field && skill.document ? findings(skill, skill.document, field) : [];
  },
});

function* findings(skill: Skill, document: SkillDocument, field: Field): Generator<Finding> {
  const { file } = document;
  const { valueRange: range } = field;
  const type = convertedType(field);
  if (!isString(field))
    yield {
      file,
      range,
      refusals: [{ target: "spec" }],
      message: `license is a ${isList(field.value) ? "list" : "map"}, expected text`,
    };
  else if (type)
    yield {
      file,
      range,
      message: `license is ${quote(field.value)} without quotes, which YAML reads as ${articles[type]}, expected text`,
      fixes: quoteFix(document, field, type),
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
    message: `license names ${quote(missing)}, which is no file of the skill${nearest ? `; the nearest is ${quote(nearest.path)}` : ""}`,
  };
}

/** The words that can only be meant as files: with an ending of text, or LICENSE on its own. */
function fileNames(license: string): readonly string[] {
  if (/^(?:LICEN[CS]E|COPYING)$/i.test(license)) return [license];
  const words = license.split(/[\s"'`(),;]+/).map((word) => trimEnd(word, ".:"));
  return words.filter((word) => /\.(?:txt|md|rst|html|pdf)$/i.test(word) && !isAddress(word));
}

/** "example.org/LICENSE.txt" is as little a file of the skill as it is with "https://" before it. */
function isAddress(word: string): boolean {
  return word.includes("://") || /^[\w-]+(?:\.[\w-]+)+\//.test(word);
}

function withoutDot(path: string): string {
  return path.startsWith("./") ? path.slice(2) : path;
}
