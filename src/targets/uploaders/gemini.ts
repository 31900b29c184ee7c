import type { Reason } from "../../model/validator.ts";
import { count } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { decodeUtf8Loosely } from "../../core/utf8.ts";
import type { Uploader, UploadInput, UploadRefusal } from "../../model/upload.ts";
import { refusal } from "./parts/refusal.ts";
import { extensionIs } from "./parts/shape.ts";

const scripts = "google-gemini/gemini-cli packages/core/src/skills/builtin/skill-creator/scripts";
const validator = `${scripts}/validate_skill.cjs@5411f11`;
const packager = `${scripts}/package_skill.cjs@5411f11`;
const installer = "google-gemini/gemini-cli packages/cli/src/utils/skillUtils.ts@5411f11";

/**
 * `gemini skills install FILE.skill` of August 2026 and the packager with its rules. The packager puts the files at the
 * root; the installer also finds them in a directory. The packager looks for "TODO:" in every file, this model only in
 * SKILL.md.
 */
export const gemini: Uploader = {
  id: "gemini",
  title: "Gemini CLI, package_skill.cjs and skills install",
  limits: "description on one line, no TODO:",
  order: 40,
  keepsQuotes: true,
  sources: [validator, packager, installer],
  layout: "root",
  extensions: ["skill"],
  refuse: (input) => [...extensionIs(input, gemini.extensions, { source: installer }), ...validate(input)],
};

/**
 * The validator's refusals. It stops at the first one, while this reports an invalid name, an invalid description and
 * a TODO together.
 */
function validate({ document }: UploadInput): readonly UploadRefusal[] {
  const content = decodeUtf8Loosely(document);
  if (!content.startsWith("---"))
    return [
      refuse(
        "fence-open",
        "No YAML frontmatter found",
        "SKILL.md does not start with three dashes",
        "Start SKILL.md with a line of three dashes, without a byte-order mark.",
      ),
    ];
  const frontmatter = content.split("---", 3);
  if (frontmatter.length < 3)
    return [
      refuse(
        "fence-close",
        "Invalid frontmatter format",
        "the frontmatter of SKILL.md is not closed by three dashes",
        "Close the frontmatter with a line of three dashes.",
      ),
    ];
  return [...checkName(frontmatter[1]!), ...checkDescription(frontmatter[1]!), ...checkTodo(content)];
}

function checkName(frontmatter: string): readonly UploadRefusal[] {
  const name = /^name:\s*(.+)$/m.exec(frontmatter)?.[1]?.trim();
  const remedy = "Write `name:` and lower-case words joined by hyphens, without quotes.";
  if (name === undefined)
    return [
      refuse(
        "name-missing",
        'Missing "name" in frontmatter',
        "no line of the frontmatter starts with name:",
        remedy,
      ),
    ];
  if (/^[a-z0-9-]+$/.test(name)) return [];
  return [
    refuse(
      reasonFor(name),
      `Name "${name}" should be hyphen-case`,
      `name is read as ${quote(name, 80)}, which is not lower-case ASCII letters, digits and hyphens`,
      remedy,
    ),
  ];
}

function reasonFor(name: string): Reason {
  if (/^(?:""|'')$/.test(name)) return "name-empty";
  return /[A-Z]/.test(name) ? "name-case" : "name-characters";
}

function checkDescription(frontmatter: string): readonly UploadRefusal[] {
  const found = /^description:\s*(?:'([^']*)'|"([^"]*)"|(.+))$/m.exec(frontmatter);
  const remedy = "Write the description on the line of its key.";
  if (!found)
    return [
      refuse(
        /^description:/m.test(frontmatter) ? "description-lines" : "description-missing",
        "Description must be a single-line string: description: ...",
        "no line of the frontmatter starts with description: followed by a value",
        remedy,
      ),
    ];
  const description = (found[1] ?? found[2] ?? found[3] ?? "").trim();
  if (description.includes("\n"))
    return [
      refuse(
        "description-lines",
        "Description must be a single line (no newlines)",
        `the description has ${count(description.split("\n").length, "line")}, but only one is allowed`,
        remedy,
      ),
    ];
  if (description.length <= 1024) return [];
  return [
    refuse(
      "description-length",
      "Description is too long (max 1024)",
      `the description is ${count(description.length, "character")} long (maximum 1,024)`,
      "State what the skill does and when to use it; move the rest into the body.",
    ),
  ];
}

function checkTodo(content: string): readonly UploadRefusal[] {
  if (!content.includes("TODO:")) return [];
  const lines = content.split(/\r\n|\r|\n/).flatMap((line, at) => (line.includes("TODO:") ? [at + 1] : []));
  return [
    refusal({
      reason: "placeholder-text",
      lines,
      words: "Found unresolved TODO in SKILL.md",
      detail: 'SKILL.md contains "TODO:", which the packager treats as unfinished work',
      culprits: [{ path: "SKILL.md" }],
      remedy: 'Resolve the TODO or write it without "TODO:".',
      source: packager,
    }),
  ];
}

function refuse(reason: Reason, words: string, detail: string, remedy: string): UploadRefusal {
  return refusal({ reason, words, detail, remedy, source: validator });
}
