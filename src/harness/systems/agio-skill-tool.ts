import { refusal, type Answer } from "../answer.ts";
import { readWhole } from "../skill-files.ts";
import type { Tool } from "../tool.ts";
import { cutDocument, readFrontmatter } from "./agio-frontmatter.ts";
import type { AgioSkill } from "./agio-registry.ts";

/** Asks for no permission, and whatever goes wrong is its answer. `skills` are asked for at each call, for a reload may change them. */
export function skillTool(skills: () => readonly AgioSkill[]): Tool {
  return {
    spec: {
      name: "Skill",
      description:
        "Activates a skill: loads its complete instructions. For when a task is what the skill's description speaks of.",
      parameters: {
        type: "object",
        properties: { skill_name: { type: "string", description: "The name of the skill to activate" } },
        required: ["skill_name"],
      },
    },
    run: ({ skill_name: name }) => activate(name, skills()),
  };
}

/** The words are those of agio/skills/tool.py and loader.py: they are what a model has to recover by. */
function activate(name: unknown, skills: readonly AgioSkill[]): Answer {
  if (name === undefined || name === null || name === "")
    return failure("Missing required parameter: skill_name");
  if (typeof name !== "string")
    return failure(`Invalid skill_name type: expected string, got <class '${classOf(name)}'>`);
  const skill = skills.find((known) => known.name === name);
  if (!skill)
    return failure(
      `Skill '${name}' not found. Available skills: ${skills.map((known) => known.name).join(", ")}`,
    );
  const whole = readWhole(skill, "SKILL.md");
  if ("refused" in whole)
    return failure(
      `Failed to activate skill '${name}': Failed to read SKILL.md for '${name}': ${whole.refused.content}`,
      name,
    );
  const body = readBody(name, whole.text);
  if ("problem" in body) return failure(`Failed to activate skill '${name}': ${body.problem}`, name);
  return {
    content: body.text.replaceAll("{baseDir}", () => skill.path),
    forUser: `The skill "${name}" has been activated.`,
    event: { kind: "activate", tier: 2, skill: name, file: "SKILL.md", bytes: [0, whole.bytes] },
  };
}

/** The file may not be as it was when its head was read. */
function readBody(name: string, text: string): { readonly text: string } | { readonly problem: string } {
  const cut = cutDocument(text);
  if (!cut) return { problem: `Invalid SKILL.md format for '${name}': missing frontmatter` };
  const entries = readFrontmatter(cut.frontmatter);
  return typeof entries === "string"
    ? { problem: `Invalid YAML frontmatter for '${name}': ${entries}` }
    : { text: cut.body };
}

function failure(error: string, skill?: string): Answer {
  return {
    ...refusal(`Error: ${error}`, skill === undefined ? {} : { skill, file: "SKILL.md" }),
    forUser: `Failed to activate skill: ${error}`,
  };
}

/** What Python's `json.loads` makes of it. */
function classOf(value: unknown): string {
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  if (typeof value === "boolean") return "bool";
  return Array.isArray(value) ? "list" : "dict";
}
