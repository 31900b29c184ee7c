import { SkillsError } from "../core/errors.ts";
import { series } from "../core/sentence.ts";
import { quote } from "../core/show.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export const actionCommands = ["check", "lint", "validate", "test"] as const;
type ActionCommand = (typeof actionCommands)[number];

/** The inputs of a workflow's `with:`; missing and empty ones are absent. */
export interface Inputs {
  readonly command: ActionCommand;
  /** By default the whole working directory, not the directories that `skills check` searches without a PATH. */
  readonly paths: readonly string[];
  /** Comma-separated. */
  readonly targets?: string;
  readonly changedOnly: "auto" | "true" | "false";
  readonly maxWarnings?: string;
  readonly baseline?: string;
  readonly config?: string;
  readonly policy?: string;
  readonly sarifFile?: string;
  readonly htmlFile?: string;
  readonly summary: boolean;
  readonly workingDirectory: string;
}

/** The inputs that only some commands support, by command. */
const supportedInputs: Readonly<Record<ActionCommand, readonly string[]>> = {
  check: ["max-warnings", "baseline", "config", "policy", "sarif-file", "html-file"],
  lint: ["max-warnings", "baseline", "config", "sarif-file", "html-file"],
  validate: ["max-warnings", "config", "sarif-file", "html-file"],
  test: ["baseline"],
};

/** Throws a SkillsError for an invalid value, and for an input that the command does not support. */
export function readInputs(env: Environment): Inputs {
  const command = choose(env, "command", actionCommands) ?? "check";
  const optional = (name: string): string | undefined => {
    const value = valueOf(env, name);
    if (value !== undefined && !supportedInputs[command].includes(name))
      throw new SkillsError(
        "bad-usage",
        `the command ${command} does not support the input ${name}; remove it`,
      );
    return value;
  };
  const [maxWarnings, baseline, config, policy, sarifFile, htmlFile] = [
    "max-warnings",
    "baseline",
    "config",
    "policy",
    "sarif-file",
    "html-file",
  ].map(optional);
  const targets = valueOf(env, "targets")
    ?.split(/[\s,]+/)
    .join(",");
  return {
    command,
    paths: readPaths(env),
    changedOnly: choose(env, "changed-only", ["auto", "true", "false"]) ?? "auto",
    summary: choose(env, "summary", ["true", "false"]) !== "false",
    workingDirectory: valueOf(env, "working-directory") ?? ".",
    ...(targets !== undefined && { targets }),
    ...(maxWarnings !== undefined && { maxWarnings }),
    ...(baseline !== undefined && { baseline }),
    ...(config !== undefined && { config }),
    ...(policy !== undefined && { policy }),
    ...(sarifFile !== undefined && { sarifFile }),
    ...(htmlFile !== undefined && { htmlFile }),
  };
}

function readPaths(env: Environment): readonly string[] {
  const paths = (valueOf(env, "paths") ?? "")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (paths.includes("-"))
    throw new SkillsError("bad-usage", 'the input paths contains "-", but a workflow has no standard input');
  return paths.length === 0 ? ["."] : paths;
}

/**
 * The runner passes "changed-only" as INPUT_CHANGED-ONLY, and missing inputs as empty strings (actions/runner
 * src/Runner.Worker/Handlers/Handler.cs).
 */
function valueOf(env: Environment, name: string): string | undefined {
  return env[`INPUT_${name.toUpperCase()}`]?.trim() || undefined;
}

function choose<Word extends string>(
  env: Environment,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const value = valueOf(env, name);
  if (value === undefined) return undefined;
  const found = words.find((word) => word === value.toLowerCase());
  if (found === undefined)
    throw new SkillsError("bad-usage", `the input ${name} is ${quote(value)}; use ${series(words, "or")}`);
  return found;
}
