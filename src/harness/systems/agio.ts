import { shownAt, type RootSpec, type ScriptRunner, type Settings, type System } from "../../model/agent.ts";
import { quote } from "../../core/show.ts";
import { strip } from "../../dialects/python/text.ts";
import { refusal, type Answer } from "../answer.ts";
import { flagIn, textIn, textsIn } from "../settings.ts";
import { commandFor } from "../shell-command.ts";
import { shellTool } from "../shell-tool.ts";
import { openSkillFiles, type SkillFiles } from "../skill-files.ts";
import { startToolAgent } from "../tool-agent.ts";
import { callTool } from "../tool-speech.ts";
import { defineTool, hostTools, numberOf, textOf, type Tool } from "../tool.ts";
import { discoverSkills, type AgioSkill } from "./agio-registry.ts";
import { skillTool } from "./agio-skill-tool.ts";

/**
 * Its settings: `enable_skills` and `skill_dirs` of the agent, `skills_dirs` of all of them, and `system_prompt`, behind which the
 * skills are announced.
 */
export const agio: System = {
  id: "agio",
  title: "Agio",
  sources: [
    "xhwSkhizein/agio agio/skills/registry.py@6645cd8a",
    "xhwSkhizein/agio agio/skills/loader.py@7d36dcdf",
    "xhwSkhizein/agio agio/skills/manager.py@7d36dcdf",
    "xhwSkhizein/agio agio/skills/tool.py@6dd8f316",
  ],
  roots: ({ AGIO_SKILLS_DIR: added }, settings) => (isEnabled(settings) ? skillRoots(settings, added) : []),
  depth: 0,
  speak: {
    activate: ({ name }) => callTool("Skill", { skill_name: name }),
    read: ({ path }, file) => callTool("file_read", { file_path: `${path}/${file}` }),
    run: ({ path }, file, args) => callTool("bash", { command: commandFor(`${path}/${file}`, args) }),
    finish: (text) => ({ text }),
  },
  open: async (world) => {
    const enabled = isEnabled(world.settings);
    const prompt = textIn(world.settings, "system_prompt") ?? "";
    let found = discoverSkills(enabled ? world.roots : [], world.tracer);
    const files = openSkillFiles(() => found.skills);
    const tools = [
      ...(enabled ? [skillTool(() => found.skills)] : []),
      fileReadTool(files),
      bashTool(files, world.scripts),
      ...hostTools(world),
    ];
    return startToolAgent({
      world,
      catalog: () => found.skills,
      problems: () => found.problems,
      systemPrompt: () => [prompt, renderSkills(found.skills)].filter((part) => part !== "").join("\n\n"),
      catalogText: () => renderSkills(found.skills),
      tools: () => tools,
      reload: async (roots) => {
        found = discoverSkills(enabled ? roots : [], world.tracer);
      },
    });
  },
};

const usualDirectories: readonly string[] = ["skills", "~/.agio/skills"];

function isEnabled(settings: Settings): boolean {
  return flagIn(settings, "enable_skills") ?? true;
}

/** An agent's own directories stand in for all others but those of the environment; an empty list is none of its own. The last is the strongest. */
function skillRoots(settings: Settings, added = ""): readonly RootSpec[] {
  const configured =
    [textsIn(settings, "skill_dirs"), textsIn(settings, "skills_dirs")].find((list) => list.length > 0) ??
    usualDirectories;
  const directories = [
    ...configured,
    ...added
      .split(",")
      .map(strip)
      .filter((path) => path !== ""),
  ];
  return Array.from(new Set(directories.toReversed()), (path) => ({
    scope: path.startsWith("~") ? "user" : "project",
    path,
  }));
}

function renderSkills(skills: readonly AgioSkill[]): string {
  if (skills.length === 0) return "";
  return [
    "## Available Skills",
    "Found when the agent was started; each is here by its name and description. Activate one with the Skill tool when it is needed.",
    ...skills.map(({ name, description }) => `- **${name}**: ${description}`),
    "",
    "### How to use skills:",
    "1. If a task is what a description speaks of, activate that skill with the Skill tool.",
    "2. Then do as its SKILL.md says.",
    "3. Read a file of references/ only for the step that needs it.",
    "4. Run a script of scripts/ only where the skill says so.",
    "5. Use what is in assets/ as templates or material; do not read it.",
  ].join("\n");
}

/** Like the shell, and unlike the Skill tool, it is for the permission manager to allow. */
function fileReadTool(files: SkillFiles): Tool {
  return defineTool({
    name: "file_read",
    description: "Reads a text file, or some lines of it.",
    parameters: {
      file_path: { type: "string", description: "The file's absolute path" },
      offset: { type: "integer", description: "The first line wanted, from 1" },
      limit: { type: "integer", description: "How many lines are wanted" },
    },
    required: ["file_path"],
    question: (args) => `the file ${quote(textOf(args, "file_path"))} is to be read`,
    run: (args) =>
      readFile(textOf(args, "file_path"), numberOf(args, "offset"), numberOf(args, "limit"), files),
  });
}

function readFile(
  path: string,
  offset: number | undefined,
  limit: number | undefined,
  files: SkillFiles,
): Answer {
  if (!path.startsWith("/")) return refusal(`${quote(path)} is no absolute path`);
  const first = Math.max(1, offset ?? 1);
  return files.read({
    path,
    base: shownAt.project,
    lines: { first, ...(limit !== undefined && { last: first + limit - 1 }) },
  });
}

function bashTool(files: SkillFiles, scripts: ScriptRunner): Tool {
  const tool = shellTool({
    name: "bash",
    description: "Runs a command in a shell.",
    parameters: { timeout: { type: "integer", description: "In milliseconds" } },
    files,
    base: shownAt.project,
    scripts,
  });
  return { ...tool, question: (args) => `the command ${quote(textOf(args, "command"))} is to be run` };
}
