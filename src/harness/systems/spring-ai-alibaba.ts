import { shownAt, type AgentWorld, type RootSpec, type System } from "../../model/agent.ts";
import { seekApproval } from "../permissions.ts";
import { textIn } from "../settings.ts";
import { commandFor, joinWords } from "../shell-command.ts";
import { shellTool } from "../shell-tool.ts";
import { openSkillFiles } from "../skill-files.ts";
import { startToolAgent } from "../tool-agent.ts";
import { callTool } from "../tool-speech.ts";
import { hostTools, type Tool } from "../tool.ts";
import { renderSkills } from "./spring-ai-alibaba-prompt.ts";
import { openRegistry, type SpringRegistry, type SpringSkill } from "./spring-ai-alibaba-registry.ts";
import { skillTools } from "./spring-ai-alibaba-tools.ts";

/** Its settings: `projectSkillsDirectory`, `userSkillsDirectory`, and `systemPrompt`, behind which the skills are announced. */
export const springAiAlibaba: System = {
  id: "spring-ai-alibaba",
  title: "Spring AI Alibaba",
  sources: [
    "alibaba/spring-ai-alibaba spring-ai-alibaba-graph-core/src/main/java/com/alibaba/cloud/ai/graph/skills/registry@9aee0f1a",
    "alibaba/spring-ai-alibaba spring-ai-alibaba-agent-framework/src/main/java/com/alibaba/cloud/ai/graph/agent/hook/skills@9aee0f1a",
    "alibaba/spring-ai-alibaba spring-ai-alibaba-agent-framework/src/main/java/com/alibaba/cloud/ai/graph/agent/interceptor/skills/SkillsInterceptor.java@9aee0f1a",
  ],
  roots: (_environment, settings): readonly RootSpec[] => [
    { scope: "project", path: textIn(settings, "projectSkillsDirectory") || "skills" },
    { scope: "user", path: textIn(settings, "userSkillsDirectory") || "~/saa/skills" },
  ],
  depth: 0,
  speak: {
    activate: ({ name }) => callTool("read_skill", { skill_name: name }),
    read: ({ path }, file) => callTool("shell", { command: joinWords(["cat", `${path}/${file}`]) }),
    run: ({ path }, file, args) => callTool("shell", { command: commandFor(`${path}/${file}`, args) }),
    finish: (text) => ({ text }),
  },
  open: async (world) => {
    const registry = openRegistry(world);
    const prompt = textIn(world.settings, "systemPrompt") ?? "";
    const joined = joinTools(world, registry);
    const always = [...skillTools(registry, joined.add), shell(world, registry)];
    return startToolAgent({
      world,
      catalog: registry.list,
      problems: registry.problems,
      systemPrompt: () => [prompt, renderSkills(registry.list())].filter((part) => part !== "").join("\n\n"),
      catalogText: () => renderSkills(registry.list()),
      tools: () => firstOfEach([...always, ...joined.fromBeginning(), ...joined.now()]),
      reload: async (roots) => registry.reload(roots),
    });
  },
};

function shell(world: AgentWorld, registry: SpringRegistry): Tool {
  return shellTool({
    name: "shell",
    description: "Runs a command in a shell. Absolute paths are best.",
    parameters: { restart: { type: "boolean", description: "Starts the shell anew first" } },
    // What is disabled is not deleted.
    files: openSkillFiles(registry.all),
    base: shownAt.project,
    scripts: world.scripts,
    approveScript: (question) => seekApproval(world.policy, world.tracer, question, { tool: "shell" }),
  });
}

interface JoinedTools {
  /** What no skill names, nor has in its group. */
  fromBeginning(): readonly Tool[];
  /** Those of the skills that were read before the model was asked last, while there is any skill. */
  now(): readonly Tool[];
  /** The skill was asked for, whatever came of it; which tools come with it that none before it brought. */
  add(skill: SpringSkill): readonly string[];
}

/** SkillsInterceptor.java: with each request to the model come the tools of all skills read so far, first those of a skill's group and then those that it names. */
function joinTools(world: AgentWorld, registry: SpringRegistry): JoinedTools {
  const readIn = new Map<string, number>();
  const toolsOf = ({ name, allowedTools }: SpringSkill): readonly Tool[] => [
    ...hostTools(world, ({ group }) => group === name),
    ...allowedTools.flatMap((allowed) => hostTools(world, ({ spec }) => spec.name === allowed)),
  ];
  const joinedBefore = (turn: number): readonly Tool[] => {
    const skills = Array.from(readIn, ([name, readAt]) => (readAt < turn ? registry.get(name) : undefined));
    return skills.flatMap((skill) => (skill ? toolsOf(skill) : []));
  };
  return {
    fromBeginning: () => {
      const named = new Set(registry.all().flatMap(({ allowedTools }) => allowedTools));
      return hostTools(world, ({ group, spec }) => group === undefined && !named.has(spec.name));
    },
    now: () => joinedBefore(world.tracer.turn),
    add: (skill) => {
      const before = new Set(joinedBefore(Infinity).map(({ spec }) => spec.name));
      if (!readIn.has(skill.name)) readIn.set(skill.name, world.tracer.turn);
      return toolsOf(skill).flatMap(({ spec }) => (before.has(spec.name) ? [] : [spec.name]));
    },
  };
}

function firstOfEach(tools: readonly Tool[]): readonly Tool[] {
  return tools.filter(({ spec }, index) => tools.findIndex((tool) => tool.spec.name === spec.name) === index);
}
