import type { System } from "../../system.ts";
import { quote } from "../../../core/show.ts";
import { strip, universalNewlines } from "../../../dialects/python/text.ts";
import { type RootSpec, type Settings, shownAt } from "../../../model/agent.ts";
import { flag, text } from "../../../parse/format/format.ts";
import { listOf } from "../../../parse/format/formats.ts";
import type { AnnouncedSkill } from "../../announced-skill.ts";
import { type Answer, refusal } from "../../answer.ts";
import { readFrontmatter } from "../../skill-document.ts";
import { promptSettings } from "../../own-prompts.ts";
import { flagIn, textIn, textsIn } from "../../settings.ts";
import type { ScriptHost } from "../../tools/file-tools.ts";
import { shellTool } from "../../tools/shell-tool.ts";
import { commandFor } from "../../tools/shell-words.ts";
import { openSkillFiles, readWhole, type SkillFiles } from "../../tools/skill-files.ts";
import { startToolAgent } from "../../tools/tool-agent.ts";
import { callTool } from "../../tools/tool-speech.ts";
import { defineTool, hostTools, numberOf, textOf, type Tool, withoutReplaced } from "../../tools/tool.ts";
import { discoverSkills, frontmatterRules } from "./registry.ts";

/**
 * Settings: `enable_skills` and `skill_dirs` for the agent, `skills_dirs` for all agents, and `system_prompt`, to
 * which the list of skills is appended.
 */
export const agio: System = {
  id: "agio",
  title: "Agio",
  about: "Agio",
  order: 20,
  sources: [
    "xhwSkhizein/agio agio/skills/registry.py@6645cd8a",
    "xhwSkhizein/agio agio/skills/loader.py@7d36dcdf",
    "xhwSkhizein/agio agio/skills/manager.py@7d36dcdf",
    "xhwSkhizein/agio agio/skills/tool.py@6dd8f316",
  ],
  roots: ({ AGIO_SKILLS_DIR: added }, settings) => (isEnabled(settings) ? skillRoots(settings, added) : []),
  depth: 0,
  variables: ["AGIO_SKILLS_DIR"],
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
    const files = openSkillFiles(() => found.skills, { stage: world.stage, mayLeave: true });
    const own = [
      ...(enabled ? [skillTool(() => found.skills)] : []),
      fileReadTool(files),
      bashTool(() => found.skills, { scripts: world.scripts, stage: world.stage, directory: "project" }),
    ];
    const tools = [...withoutReplaced(own, world), ...hostTools(world)];
    return startToolAgent({
      world,
      catalog: () => found.skills,
      problems: () => found.problems,
      systemPrompt: (section) => [prompt, section].filter((part) => part !== "").join("\n\n"),
      parts: { system_prompt: prompt },
      skillSection: aroundSkills,
      skillList: () =>
        found.skills.map(({ name, description }) => `- **${name}**: ${description}`).join("\n"),
      tools: () => tools,
      reload: async (roots) => {
        found = discoverSkills(enabled ? roots : [], world.tracer);
      },
    });
  },
  settings: {
    enable_skills: { format: flag, about: "false if the agent has no skills", default: true },
    skill_dirs: {
      format: listOf(text),
      about: "the agent's directories of skills, in place of skills_dirs",
      names: "directory",
      default: [],
    },
    skills_dirs: {
      format: listOf(text),
      about: "the directories of skills of all agents",
      names: "directory",
      default: ["skills", "~/.agio/skills"],
    },
    system_prompt: { format: text, about: "text before the list of skills", default: "" },
    ...promptSettings,
  },
  expected: {
    deliver: (body, path) => universalNewlines(body).replaceAll("{baseDir}", () => path),
    alone: true,
    again: "repeats",
    fillsBase: true,
    reads: ["name", "description", "license", "compatibility", "metadata"],
    settings: {},
  },
};

const usualDirectories: readonly string[] = ["skills", "~/.agio/skills"];

function isEnabled(settings: Settings): boolean {
  return flagIn(settings, "enable_skills") ?? true;
}

/**
 * `skill_dirs` of an agent replaces all directories except those from the environment; an empty list counts as
 * absent. Later directories take precedence.
 */
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

function aroundSkills(list: string): string {
  return [
    "## Available Skills",
    "Found when the agent was started; each is here by its name and description. Activate one with the Skill tool when it is needed.",
    list,
    howToUse,
  ].join("\n");
}

const howToUse = [
  "",
  "### How to use skills:",
  "1. If a task matches a description, activate that skill with the Skill tool.",
  "2. Then do as its SKILL.md says.",
  "3. Read a file of references/ only for the step that needs it.",
  "4. Run a script of scripts/ only where the skill says so.",
  "5. Use what is in assets/ as templates or material; do not read it.",
].join("\n");

/** Like the shell and unlike the Skill tool, it needs the approval of the permission manager. */
function fileReadTool(files: SkillFiles): Tool {
  return defineTool({
    name: "file_read",
    replaceable: true,
    description: "Reads a text file, or some lines of it.",
    parameters: {
      file_path: { type: "string", description: "The file's absolute path" },
      offset: { type: "integer", description: "First line to read, from 1" },
      limit: { type: "integer", description: "Number of lines to read" },
    },
    required: ["file_path"],
    question: (args) => `read the file ${quote(textOf(args, "file_path"))}`,
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
  if (!path.startsWith("/")) return refusal(`${quote(path)} is not an absolute path`);
  const first = Math.max(1, offset ?? 1);
  return files.read({
    path,
    base: shownAt.project,
    lines: { first, ...(limit !== undefined && { last: first + limit - 1 }) },
  });
}

function bashTool(skills: () => readonly AnnouncedSkill[], host: ScriptHost): Tool {
  const tool = shellTool({
    name: "bash",
    description: "Runs a command in a shell.",
    parameters: { timeout: { type: "integer", description: "In milliseconds" } },
    skills,
    host,
    fresh: true,
  });
  return { question: (args) => `run the command ${quote(textOf(args, "command"))}`, ...tool };
}

/**
 * Needs no permission, and returns every error as its result. `skills` is called each time, as a reload may change
 * them.
 */
function skillTool(skills: () => readonly AnnouncedSkill[]): Tool {
  return {
    spec: {
      name: "Skill",
      description:
        "Activates a skill: loads its complete instructions. Use it when a task matches the skill's description.",
      parameters: {
        type: "object",
        properties: { skill_name: { type: "string", description: "The name of the skill to activate" } },
        required: ["skill_name"],
      },
    },
    run: ({ skill_name: name }) => activate(name, skills()),
  };
}

/** The messages are those of agio/skills/tool.py and loader.py, as the model needs them to recover. */
function activate(name: unknown, skills: readonly AnnouncedSkill[]): Answer {
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

/** The file may have changed since its head was read. */
function readBody(name: string, text: string): { readonly text: string } | { readonly problem: string } {
  const read = readFrontmatter(text, frontmatterRules);
  if (!read) return { problem: `Invalid SKILL.md format for '${name}': missing frontmatter` };
  return typeof read.values === "string"
    ? { problem: `Invalid YAML frontmatter for '${name}': ${read.values}` }
    : { text: read.body };
}

function failure(error: string, skill?: string): Answer {
  return {
    ...refusal(`Error: ${error}`, skill === undefined ? {} : { skill, file: "SKILL.md" }),
    forUser: `Failed to activate skill: ${error}`,
  };
}

/** The type that Python's `json.loads` returns for it. */
function classOf(value: unknown): string {
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  if (typeof value === "boolean") return "bool";
  return Array.isArray(value) ? "list" : "dict";
}
