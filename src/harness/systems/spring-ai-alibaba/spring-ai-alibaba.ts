import type { System } from "../../system.ts";
import { didYouMean, nearest } from "../../../core/nearest.ts";
import { series } from "../../../core/sentence.ts";
import { quote } from "../../../core/show.ts";
import { type AgentWorld, type RootSpec, type SkillProblem } from "../../../model/agent.ts";
import { text } from "../../../parse/format/format.ts";
import { type Answer, refusal } from "../../answer.ts";
import { seekApproval } from "../../permissions.ts";
import { promptSettings } from "../../own-prompts.ts";
import { textIn } from "../../settings.ts";
import { shellTool } from "../../tools/shell-tool.ts";
import { commandFor, joinWords } from "../../tools/shell-words.ts";
import { readWhole } from "../../tools/skill-files.ts";
import { startToolAgent } from "../../tools/tool-agent.ts";
import { callTool } from "../../tools/tool-speech.ts";
import { defineTool, hostTools, textOf, type Tool, withoutReplaced } from "../../tools/tool.ts";
import { aroundSkills, listSkills } from "./prompt.ts";
import { bodyOf, openRegistry, type SpringRegistry, type SpringSkill } from "./registry.ts";

/**
 * Settings: `projectSkillsDirectory`, `userSkillsDirectory`, and `systemPrompt`, to which the list of skills is
 * appended.
 */
export const springAiAlibaba: System = {
  id: "spring-ai-alibaba",
  title: "Spring AI Alibaba",
  about: "Spring AI Alibaba",
  order: 40,
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
    const always = withoutReplaced([...skillTools(registry, joined.add), shell(world, registry)], world);
    return startToolAgent({
      world,
      catalog: registry.list,
      problems: () => [...registry.problems(), ...warnOfTools(registry.list(), world)],
      systemPrompt: (section) => [prompt, section].filter((part) => part !== "").join("\n\n"),
      parts: { systemPrompt: prompt },
      skillSection: aroundSkills,
      skillList: () => listSkills(registry.list()),
      tools: () =>
        world.hostTools.length === 0
          ? always
          : firstOfEach([...always, ...joined.fromBeginning(), ...joined.now()]),
      reload: async (roots) => registry.reload(roots),
    });
  },
  actsOn: ["allowed_tools", "allowedTools"],
  settings: {
    projectSkillsDirectory: {
      format: text,
      about: "the project's directory of skills",
      names: "directory",
      default: "skills",
    },
    userSkillsDirectory: {
      format: text,
      about: "the user's directory of skills",
      names: "directory",
      default: "~/saa/skills",
    },
    systemPrompt: { format: text, about: "text before the list of skills", default: "" },
    ...promptSettings,
  },
  expected: {
    deliver: (body) => body,
    alone: true,
    again: "repeats",
    // It warns that the description is truncated.
    announce: (description) => description.slice(0, 1024),
    reads: ["name", "description", "allowed_tools", "allowedTools"],
    settings: {},
  },
};

function shell(world: AgentWorld, registry: SpringRegistry): Tool {
  return shellTool({
    name: "shell",
    description: "Runs a command in a shell. Absolute paths are best.",
    parameters: { restart: { type: "boolean", description: "Restarts the shell first" } },
    // Files of disabled skills can still be read.
    skills: registry.all,
    restarts: ({ restart }) => restart === true,
    host: { scripts: world.scripts, stage: world.stage, directory: "project" },
    approveScript: (question) => seekApproval(world.policy, world.tracer, question, { tool: "shell" }),
  });
}

/** Warns of allowed tools that the host does not have. None if no host tools are given, as then they are unknown. */
function warnOfTools(
  skills: readonly SpringSkill[],
  { hostTools: hosted }: Pick<AgentWorld, "hostTools">,
): readonly SkillProblem[] {
  const known = hosted.map(({ spec }) => spec.name);
  if (known.length === 0) return [];
  return skills.flatMap(({ path, allowedTools }) =>
    allowedTools.flatMap((name) => {
      if (known.includes(name)) return [];
      const message = `the host has no tool ${quote(name)}${didYouMean(nearest(name, known))}`;
      return [{ path, kind: "warned", message } as const];
    }),
  );
}

interface JoinedTools {
  /** The agent's own tools, which belong to no skill. */
  fromBeginning(): readonly Tool[];
  /** The tools of the skills that were read before the last request to the model. */
  now(): readonly Tool[];
  /**
   * Called when a skill is requested, even if the request fails. Returns the tools that the skill adds to those of
   * earlier skills.
   */
  add(skill: SpringSkill): readonly string[];
}

/**
 * SkillsInterceptor.java: each request to the model includes the tools of all skills that were read so far; first
 * those in the skill's group, then its allowed tools.
 */
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
    fromBeginning: () => hostTools(world, ({ always }) => always === true),
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

/**
 * `join` is called before a skill is read, and returns the tools that the skill adds. Results use the messages of
 * ReadSkillTool.java, SearchSkillsTool.java and DisableSkillTool.java.
 */
function skillTools(
  registry: SpringRegistry,
  join: (skill: SpringSkill) => readonly string[],
): readonly Tool[] {
  return [readSkillTool(registry, join), searchSkillsTool(registry), disableSkillTool(registry)];
}

function readSkillTool(registry: SpringRegistry, join: (skill: SpringSkill) => readonly string[]): Tool {
  return defineTool({
    name: "read_skill",
    description: [
      "Gets all the instructions of a skill from the SkillRegistry. Any skill can be read completely, by its name or by its path.",
      "",
      "How to use it:",
      "- Give skill_name or skill_path, one of them at least",
      "- Where both are given, they have to mean one and the same skill",
      "- What comes back is the whole text of the skill's file (its SKILL.md), except the frontmatter",
      "- For a skill that does not exist, an error comes back",
    ].join("\n"),
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
      : { text: `adds from the next request on: ${series(joining.map((name) => quote(name)))}` };
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
    description: [
      "Looks for skills in the present SkillRegistry, by their names, descriptions or paths.",
      "",
      "How to use it:",
      "- Give a query to find skills that are registered here",
      "- It is compared with the name, the description and the path of each",
      "- What comes back are the skills that match, with descriptions and paths",
    ].join("\n"),
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
    description: [
      "Turns a skill off in this SkillRegistry; none of its files is deleted.",
      "",
      "How to use it:",
      "- Give skill_name or skill_path, one of them at least",
      "- Where both are given, they have to mean one and the same skill",
      "- A skill that is turned off is neither listed nor read any more",
    ].join("\n"),
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
