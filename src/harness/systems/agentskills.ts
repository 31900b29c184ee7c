import { shownAt, type AgentWorld, type RootSpec, type System } from "../../model/agent.ts";
import { refusal, type Answer } from "../answer.ts";
import { listDirectoryTool, readFileTool, runScriptTool } from "../file-tools.ts";
import { amountIn, choiceIn } from "../settings.ts";
import { openSkillFiles, type SkillFiles } from "../skill-files.ts";
import { startToolAgent } from "../tool-agent.ts";
import { callTool, speakWithTools } from "../tool-speech.ts";
import { defineTool, hostTools, textOf, type Tool } from "../tool.ts";
import { rememberActivations, takePrompt, type Activate } from "./agentskills-activate.ts";
import { loadSkills, type LoadedSkill } from "./agentskills-load.ts";
import { renderCatalog } from "./agentskills-words.ts";

const roots: readonly RootSpec[] = [
  { scope: "project", path: ".agents/skills" },
  { scope: "project", path: ".claude/skills" },
  { scope: "user", path: "~/.agents/skills" },
  { scope: "user", path: "~/.claude/skills" },
];

/**
 * A client built by the guide. Its settings: `activation` ("tool" or "file"), `disabled` (names), `trusted` (false where the project
 * is not), `contextTokens` (above which old answers of tools are dropped).
 */
export const agentskills: System = {
  id: "agentskills",
  title: "Agent Skills client, by the implementation guide",
  sources: ["agentskills/agentskills docs/client-implementation/adding-skills-support.mdx@69ef37e"],
  roots: () => roots,
  // The guide: "max depth of 4-6 levels"; the least of it, so that what is found here is found by every client that follows it.
  depth: 3,
  speak: speakWithTools(({ name, path }, tools) =>
    tools?.every((tool) => tool.name !== "activate_skill")
      ? callTool("read_file", { path: `${path}/SKILL.md` })
      : callTool("activate_skill", { name }),
  ),
  open: async (world) => {
    const activation = choiceIn(world.settings, "activation", ["tool", "file"]);
    const contextTokens = amountIn(world.settings, "contextTokens");
    const { skills, problems } = loadSkills(world);
    const files = openSkillFiles(() => skills);
    const activate = rememberActivations(files);
    const visible = skills.filter(({ hidden }) => !hidden);
    const tools = [
      ...(activation === "tool" ? activateTool(visible, activate) : []),
      ...fileTools(skills, files, activate, world),
      ...hostTools(world),
    ];
    const catalog = renderCatalog(visible, activation);
    return startToolAgent({
      world,
      catalog: () => skills,
      problems: () => problems,
      systemPrompt: () => catalog,
      catalogText: () => catalog,
      tools: () => tools,
      onPrompt: (prompt) => takePrompt(prompt, skills, activate, world),
      ...(contextTokens !== undefined && { limits: { contextTokens } }),
    });
  },
};

/** No tool at all where it would have nothing to offer. */
function activateTool(visible: readonly LoadedSkill[], activate: Activate): readonly Tool[] {
  if (visible.length === 0) return [];
  const tool = defineTool({
    name: "activate_skill",
    description: "Loads the instructions of a skill.",
    parameters: {
      name: { type: "string", description: "The skill's name", enum: visible.map(({ name }) => name) },
    },
    required: ["name"],
    run: (args) => {
      const skill = visible.find(({ name }) => name === textOf(args, "name"));
      return skill ? activate(skill, "wrapped") : refusal("there is no such skill");
    },
  });
  return [tool];
}

function fileTools(
  skills: readonly LoadedSkill[],
  files: SkillFiles,
  activate: Activate,
  { scripts }: AgentWorld,
): readonly Tool[] {
  if (skills.length === 0) return [];
  const read: SkillFiles["read"] = (request) => readOrActivate(request, skills, files, activate);
  return [
    readFileTool(files, shownAt.project, read),
    listDirectoryTool(files, shownAt.project),
    runScriptTool(files, shownAt.project, scripts),
  ];
}

/** Who reads a SKILL.md whole has its instructions, whatever tool was meant for that. */
function readOrActivate(
  request: Parameters<SkillFiles["read"]>[0],
  skills: readonly LoadedSkill[],
  files: SkillFiles,
  activate: Activate,
): Answer {
  const found = files.locate(request);
  const skill =
    "refused" in found || found.file !== "SKILL.md" || request.lines
      ? undefined
      : skills.find(({ path }) => path === found.skill.path);
  return skill ? activate(skill, "file") : files.read(request);
}
