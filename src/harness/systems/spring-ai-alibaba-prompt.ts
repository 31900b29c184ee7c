import type { SpringSkill } from "./spring-ai-alibaba-registry.ts";

/** FileSystemSkillRegistry.java: what an agent's system prompt ends in; empty where there is no skill. */
export function renderSkills(skills: readonly SpringSkill[]): string {
  if (skills.length === 0) return "";
  return [
    "## Skills System",
    "There is a library of skills, each for one kind of work. They are kept in a registry over the file system.",
    "### Available Skills",
    renderList(skills),
    "### How to Use Skills (Progressive Disclosure)",
    "Of each skill only its name and description are here. Where one of them fits the task, read that skill's instructions, follow them, and reach its supporting files by absolute paths.",
    "#### How to Read The Full Skill Instruction",
    "Read the instructions of a skill, its SKILL.md, with `read_skill` and in no other way, by its name or by the path in the list above. Supporting files may be read with any other tool that fits, always by absolute paths.",
    "#### When to Use Skills",
    "Where the request is of the kind that a skill is for, or the work is complex and a skill has a proven way to do it.",
    "#### Skills are Self-Documenting",
    "Each SKILL.md says what its skill does and how to use it.",
    "#### Executing Skill Scripts",
    "A skill may hold scripts. Run them by absolute paths, as in the list above.",
    "### Example Workflow",
    "Asked to look into something: find a skill for that in the list, read it, follow it step by step, and run its scripts by absolute paths.",
  ].join("\n\n");
}

/** SkillsInterceptor.java buildSkillsPrompt, to the blank before a line's end. */
function renderList(skills: readonly SpringSkill[]): string {
  const projects = skills.filter(({ scope }) => scope === "project");
  const users = skills.filter(({ scope }) => scope !== "project");
  return section("**User Skills:**", users, " ") + section("**Project Skills:**", projects, "");
}

function section(heading: string, skills: readonly SpringSkill[], ending: string): string {
  if (skills.length === 0) return "";
  const lines = skills.map(
    ({ name, description, path }) =>
      `- **${name}**: ${description}  → Supporting files that skill uses (scripts, references, etc.) are located at directory \`${path}\`, use this path to form the absolute path when reading supporting files.${ending}\n`,
  );
  return `${heading}\n${lines.join("")}\n`;
}
