import type { Range } from "../../core/place.ts";
import { callsItself } from "./parts/own-calls.ts";
import type { Finding, Fix } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { Skill, SkillDocument } from "../../model/skill.ts";
import { withClientFindings } from "../parts/client-findings.ts";
import { defineRule } from "../define.ts";
import { stringField, type StringField } from "../parts/fields.ts";
import { isFixedByDirectory } from "./format.ts";
import { isWellFormedName } from "./parts/name-text.ts";
import { yamlScalar } from "../../yaml/scalar.ts";

export default defineRule({
  meta: {
    id: "name-matches-directory",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#name-field",
    summary: "Reports a `name` that does not match the skill's directory.",
    why: "VS Code and Claude Code call a skill by its directory, Codex and Gemini CLI by its name; if they differ, Cline, CrewAI, Google ADK, Mux and Roo Code do not load it.",
    remedy:
      "Rename the directory or the field so that they match. Either removes a name by which some client calls the skill. `skills rename` changes both, and the paths that point to the skill. At the root of a repository, whose checkout may have any name, only the copy that clients load needs it. The fix changes the field, unless the directory is only a part of the name, the skill calls itself by the name, or a README, AGENTS.md or catalog above it, or a skill beside it, contains the name.",
    severity: "warning",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = stringField(skill, "name");
    if (field && isFixedByDirectory(field.value, skill.name)) return [];
    return withClientFindings(
      skill,
      ["name-directory"],
      field && skill.document ? Array.from(findings(skill, skill.document, field)) : [],
      field?.valueRange,
    );
  },
});

function* findings(
  { name: directory, context }: Skill,
  document: SkillDocument,
  { value, valueRange: range }: StringField,
): Generator<Finding> {
  const [{ file }, name, reason] = [document, value.trim(), "name-directory"] as const;
  if (name === "" || directory === "" || name === directory) return;
  if (name.normalize("NFC") === directory.normalize("NFC")) {
    yield {
      file,
      range,
      refusals: [{ reason }],
      message: `name ${quote(name)} is in ${form(name)} but its directory is in ${form(directory)}; use the same Unicode form`,
    };
    return;
  }
  if (context.nameByChance) {
    const whose =
      context.nameByChance === "checkout" ? "this checkout's directory" : "the template's directory";
    yield {
      file,
      range,
      refusals: [{ reason }],
      severity: "info",
      message: `name ${quote(name)} differs from ${whose}; clients need a directory with the name`,
    };
    return;
  }
  // A text with the name means the other skill.
  const isOther = context.siblings?.has(name) === true;
  const nameUse = isOther ? undefined : (context.nameUse ?? (callsItself(document, name) ? file : undefined));
  const offered = fixes(document.file, range, { directory, name, isUsed: nameUse !== undefined, isOther });
  const advice = isOther
    ? `; ${isWellFormedName(directory) ? `write ${quote(directory)}` : "choose another one"}, as a skill beside it is called so`
    : adviceFor(isWellFormedName(name) ? nameUse : undefined, offered);
  yield {
    file,
    range,
    refusals: [{ target: "spec", reason }],
    message: `name ${quote(name)} does not match its directory ${quote(directory)}${advice}`,
    fixes: offered,
  };
}

interface Names {
  readonly directory: string;
  readonly name: string;
  /** Whether a text calls the skill by the name. */
  readonly isUsed: boolean;
  /** Whether another skill has the name. */
  readonly isOther: boolean;
}

function fixes(file: string, range: Range, { directory, name, isUsed, isOther }: Names): readonly Fix[] {
  return [
    ...(isWellFormedName(directory) && !isUsed && saysEnough(directory, name)
      ? [
          {
            title: `Rename to ${directory}`,
            safe: false,
            operations: [{ kind: "edit", file, range, text: yamlScalar(directory) }],
          } as const,
        ]
      : []),
    ...(isWellFormedName(name) && !isOther
      ? [
          {
            title: `Rename the directory to ${name} (not applied automatically)`,
            safe: false,
            operations: [{ kind: "rename-directory", to: name }],
          } as const,
        ]
      : []),
  ];
}

/** Whether the directory says as much as the name: not "forms" for "pdf-forms", or a number. */
function saysEnough(directory: string, name: string): boolean {
  const isPart = name.endsWith(`-${directory}`) || name.startsWith(`${directory}-`);
  return !isPart && /[a-z]/.test(directory);
}

/** What to do: `keeper` is the file that has the name and would be wrong with another. */
function adviceFor(keeper: string | undefined, offered: readonly Fix[]): string {
  if (keeper !== undefined) return `; rename the directory, as ${quote(keeper)} has the name`;
  return offered.length > 0 ? "" : "; rename one of them";
}

/** The Unicode form of a text. macOS may store decomposed file names, while most keyboards produce composed text. */
function form(text: string): string {
  return text === text.normalize("NFC")
    ? "NFC (composed)"
    : text === text.normalize("NFD")
      ? "NFD (decomposed)"
      : "a mixed form";
}
