import type { SystemId } from "../../model/agent.ts";
import { amount, anything, flag, type Format, text } from "../../parse/format/format.ts";
import { listOf, type Member, members, oneOf } from "../../parse/format/formats.ts";

/** A setting of a system, as in its configuration file. */
interface Setting {
  readonly format: Format<unknown>;
  readonly about: string;
  /** The value that has the same effect as none; absent if no value has. */
  readonly default?: unknown;
  /** A value to show in place of a default. */
  readonly example?: unknown;
}

/** Settings by name; a section contains settings of its own. */
export interface SettingTree {
  readonly [name: string]: Setting | { readonly section: SettingTree };
}

const words = listOf(text);

/** All settings that the systems read. */
export const knownSettings: Readonly<Record<SystemId, SettingTree>> = {
  agentskills: {
    activation: {
      format: oneOf(["tool", "file"]),
      about: "how the model activates a skill: with a tool, or by reading its SKILL.md",
      default: "tool",
    },
    disabled: { format: words, about: "names of the skills that the user has disabled", default: [] },
    trusted: { format: flag, about: "false if the user does not trust the project", default: true },
    contextTokens: {
      format: amount,
      about: "size of the conversation above which old tool results are removed",
      example: 8000,
    },
  },
  agio: {
    enable_skills: { format: flag, about: "false if the agent has no skills", default: true },
    skill_dirs: {
      format: words,
      about: "the agent's directories of skills, in place of skills_dirs",
      default: [],
    },
    skills_dirs: {
      format: words,
      about: "the directories of skills of all agents",
      default: ["skills", "~/.agio/skills"],
    },
    system_prompt: { format: text, about: "text before the list of skills", default: "" },
  },
  "react-actions": {
    skill_roots: {
      format: words,
      about: "the directories of skills, instead of the default ones",
      example: ["skills"],
    },
    source: {
      format: oneOf(["builtin", "project", "user"]),
      about: "the source that takes precedence if several skills have the same name",
      example: "project",
    },
    model: {
      section: {
        provider: {
          format: text,
          about: "reported, and without effect: the model is chosen with --model",
          example: "openai",
        },
        params: {
          format: anything,
          about: "accepted, and without effect: the harness has its own model",
          example: { temperature: 0 },
        },
      },
    },
    execution: {
      section: {
        allowed_tools: {
          format: words,
          about: "the enabled tools; if absent, those that only read and those that need approval",
          example: ["read_file", "run_script"],
        },
        require_approval_for: {
          format: words,
          about: "the tools that need the user's approval; if absent, their risk decides",
          example: ["run_script"],
        },
        coordination_skills: {
          format: words,
          about: "skills whose bodies are loaded before others",
          default: [],
        },
        max_bodies_per_round: {
          format: amount,
          about: "maximum number of bodies loaded in one round",
          default: 2,
        },
        script_timeout_seconds: { format: amount, about: "time limit of a script", default: 30 },
        allowed_commands: {
          format: words,
          about: "the programs that may run scripts; if absent, all that the harness supports",
          example: ["python3"],
        },
      },
    },
    security: {
      section: {
        max_skill_body_lines: { format: amount, about: "maximum number of lines of a body", default: 500 },
        long_skill_body: {
          format: oneOf(["refuse", "split"]),
          about: "refuse a longer body, or load its first lines and offer the rest by section",
          default: "refuse",
        },
        block_angle_brackets_in_frontmatter: {
          format: flag,
          about: "whether a skill with < or > in its frontmatter is refused",
          default: true,
        },
      },
    },
    constraints: {
      section: {
        max_turns: { format: amount, about: "maximum number of model turns", default: 12 },
        max_tool_calls: { format: amount, about: "maximum number of calls", default: 30 },
        max_script_runs: { format: amount, about: "maximum number of script runs", default: 10 },
        max_retries: {
          format: amount,
          about: "maximum number of consecutive replies without an action",
          default: 2,
        },
      },
    },
  },
  "spring-ai-alibaba": {
    projectSkillsDirectory: {
      format: text,
      about: "the project's directory of skills",
      default: "skills",
    },
    userSkillsDirectory: {
      format: text,
      about: "the user's directory of skills",
      default: "~/saa/skills",
    },
    systemPrompt: { format: text, about: "text before the list of skills", default: "" },
  },
  harness9: {
    agentsMd: { format: text, about: "text in place of the project's AGENTS.md", default: "" },
  },
};

/** The format of a system's settings. */
export function settingsFormat(system: SystemId): Format<unknown> {
  return formatOf(`the settings of ${system}`, knownSettings[system]);
}

function formatOf(noun: string, tree: SettingTree): Format<unknown> {
  const entries = Object.entries(tree).map(([name, setting]): readonly [string, Member<unknown>] => [
    name,
    "section" in setting
      ? { format: formatOf(`${noun}, section ${name}`, setting.section), about: `The section ${name}.` }
      : setting,
  ]);
  return members(noun, {}, Object.fromEntries(entries));
}
