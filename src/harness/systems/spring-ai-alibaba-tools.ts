import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { refusal, type Answer } from "../answer.ts";
import { readWhole } from "../skill-files.ts";
import { defineTool, textOf, type Tool } from "../tool.ts";
import { bodyOf } from "./spring-ai-alibaba-frontmatter.ts";
import type { SpringRegistry, SpringSkill } from "./spring-ai-alibaba-registry.ts";

/** `join` is told of a skill that is to be read, and says which tools come with it. What tools answer is in the words of ReadSkillTool.java, SearchSkillsTool.java and DisableSkillTool.java. */
export function skillTools(
  registry: SpringRegistry,
  join: (skill: SpringSkill) => readonly string[],
): readonly Tool[] {
  return [readSkillTool(registry, join), searchSkillsTool(registry), disableSkillTool(registry)];
}

function readSkillTool(registry: SpringRegistry, join: (skill: SpringSkill) => readonly string[]): Tool {
  return defineTool({
    name: "read_skill",
    description:
      "Reads the full instructions of a skill, without their frontmatter, by its name or its path; where both are given they must be of one skill.",
    parameters: {
      skill_name: { type: "string", description: "The skill's name, as in the list of available skills" },
      skill_path: { type: "string", description: "The path of the skill's directory" },
    },
    required: [],
    run: (args) => {
      const named = findSkill(registry, textOf(args, "skill_name").trim(), textOf(args, "skill_path").trim());
      return "problem" in named ? refusal(`Error: ${named.problem}`) : readSkill(named, join(named));
    },
  });
}

type Found = SpringSkill | { readonly problem: string; readonly missing?: true };

function findSkill(registry: SpringRegistry, name: string, path: string): Found {
  const byName = name === "" ? undefined : registry.get(name);
  const byPath = path === "" ? undefined : registry.getByPath(path);
  if (name === "" && path === "") return { problem: "Either skill_name or skill_path is required" };
  if (name !== "" && !byName) return { problem: `Skill not found: ${name}`, missing: true };
  if (path !== "" && !byPath) return { problem: `Skill not found: ${path}`, missing: true };
  const found = byName ?? byPath;
  return found && (byPath ?? found) === found
    ? found
    : { problem: "skill_name and skill_path must refer to the same skill" };
}

function readSkill(skill: SpringSkill, joining: readonly string[]): Answer {
  const whole = readWhole(skill, "SKILL.md");
  if ("refused" in whole)
    return refusal(`Error reading skill file: ${whole.refused.content}`, {
      skill: skill.name,
      file: "SKILL.md",
    });
  const joins =
    joining.length === 0
      ? {}
      : { text: `joined from the next request on by ${series(joining.map((name) => quote(name)))}` };
  return {
    content: bodyOf(whole.text),
    event: {
      kind: "activate",
      tier: 2,
      skill: skill.name,
      file: "SKILL.md",
      bytes: [0, whole.bytes],
      ...joins,
    },
  };
}

function searchSkillsTool(registry: SpringRegistry): Tool {
  return defineTool({
    name: "search_skills",
    description: "Searches the skills by their names, descriptions and paths.",
    parameters: { query: { type: "string", description: "What to look for" } },
    required: [],
    run: (args) => {
      const lines = registry
        .search(textOf(args, "query"))
        .map(
          ({ name, description, path, scope, allowedTools }) =>
            `- name=${name} | description=${description} | skill_path=${path} | source=${scope} | allowed_tools=[${allowedTools.join(", ")}]`,
        );
      return { content: lines.length === 0 ? "No skills found." : lines.join("\n"), event: { kind: "tool" } };
    },
  });
}

function disableSkillTool(registry: SpringRegistry): Tool {
  return defineTool({
    name: "disable_skill",
    description:
      "Disables a skill by its name or its path: it is listed and read no more, and no file is deleted. Where both are given they must be of one skill.",
    parameters: {
      skill_name: { type: "string", description: "The skill's name" },
      skill_path: { type: "string", description: "The path of the skill's directory" },
    },
    required: [],
    run: (args) =>
      disableSkill(registry, textOf(args, "skill_name").trim(), textOf(args, "skill_path").trim()),
  });
}

function disableSkill(registry: SpringRegistry, name: string, path: string): Answer {
  const found = findSkill(registry, name, path);
  if (!("problem" in found)) {
    registry.disable(found);
    return {
      content: `Skill disabled in current registry: ${name === "" ? path : name}`,
      event: { kind: "tool", skill: found.name },
    };
  }
  if (path === "" && registry.isDisabled(name))
    return {
      content: `Skill already disabled in current registry: ${name}`,
      event: { kind: "tool", skill: name },
    };
  return refusal(`Error: ${found.missing ? "Skill not found or already disabled" : found.problem}`);
}
