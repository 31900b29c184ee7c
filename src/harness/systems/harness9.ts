import type { System } from "../system.ts";
import { SkillsError } from "../../core/errors.ts";
import { series } from "../../core/sentence.ts";
import { decodeUtf8Loosely } from "../../core/utf8.ts";
import {
  type AgentWorld,
  type Message,
  shownAt,
  type SkillProblem,
  type SkillRoot,
  type ToolArguments,
} from "../../model/agent.ts";
import { flag, text } from "../../parse/format/format.ts";
import type { AnnouncedSkill } from "../announced-skill.ts";
import { type Answer, record, refusal } from "../answer.ts";
import { shadowed } from "../first-of-name.ts";
import { type FrontmatterRules, holdsFrontmatter, readFrontmatter } from "../skill-document.ts";
import { readHead } from "../read-head.ts";
import { promptSettings } from "../own-prompts.ts";
import { flagIn, textIn } from "../settings.ts";
import { listDirectoryTool, readFileTool, runScriptTool } from "../tools/file-tools.ts";
import { openSkillFiles, readWhole } from "../tools/skill-files.ts";
import { startToolAgent } from "../tools/tool-agent.ts";
import { callTool, speakWithTools } from "../tools/tool-speech.ts";
import { defineTool, hostTools, textOf, type Tool, withoutReplaced } from "../tools/tool.ts";

/** The setting `agentsMd` replaces the content of the project's AGENTS.md; `tui` is how it starts on a terminal. */
export const harness9: System = {
  id: "harness9",
  title: "harness9",
  about: "harness9",
  order: 50,
  sources: [
    "ZhangShenao/harness9 internal/skills/loader.go@6817aae",
    "ZhangShenao/harness9 internal/skills/use_skill_tool.go@45bc7e4",
  ],
  roots: () => [{ scope: "project", path: "skills" }],
  depth: 0,
  // Go's os.ReadDir does not report a symlink as a directory.
  skipsLinks: true,
  speak: speakWithTools(({ name }) => callTool("use_skill", { skill_name: name })),
  open: async (world) => {
    const { skills, problems } = loadIndex(world);
    const files = openSkillFiles(() => skills, world);
    const own = [
      useSkillTool(skills),
      readFileTool(files, shownAt.project),
      listDirectoryTool(files, shownAt.project),
      runScriptTool(files, shownAt.project, {
        scripts: world.scripts,
        stage: world.stage,
        directory: "project",
      }),
    ];
    const tools = [...withoutReplaced(own, world), ...hostTools(world)];
    const index = skills.map(({ name, description }) => `- ${name}: ${description}\n`).join("");
    const guidelines = readGuidelines(world);
    return startToolAgent({
      world,
      catalog: () => skills,
      problems: () => problems,
      systemPrompt: (section) => [intro, guidelines, section].filter((part) => part !== "").join("\n\n"),
      parts: { agentsMd: guidelines },
      skillSection: aroundIndex,
      skillList: () => index,
      tools: () => tools,
      onPrompt: (prompt) => takePrompt(prompt, skills, world),
    });
  },
  settings: {
    agentsMd: { format: text, about: "text in place of the project's AGENTS.md", default: "" },
    tui: {
      format: flag,
      about: "true for the interface on a terminal, with `/skill NAME` in place of `/NAME`",
      default: false,
    },
    ...promptSettings,
  },
  expected: {
    deliver: (body) => body,
    alone: true,
    again: "repeats",
    reads: ["name", "description", "trigger"],
    settings: {},
  },
};

interface Index {
  readonly skills: readonly AnnouncedSkill[];
  readonly problems: readonly SkillProblem[];
}

const intro = `You are harness9, a coding agent with tools for the workspace. Your working directory is: ${shownAt.project}`;

function loadIndex({ roots, tracer }: AgentWorld): Index {
  const skills: AnnouncedSkill[] = [];
  const problems: SkillProblem[] = roots.flatMap(warnOfOthers);
  for (const { scope, skills: found } of roots) {
    for (const { path, source } of found) {
      const head = readHead(tracer, source, "SKILL.md", holdsFrontmatter(frontmatterRules));
      const { name, description } =
        head.outcome === "read" ? parseHarness9(head.text) : { name: "", description: "" };
      if (head.outcome === "unreadable")
        problems.push({ path, kind: "skipped", message: `cannot read SKILL.md: ${head.reason}` });
      else if (name === "" || description === "")
        problems.push({
          path,
          kind: "skipped",
          message: `frontmatter has no ${series(
            Object.entries({ name, description }).flatMap(([key, value]) => (value === "" ? [key] : [])),
            "or",
          )}`,
        });
      else skills.push({ name, description, scope, path, source, hidden: false });
    }
  }
  return { skills, problems: [...problems, ...skills.flatMap((skill) => warnOfDouble(skill, skills))] };
}

function warnOfOthers({ without }: SkillRoot): readonly SkillProblem[] {
  return without.map((path) => ({ path, kind: "skipped", message: "the directory has no SKILL.md" }));
}

/** The index lists both skills, but the name always means the first. */
function warnOfDouble(skill: AnnouncedSkill, skills: readonly AnnouncedSkill[]): readonly SkillProblem[] {
  const first = find(skills, skill.name);
  return first === undefined || first === skill ? [] : [shadowed(skill, first)];
}

function find(skills: readonly AnnouncedSkill[], name: string): AnnouncedSkill | undefined {
  return skills.find((skill) => skill.name === name);
}

/** Empty if the project has no AGENTS.md, or an empty one. */
function readGuidelines({ settings, project }: AgentWorld): string {
  const text = textIn(settings, "agentsMd") || (readIfThere(project, "AGENTS.md") ?? "");
  return text !== "" ? `## Project Guidelines (AGENTS.md)\n\n${text}` : "";
}

function readIfThere(project: AgentWorld["project"], file: string): string | undefined {
  try {
    return project && decodeUtf8Loosely(project.read(file));
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return undefined;
  }
}

function aroundIndex(index: string): string {
  return `## Available Skills\n\nUse the \`use_skill\` tool to load the full content of any skill when needed.\n\n${index}`;
}

function useSkillTool(skills: readonly AnnouncedSkill[]): Tool {
  return defineTool({
    name: "use_skill",
    description: "Loads the full content of a skill. Call it before work that the skill is for.",
    parameters: {
      skill_name: { type: "string", description: "Name of the skill, as in the index of the system prompt" },
    },
    required: ["skill_name"],
    run: (args: ToolArguments) => useSkill(textOf(args, "skill_name"), skills),
  });
}

/** Returns the body, which is read from disk on each call. */
function useSkill(name: string, skills: readonly AnnouncedSkill[]): Answer {
  if (name === "") return refusal("skill_name must not be empty");
  const skill = find(skills, name);
  if (!skill)
    return refusal(
      `skill ${JSON.stringify(name)} does not exist, available skills: ${skills.map((known) => known.name).join(", ")}`,
    );
  const whole = readAnyEncoding(skill);
  if ("refused" in whole) return whole.refused;
  return {
    content: parseHarness9(whole.text).body,
    event: { kind: "activate", tier: 2, skill: name, file: "SKILL.md", bytes: [0, whole.bytes] },
  };
}

/** Go does not check the encoding of a file; bytes that are not UTF-8 become U+FFFD in the request to the model. */
function readAnyEncoding(skill: AnnouncedSkill): ReturnType<typeof readWhole> {
  const whole = readWhole(skill, "SKILL.md");
  if (!("refused" in whole)) return whole;
  try {
    const bytes = skill.source.read("SKILL.md");
    return { text: decodeUtf8Loosely(bytes), bytes: bytes.length };
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return whole;
  }
}

/** "/name" and "/name text" of the CLI, and "/skill name" and "/skill name text" of the interface on a terminal. */
const commands = { cli: /^\/(\S+)\s*(.*)$/s, tui: /^\/skill\s+(\S+)\s*(.*)$/s } as const;

/**
 * A command sends the body and the text to the model directly; an unknown name is only reported to the user. Any other
 * prompt is sent as it is.
 */
function takePrompt(
  prompt: string,
  skills: readonly AnnouncedSkill[],
  world: AgentWorld,
): readonly Message[] {
  const command = commands[flagIn(world.settings, "tui") ? "tui" : "cli"];
  const [, name, rest = ""] = command.exec(prompt.trim()) ?? [];
  if (name === undefined) return [{ role: "user", content: prompt }];
  const answer = useSkill(name, skills);
  record(world, answer);
  return answer.failed
    ? []
    : [{ role: "user", content: rest === "" ? answer.content : `${answer.content}\n\n${rest}` }];
}

/**
 * ZhangShenao/harness9 internal/skills/skill.go, parseFrontmatter: each line is split at its first colon, regardless
 * of indentation, and the last of equal keys is used.
 */
export const frontmatterRules: FrontmatterRules<ReadonlyMap<string, string>> = {
  opening: /^---\n/,
  closing: /\n---\n/g,
  trimBody: trimGo,
  values: (frontmatter) => new Map(frontmatter.split("\n").flatMap(readLine)),
};

interface Harness9Document {
  readonly name: string;
  readonly description: string;
  readonly body: string;
}

/** If the fences are not exactly these bytes, for example because of CRLF, the whole file is the body. */
function parseHarness9(text: string): Harness9Document {
  const { values, body } = readFrontmatter(text, frontmatterRules) ?? { body: trimGo(text) };
  return { name: values?.get("name") ?? "", description: values?.get("description") ?? "", body };
}

function readLine(line: string): readonly (readonly [string, string])[] {
  const colon = line.indexOf(":");
  return colon === -1 ? [] : [[trimGo(line.slice(0, colon)), withoutQuotes(trimGo(line.slice(colon + 1)))]];
}

/** Removes the quotes, but does not decode escape sequences in the value. */
function withoutQuotes(value: string): string {
  return value.length >= 2 && /^(?:".*"|'.*')$/s.test(value) ? value.slice(1, -1) : value;
}

/** The characters for which Go's unicode.IsSpace is true; `trim` includes U+FEFF instead of U+0085. */
const space = "[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";

const leading = new RegExp(`^${space}+`);

/** Go's strings.TrimSpace. */
function trimGo(text: string): string {
  let end = text.length;
  while (end > 0 && leading.test(text.charAt(end - 1))) end--;
  return text.slice(0, end).replace(leading, "");
}
