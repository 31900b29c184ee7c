import { SkillsError } from "../core/errors.ts";
import { isObject } from "../core/is-object.ts";
import { didYouMean, nearest } from "../core/nearest.ts";
import { quote } from "../core/show.ts";
import type { Settings, ToolSpec } from "../model/agent.ts";
import { type Format, misfit, type Tell, text, words } from "../parse/format/format.ts";
import { mapOf, members } from "../parse/format/formats.ts";
import type { SettingTree } from "./system.ts";

/** The texts of an agent that replace those in our words. */
export interface OwnPrompts {
  /** The whole system prompt. */
  readonly system?: string;
  /** The section that announces the skills. */
  readonly skills?: string;
  /** Descriptions, by tool. */
  readonly tools: Readonly<Record<string, string>>;
}

/** A setting that means nothing for the agent; its path is, for example, "prompts.tools.read_file". */
export class SettingError extends SkillsError {
  readonly setting: string;

  constructor(setting: string, problem: string) {
    super("bad-usage", `the setting ${quote(setting, 120)} ${problem}`);
    this.setting = setting;
  }
}

interface PromptFile {
  readonly file: string;
}

const inFile = members("the text", { file: { format: words, about: "A file with the text." } }, {});

/** A text, or the file that contains it. */
const textOrFile: Format<string | PromptFile> = {
  schema: { anyOf: [text.schema, inFile.schema] },
  expected: "a string or {file: …}",
  read: (node, tell: Tell) => {
    if (node.kind === "string") return node.value;
    return node.kind === "object" ? inFile.read(node, tell) : misfit(node, textOrFile.expected, tell);
  },
};

/** Where the skills are in a text. */
const skillsHere = "{skills}";

/** The settings of every system with which a user inserts the agent's real texts. */
export const promptSettings: SettingTree = {
  prompts: {
    section: {
      system: {
        format: textOrFile,
        about: `the agent's real system prompt, with ${skillsHere} instead of the section about skills`,
        example: `You are an agent.\n\n${skillsHere}`,
      },
      skills: {
        format: textOrFile,
        about: `the agent's real section about skills, with ${skillsHere} instead of their list`,
        example: { file: "prompts/skills.md" },
      },
      tools: {
        format: mapOf(textOrFile),
        about: "the real descriptions of the agent's tools, by name",
        example: { read_file: "Reads a file." },
      },
    },
  },
};

/** Texts by their names in braces, such as those of "{skills}". */
export type PromptParts = Readonly<Record<string, string>>;

/**
 * The agent's own texts in its settings. `known` are its tools, `parts` the names of what else its system prompt can
 * contain. Throws a SettingError for an unknown tool, for a text without the skills, for a setting that the texts
 * leave without effect, and for a file that was not read.
 */
export function ownPrompts(
  settings: Settings,
  known: readonly string[],
  parts: readonly string[] = [],
): OwnPrompts {
  const { prompts } = settings;
  if (prompts === undefined) return { tools: {} };
  const { system, skills, tools = {} } = sectionOf(prompts, "prompts");
  const described = Object.entries(sectionOf(tools, "prompts.tools")).map(([name, written]) => {
    const setting = `prompts.tools.${name}`;
    if (!known.includes(name))
      throw new SettingError(setting, `is for no tool of the agent${didYouMean(nearest(name, known))}`);
    return [name, requireText(written, setting)] as const;
  });
  const own = {
    ...(system !== undefined && { system: requireText(system, "prompts.system") }),
    ...(skills !== undefined && { skills: requireText(skills, "prompts.skills") }),
    tools: Object.fromEntries(described),
  };
  const announced = described.some(([, description]) => description.includes(skillsHere));
  if (own.system?.includes(skillsHere) === false && !announced) throw lacksSkills("prompts.system");
  if (own.skills?.includes(skillsHere) === false) throw lacksSkills("prompts.skills");
  const lost = parts.find(
    (part) => settings[part] !== undefined && own.system?.includes(`{${part}}`) === false,
  );
  if (lost !== undefined)
    throw new SettingError(lost, `has no effect; write "{${lost}}" in "prompts.system", or remove it`);
  return own;
}

function lacksSkills(setting: string): SettingError {
  return new SettingError(setting, `has no "${skillsHere}"; write it where the skills are listed`);
}

function sectionOf(value: unknown, setting: string): Settings {
  if (isObject(value)) return value;
  throw new SettingError(setting, "must be a map");
}

function requireText(value: unknown, setting: string): string {
  if (typeof value === "string") return value;
  const file = isObject(value) ? value["file"] : undefined;
  throw new SettingError(
    setting,
    typeof file === "string"
      ? `names the file ${quote(file, 80)}, which cannot be read from here`
      : "must be a string or the file of one",
  );
}

/** The section that announces the skills; `list` is how the agent lists them, and `ours` the section in our words. */
export function announceSkills(list: string, { skills }: OwnPrompts, ours: (list: string) => string): string {
  if (list === "") return "";
  return skills === undefined ? ours(list) : insert({ skills: list }, skills);
}

/** The tool as the agent really describes it. */
export function describeTool(spec: ToolSpec, { tools }: OwnPrompts, section: string): ToolSpec {
  const own = Object.hasOwn(tools, spec.name) ? tools[spec.name] : undefined;
  return own === undefined ? spec : { ...spec, description: insert({ skills: section }, own) };
}

/** The text with each part in place of its name in braces. */
export function insert(parts: PromptParts, into: string): string {
  return into.replace(/\{(\w{1,40})\}/g, (whole, name: string) =>
    Object.hasOwn(parts, name) ? parts[name]! : whole,
  );
}

/**
 * Settings with the texts of the files that they name for prompts. `read` throws a SkillsError if there is no such
 * file; the error is then one of the setting.
 */
export function readPromptFiles(settings: Settings, read: (file: string) => string): Settings {
  const { prompts } = settings;
  return isObject(prompts) ? { ...settings, prompts: readIn(prompts, "prompts", read) } : settings;
}

function readIn(value: Settings, setting: string, read: (file: string) => string): Settings {
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const path = `${setting}.${name}`;
      if (path === "prompts.tools" && isObject(inner)) return [name, readIn(inner, path, read)];
      const file = isObject(inner) ? inner["file"] : undefined;
      return [name, typeof file === "string" ? readText(file, path, read) : inner];
    }),
  );
}

function readText(file: string, setting: string, read: (file: string) => string): string {
  try {
    return read(file);
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    throw new SettingError(setting, `names the file ${quote(file, 80)}: ${error.message}`);
  }
}
