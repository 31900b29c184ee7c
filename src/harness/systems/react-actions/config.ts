import type { AgentWorld, Scope, Settings } from "../../../model/agent.ts";
import { SkillsError } from "../../../core/errors.ts";
import { isObject } from "../../../core/is-object.ts";
import { didYouMean, nearest } from "../../../core/nearest.ts";
import { onceForEach } from "../../../core/once.ts";
import { quote } from "../../../core/show.ts";
import { promptSettings } from "../../own-prompts.ts";
import type { SettingTree } from "../../system.ts";
import { amount, anything, flag, text } from "../../../parse/format/format.ts";
import { listOf, oneOf } from "../../../parse/format/formats.ts";
import { amountIn, choiceIn, flagIn, textIn, textsIn } from "../../settings.ts";

/** Path of the settings in a project. */
export const configPath = ".agent/config.json";

/** The hard limits of one session. */
export interface Constraints {
  readonly max_turns: number;
  readonly max_tool_calls: number;
  readonly max_script_runs: number;
}

/** The settings of a react-actions agent, read from its file or set to their defaults. */
export interface ReactConfig {
  readonly skillRoots: readonly string[] | undefined;
  /** The source that takes precedence if several skills have the same name. */
  readonly source: Scope | undefined;
  /** The enabled tools; if absent, those that only read and those in `needApproval`. */
  readonly allowedTools: readonly string[] | undefined;
  /** The tools that need the user's approval; if absent, their risk decides. */
  readonly needApproval: readonly string[] | undefined;
  /** Skills whose bodies are loaded before others. */
  readonly coordinationSkills: readonly string[];
  readonly bodiesPerRound: number;
  /** Absent if the limit is that of the runner. */
  readonly scriptSeconds: number | undefined;
  /** The programs that may run scripts, such as "python3"; absent if all that the harness knows may. */
  readonly allowedCommands: readonly string[] | undefined;
  readonly maxBodyLines: number;
  /** What to do with a body over the limit: refuse it, or load its first lines and offer the rest by section. */
  readonly longBody: "refuse" | "split";
  readonly blockAngleBrackets: boolean;
  readonly constraints: Constraints;
  /** Maximum number of consecutive replies without an action. */
  readonly retries: number;
  /** One sentence for each setting that is unknown or has no effect. */
  readonly remarks: readonly string[];
}

const words = listOf(text);

/** All settings that the agent reads. */
export const knownSettings: SettingTree = {
  skill_roots: {
    format: words,
    about: "the directories of skills, instead of the default ones",
    names: "directory",
    alsoKnown: [".agent/skills", "~/.agent/skills", "skills_builtin"],
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
        names: "tool",
        alsoKnown: ["network"],
        example: ["read_file", "run_script"],
      },
      require_approval_for: {
        format: words,
        about: "the tools that need the user's approval; if absent, their risk decides",
        names: "tool",
        alsoKnown: ["network"],
        example: ["run_script"],
      },
      coordination_skills: {
        format: words,
        about: "skills whose bodies are loaded before others",
        names: "skill",
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
        names: "command",
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
  ...promptSettings,
};

/** The names of all known settings, such as "model.provider"; any other name is reported. */
const known = Object.entries(knownSettings).flatMap(([name, setting]) =>
  "section" in setting ? Object.keys(setting.section).map((inner) => `${name}.${inner}`) : [name],
);

const sections: ReadonlySet<string> = new Set(
  Object.entries(knownSettings).flatMap(([name, setting]) => ("section" in setting ? [name] : [])),
);

/** Checks settings. Throws a SkillsError ("bad-usage") for a value of the wrong type; `remarks` has unknown settings. */
export const readConfig: (settings: Settings) => ReactConfig = onceForEach((settings): ReactConfig => {
  const flat: Settings = Object.fromEntries(Object.entries(settings).flatMap(flattenSection));
  const texts = (name: string): readonly string[] | undefined =>
    flat[name] === undefined ? undefined : textsIn(flat, name);
  const amount = (name: string, defaultValue: number): number => amountIn(flat, name) ?? defaultValue;
  const provider = textIn(flat, "model.provider");
  return {
    skillRoots: texts("skill_roots"),
    source:
      flat["source"] === undefined
        ? undefined
        : choiceIn<Scope>(flat, "source", ["builtin", "project", "user"]),
    allowedTools: texts("execution.allowed_tools"),
    needApproval: texts("execution.require_approval_for"),
    coordinationSkills: texts("execution.coordination_skills") ?? [],
    // The design specifies one or two bodies and 500 lines; 12 turns and 30 calls are in its example plan. It does not
    // limit scripts and retries.
    bodiesPerRound: amount("execution.max_bodies_per_round", 2),
    scriptSeconds: amountIn(flat, "execution.script_timeout_seconds"),
    allowedCommands: texts("execution.allowed_commands"),
    maxBodyLines: amount("security.max_skill_body_lines", 500),
    longBody: choiceIn(flat, "security.long_skill_body", ["refuse", "split"]),
    blockAngleBrackets: flagIn(flat, "security.block_angle_brackets_in_frontmatter") ?? true,
    constraints: {
      max_turns: amount("constraints.max_turns", 12),
      max_tool_calls: amount("constraints.max_tool_calls", 30),
      max_script_runs: amount("constraints.max_script_runs", 10),
    },
    retries: amount("constraints.max_retries", 2),
    remarks: [
      ...Object.keys(flat).flatMap((name) => (known.includes(name) ? [] : [describeUnknown(name)])),
      // The design's own example is the mock model, which any model of the harness replaces.
      ...(provider === undefined || provider === "mock"
        ? []
        : [`the setting "model.provider" has no effect; the model is chosen with --model`]),
    ],
  };
});

/** The settings of a section, by dotted name. */
function flattenSection([name, value]: readonly [string, unknown]): readonly (readonly [string, unknown])[] {
  if (!sections.has(name)) return [[name, value]];
  if (!isObject(value))
    throw new SkillsError(
      "bad-usage",
      `the setting ${quote(name)} must be an object, not ${quote(JSON.stringify(value) ?? "nothing", 40)}`,
    );
  return Object.entries(value).map(([inner, held]) => [`${name}.${inner}`, held]);
}

function describeUnknown(name: string): string {
  return `unknown setting ${quote(name)}${didYouMean(nearest(name, known))}`;
}

/** The limits of the configuration, reduced to those of the session if necessary. */
export function boundsOf({ constraints }: ReactConfig, { budget }: AgentWorld): Constraints {
  const { turns = Infinity, toolCalls = Infinity, scriptRuns = Infinity } = budget ?? {};
  return {
    max_turns: Math.min(constraints.max_turns, turns),
    max_tool_calls: Math.min(constraints.max_tool_calls, toolCalls),
    max_script_runs: Math.min(constraints.max_script_runs, scriptRuns),
  };
}
