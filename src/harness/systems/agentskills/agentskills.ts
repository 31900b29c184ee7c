import type { System } from "../../system.ts";
import { unicodePattern } from "../../../core/unicode-pattern.ts";
import { quote } from "../../../core/show.ts";
import { escapeHtml } from "../../../dialects/python/text.ts";
import {
  type AgentWorld,
  type CatalogEntry,
  type Message,
  type RootSpec,
  shownAt,
} from "../../../model/agent.ts";
import { amount, flag, text } from "../../../parse/format/format.ts";
import { listOf, oneOf } from "../../../parse/format/formats.ts";
import type { AnnouncedSkill } from "../../announced-skill.ts";
import { type Answer, record, refusal } from "../../answer.ts";
import { splitDocument } from "../../skill-document.ts";
import { promptSettings } from "../../own-prompts.ts";
import { amountIn, choiceIn } from "../../settings.ts";
import { listDirectoryTool, readFileTool, runScriptTool } from "../../tools/file-tools.ts";
import { openSkillFiles, readWhole, type SkillFiles } from "../../tools/skill-files.ts";
import { startToolAgent } from "../../tools/tool-agent.ts";
import { callTool, speakWithTools } from "../../tools/tool-speech.ts";
import { defineTool, hostTools, textOf, type Tool, withoutReplaced } from "../../tools/tool.ts";
import { frontmatterRules, loadSkills } from "./load-skills.ts";

const roots: readonly RootSpec[] = [
  { scope: "project", path: ".agents/skills" },
  { scope: "project", path: ".claude/skills" },
  { scope: "user", path: "~/.agents/skills" },
  { scope: "user", path: "~/.claude/skills" },
];

/**
 * A client built according to the guide. Its settings: `activation` ("tool" or "file"), `disabled` (names),
 * `trusted` (false for an untrusted project), `contextTokens` (above which old tool results are removed).
 */
export const agentskills: System = {
  id: "agentskills",
  title: "Agent Skills client, by the implementation guide",
  about: "a client built by the guide of agentskills.io",
  order: 10,
  byDefault: true,
  sources: ["agentskills/agentskills docs/client-implementation/adding-skills-support.mdx@69ef37e"],
  roots: () => roots,
  // The guide says "max depth of 4-6 levels". With the lowest of these, every client that follows the guide finds the
  // same skills or more.
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
    const files = openSkillFiles(() => skills, world);
    const activate = rememberActivations(files);
    const visible = skills.filter(({ hidden }) => !hidden);
    const own = [
      ...(activation === "tool" ? activateTool(visible, activate) : []),
      ...fileTools(skills, files, activate, world),
    ];
    const tools = [...withoutReplaced(own, world), ...hostTools(world)];
    const list = listSkills(visible, activation);
    return startToolAgent({
      world,
      catalog: () => skills,
      problems: () => problems,
      systemPrompt: (section) => section,
      skillSection: () => [instructions[activation], list].join("\n\n"),
      skillList: () => list,
      tools: () => tools,
      onPrompt: (prompt) => takePrompt(prompt, skills, activate, world),
      ...(contextTokens !== undefined && { limits: { contextTokens } }),
    });
  },
  settings: {
    activation: {
      format: oneOf(["tool", "file"]),
      about: "how the model activates a skill: with a tool, or by reading its SKILL.md",
      default: "tool",
    },
    disabled: {
      format: listOf(text),
      about: "names of the skills that the user has disabled",
      default: [],
      names: "skill",
    },
    trusted: { format: flag, about: "false if the user does not trust the project", default: true },
    contextTokens: {
      format: amount,
      about: "size of the conversation above which old tool results are removed",
      example: 8000,
    },
    ...promptSettings,
  },
  expected: {
    deliver: (body) => body,
    alone: false,
    again: "refers",
    reads: ["name", "description", "disable-model-invocation"],
    settings: {},
  },
};

/** Empty if there is no visible skill. */
function activateTool(visible: readonly AnnouncedSkill[], activate: Activate): readonly Tool[] {
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
      return skill ? activate(skill, "wrapped") : refusal("unknown skill");
    },
  });
  return [tool];
}

function fileTools(
  skills: readonly AnnouncedSkill[],
  files: SkillFiles,
  activate: Activate,
  world: AgentWorld,
): readonly Tool[] {
  if (skills.length === 0) return [];
  const read: SkillFiles["read"] = (request) => readOrActivate(request, skills, files, activate);
  return [
    readFileTool(files, shownAt.project, read),
    listDirectoryTool(files, shownAt.project),
    runScriptTool(files, shownAt.project, world),
  ];
}

/** Reading a whole SKILL.md activates the skill, whichever tool is used. */
function readOrActivate(
  request: Parameters<SkillFiles["read"]>[0],
  skills: readonly AnnouncedSkill[],
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

/** Adds a skill's instructions to the conversation, once: between tags, or as the file contains them. */
type Activate = (skill: AnnouncedSkill, form: "wrapped" | "file") => Answer;

function rememberActivations(files: SkillFiles): Activate {
  const activated = new Set<string>();
  return (skill, form) => {
    const { name } = skill;
    if (activated.has(name))
      return {
        content: `the skill ${quote(name)} is already in this conversation`,
        event: { kind: "again", tier: 2, skill: name },
      };
    const whole = readWhole(skill, "SKILL.md");
    if ("refused" in whole) return whole.refused;
    activated.add(name);
    const content =
      form === "file"
        ? whole.text
        : wrapContent(
            skill,
            splitDocument(whole.text, frontmatterRules)?.body ?? whole.text.trim(),
            files.resources(skill),
          );
    return {
      content,
      pinned: true,
      event: { kind: "activate", tier: 2, skill: name, file: "SKILL.md", bytes: [0, whole.bytes] },
    };
  };
}

const command = /^\/(\S+)(?:\s+(.*))?$/s;

const mention = unicodePattern(String.raw`(?<![^\s(])\$([\p{L}\p{N}][\p{L}\p{N}_-]*)`, "gu");

function mentionedNames(prompt: string): readonly string[] {
  return prompt.includes("$") ? Array.from(prompt.matchAll(mention()), ([, name = ""]) => name) : [];
}

/**
 * The user's prompt, after the instructions of the skills that it activates by "/name" at its beginning or
 * "$name" anywhere, including hidden skills. Unknown names are passed on unchanged.
 */
function takePrompt(
  prompt: string,
  skills: readonly AnnouncedSkill[],
  activate: Activate,
  world: AgentWorld,
): readonly Message[] {
  const byName = new Map(skills.map((skill) => [skill.name, skill]));
  const [, typed = "", rest = ""] = command.exec(prompt.trim()) ?? [];
  const commanded = byName.get(typed);
  const called = commanded ? [commanded] : mentionedNames(prompt).flatMap((name) => byName.get(name) ?? []);
  const answers = Array.from(new Set(called), (skill) => activate(skill, "wrapped"));
  for (const answer of answers) record(world, answer);
  const loaded = answers.flatMap(({ content, pinned }): readonly Message[] =>
    pinned ? [{ role: "user", content, pinned }] : [],
  );
  const words = commanded ? rest : prompt;
  return words === "" && loaded.length > 0
    ? loaded
    : [...loaded, { role: "user", content: words === "" ? prompt : words }];
}

/**
 * How the model gets a skill's instructions: with an activation tool, or by reading SKILL.md like any other
 * file.
 */
type Activation = "tool" | "file";

/** The guide requires a maximum for the listing and a note if it is exceeded, but gives no number. */
const mostResources = 100;

const instructions = {
  tool: "These skills hold instructions for particular tasks. Where a task fits a skill's description, call activate_skill with its name first, which loads them.",
  file:
    "These skills hold instructions for particular tasks. Where a task fits a skill's description, read the SKILL.md at its location with read_file first. " +
    "Paths in a skill are relative to its directory, which contains its SKILL.md; give them to tools as absolute paths.",
} as const satisfies Record<Activation, string>;

/** The skills in the system prompt; empty if there are none, because an empty list would confuse the model. */
function listSkills(skills: readonly CatalogEntry[], activation: Activation): string {
  if (skills.length === 0) return "";
  const blocks = skills.map(({ name, description, path }) => [
    "  <skill>",
    `    <name>${escapeHtml(name)}</name>`,
    `    <description>${escapeHtml(description)}</description>`,
    // An activation tool returns the directory with the content; a model that reads files needs the path here.
    // skills-ref escapes everything but this path.
    ...(activation === "file" ? [`    <location>${path}/SKILL.md</location>`] : []),
    "  </skill>",
  ]);
  return ["<available_skills>", ...blocks.flat(), "</available_skills>"].join("\n");
}

/** A skill's instructions as added to the conversation; its other files are listed but not read. */
function wrapContent(
  { name, path }: Pick<CatalogEntry, "name" | "path">,
  body: string,
  resources: readonly string[],
): string {
  return [
    `<skill_content name="${escapeHtml(name)}">`,
    body,
    "",
    `Skill directory: ${path}`,
    "Relative paths in this skill are relative to the skill directory.",
    ...listResources(resources),
    "</skill_content>",
  ].join("\n");
}

function listResources(resources: readonly string[]): readonly string[] {
  if (resources.length === 0) return [];
  const rest = resources.length - mostResources;
  const lines = resources.slice(0, mostResources).map((file) => `  <file>${escapeHtml(file)}</file>`);
  return [
    "",
    "<skill_resources>",
    ...lines,
    ...(rest > 0 ? [`  (and ${rest} more)`] : []),
    "</skill_resources>",
  ];
}
