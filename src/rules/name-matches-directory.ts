import type { Finding, Fix } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { Skill, SkillDocument } from "../model/skill.ts";
import { withClientFindings } from "./parts/client-findings.ts";
import { defineRule } from "./define.ts";
import { stringField, type StringField } from "./parts/fields.ts";
import { isWellFormedName } from "./parts/name-text.ts";
import { yamlScalar } from "./parts/yaml-text.ts";

export default defineRule({
  meta: {
    id: "name-matches-directory",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#name-field",
    summary: "Reports a `name` that differs from the directory that holds it.",
    why: "VS Code and Claude Code call a skill by its directory, Codex and Gemini CLI by its name; where they differ Cline, CrewAI, Google ADK, Mux and Roo Code drop it.",
    remedy:
      "Rename the directory or the field so that both agree. Either takes a name away that some client calls the skill by: `skills rename` changes both, and the paths that lead to the skill.",
    severity: "warning",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = stringField(skill, "name");
    return withClientFindings(
      skill,
      ["name-directory"],
      field && skill.document ? Array.from(findings(skill, skill.document, field)) : [],
      field?.valueRange,
    );
  },
});

function* findings(
  { name: directory }: Skill,
  { file }: SkillDocument,
  { value, valueRange: range }: StringField,
): Generator<Finding> {
  const name = value.trim();
  if (name === "" || directory === "" || name === directory) return;
  const reason = "name-directory";
  if (name.normalize("NFC") === directory.normalize("NFC")) {
    yield {
      file,
      range,
      refusals: [{ reason }],
      message: `name ${quote(name)} and its directory are the same to the eye but ${form(name)} and ${form(directory)} in Unicode, expected the same characters`,
    };
    return;
  }
  const fixes: readonly Fix[] = [
    ...(isWellFormedName(directory)
      ? [
          {
            title: `Write the name as ${directory}`,
            safe: false,
            operations: [{ kind: "edit", file, range, text: yamlScalar(directory) }],
          } as const,
        ]
      : []),
    ...(isWellFormedName(name)
      ? [
          {
            title: `Rename the directory to ${name}, which is left to you`,
            safe: false,
            operations: [{ kind: "rename-directory", to: name }],
          } as const,
        ]
      : []),
  ];
  yield {
    file,
    range,
    refusals: [{ target: "spec", reason }],
    message: `name ${quote(name)} differs from its directory ${quote(directory)}`,
    fixes,
  };
}

/** macOS stores decomposed names, most keyboards type composed ones. */
function form(text: string): string {
  return text === text.normalize("NFC")
    ? "composed (NFC)"
    : text === text.normalize("NFD")
      ? "decomposed (NFD)"
      : "of mixed form";
}
