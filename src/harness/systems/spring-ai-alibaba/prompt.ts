import type { SpringSkill } from "./registry.ts";

/**
 * FileSystemSkillRegistry.java: the text that ends an agent's system prompt if there is a skill. The words are ours, and
 * about as many as those of the program, so that the tokens are right.
 */
export function aroundSkills(list: string): string {
  return [
    "## Skills System",
    "You can use a library of skills, each with abilities or knowledge for one kind of work. A Skill Registry keeps them in the file system.",
    "### Available Skills",
    list,
    howToUse,
  ].join("\n\n");
}

const howToUse = [
  "### How to Use Skills (Progressive Disclosure)",
  "Skills are disclosed **step by step**: you know which there are (names and descriptions above), but read all instructions of one only when needed:",
  [
    "1. **See whether a skill fits**: compare the user's task with each description",
    "2. **Read its instructions in full**: the list above has the exact name for `read_skill`",
    "3. **Do what the instructions say**: a SKILL.md has steps to follow, advice and examples",
    "4. **Reach the files that go with it**: a skill may bring Python scripts, settings or documents - use absolute paths",
  ].join("\n"),
  "#### How to Read The Full Skill Instruction",
  "The Skill Registry in use is that of the file system. Load skills like this:",
  "Call `read_skill` with the name of a skill or the path of its directory.",
  [
    "**Important:**",
    "",
    "  - **A SKILL.md (the instructions of a skill)** is always read with `read_skill`. Do not open a SKILL.md in any other way.",
    "  - **All other files of a skill (scripts, references and so on)** may be read or used with other tools that suit them, always by absolute paths from the list of skills.",
  ].join("\n"),
  "#### When to Use Skills",
  [
    '  - The request belongs to the field of a skill (such as "look into X" → a skill for research on the web)',
    "  - The work needs special knowledge or a fixed order of steps",
    "  - A skill offers a proven way to do something complicated",
  ].join("\n"),
  "#### Skills are Self-Documenting",
  [
    "  - Each SKILL.md says what its skill does and how to use it",
    "  - The list of skills above shows where it is",
  ].join("\n"),
  "#### Executing Skill Scripts",
  "Some skills contain Python scripts or other programs. Always run them by absolute paths from the list of skills.",
  "### Example Workflow",
  'The user says: "Please find out what is new about electric ships"',
  [
    '1. Look through the skills above → there is one for research on the web, "web-research"',
    "2. Read it, by the name that the list gives",
    "3. Work as it says (search → sort → sum up)",
    "4. Where it has scripts that help, run them by absolute paths",
  ].join("\n"),
  "Keep in mind: skills make your work better and more even. If unsure, see whether there is a skill for the task!",
].join("\n\n");

/** SkillsInterceptor.java buildSkillsPrompt, including the trailing space of a line. */
export function listSkills(skills: readonly SpringSkill[]): string {
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
