import { Command, CommanderError, Option } from "commander";
import { SkillsError } from "../core/errors.ts";
import { clean } from "../report/drawing/width.ts";
import { choose } from "../model/choose.ts";
import { wantsColor } from "./options/color.ts";
import { styleHelp } from "./help-style.ts";
import type { ExitCode, Io } from "./io.ts";
import { asTyped } from "../report/drawing/as-typed.ts";
import { helpAsTyped, programName } from "./program-name.ts";

/** A command that writes to `io` and never ends the process. Options can appear anywhere before "--". */
export function createCommand(name: string, io: Io): Command {
  const command = new Command(name);
  return command
    .exitOverride()
    .showSuggestionAfterError()
    .helpOption("-h, --help", "show the options; --help also explains them, with examples")
    .configureHelp({
      helpWidth: Math.min(io.stdout.columns ?? 80, 100),
      optionDescription: (option) => (brief.has(command) ? inBrief(describe(option)) : describe(option)),
      argumentDescription: ({ description }) => description,
    })
    .configureOutput({
      writeOut: (text) => writeHelp(text, command, io),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text) => {
        throw new SkillsError(
          "bad-usage",
          `${sentence(text)}${formatFlagHint(text, command)}${choicesHint(text, command)}`,
          {
            hint: `${name} --help lists its options${dashDashHint(text, command)}`,
          },
        );
      },
    });
}

/**
 * Parses the arguments into the command; returns an exit code if the run ends here, as the help was asked for. Throws a
 * SkillsError for bad usage.
 */
export function parseArguments(command: Command, args: readonly string[]): ExitCode | undefined {
  if (args.includes("-h") && !args.includes("--help")) brief.add(command);
  try {
    command.parse(args, { from: "user" });
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : 2;
  }
}

/** Commands that were called with -h, which prints only the options. */
const brief = new WeakSet<Command>();

/** Prints a part of the help: the usage and the options, or a text after them. */
function writeHelp(text: string, command: Command, io: Io): void {
  const isUsage = text.startsWith("Usage: ");
  if (brief.has(command) && !isUsage) return;
  const rest = brief.has(command) ? `\n${command.name()} --help explains more, with examples.\n` : "";
  const help = helpAsTyped(text, io) + asTyped(rest, programName(io));
  io.stdout.write(wantsColor(io, colorOf(command)) ? styleHelp(help) : help);
}

function colorOf(command: Command): boolean | undefined {
  const { color } = command.opts<{ readonly color?: boolean }>();
  return color;
}

/** An option with one of `choices` as its value; completions offer them. */
export function choiceOption<Choice extends string>(
  flags: string,
  about: string,
  choices: readonly Choice[],
  defaultChoice?: Choice,
): Option {
  const option = optionAmong(flags, about, choices).default(defaultChoice);
  return option.argParser((word: string) => choose(option.name(), word, choices));
}

/** An option with several of `choices`, comma-separated or repeated; completions offer them. `all`: what "all" means. */
export function listOption<Choice extends string>(
  flags: string,
  about: string,
  choices: readonly Choice[],
  all?: readonly Choice[],
): Option {
  const option = optionAmong(flags, about, all ? [...choices, "all"] : choices);
  return option.argParser((list: string, before: readonly Choice[] = []) => {
    const words = list.split(",").map((word) => word.trim());
    if (all && words.includes("all")) return all;
    const added = words.map((word) => choose(option.name(), word, choices));
    return choices.filter((choice) => before.includes(choice) || added.includes(choice));
  });
}

/** Like `choiceOption`, for options with another `argParser`. */
export function optionAmong(flags: string, about: string, choices: readonly string[]): Option {
  const option = new Option(flags, about);
  option.argChoices = [...choices];
  return option;
}

/** The description without commander's list of choices, as our descriptions explain the choices. */
function describe({ description, defaultValue, required }: Option): string {
  return required && defaultValue !== undefined
    ? `${description} (default: ${JSON.stringify(defaultValue)})`
    : description;
}

/** -h prints no text after the options. */
function inBrief(description: string): string {
  return description
    .replace("; see below", "; see --help")
    .replace("the targets below", "the targets in --help");
}

/** Suggests "--" before a file name that begins with "-" and is like no option, and quotes around a prompt of several words. */
function dashDashHint(text: string, { registeredArguments: [operand] }: Command): string {
  if (operand?.name() === "prompt" && text.startsWith("error: too many arguments"))
    return "; quote a prompt that contains spaces";
  const isUnknown = text.startsWith("error: unknown option ") && !text.includes("Did you mean");
  return operand?.variadic && isUnknown ? `; write "--" before a ${operand.name()} that begins with "-"` : "";
}

/** Options of `skills lint` that change files, or say how. */
const fixing = ["dry-run", "fix", "unsafe-fixes"];

/** Suggests --format for options such as --json, which other programs support, and lint to who wants fixes. */
function formatFlagHint(text: string, command: Command): string {
  const [, word = ""] = /^error: unknown option '--([^']*)'\n/.exec(text) ?? [];
  if (command.name() === "skills validate" && fixing.includes(word))
    return `; validate changes nothing, use \`skills lint --${word}\``;
  const { options } = command;
  const formats = options.find(({ long }) => long === "--format")?.argChoices ?? [];
  return formats.includes(word) ? `; did you mean --format ${word}?` : "";
}

/** Lists the words that a missing operand can be. */
function choicesHint(text: string, { registeredArguments: [operand] }: Command): string {
  const choices = operand?.argChoices ?? [];
  return choices.length > 0 && text.startsWith("error: missing required argument ")
    ? `; use ${choices.join(", ")}`
    : "";
}

/**
 * Joins commander's message and its suggestion, which is on a separate line, to one sentence that is safe to print on
 * a terminal.
 */
function sentence(text: string): string {
  const [message = "", ...suggestion] = text.trim().split(/\n(?=\(Did you mean )/);
  const hint = suggestion.map((line) =>
    line.replace(/^\(Did you mean (?:one of )?(.*)\?\)$/, "; did you mean $1?"),
  );
  return clean(
    message
      .replace(/^error: /, "")
      .replace(/\. Expected (\d+) arguments? but got (\d+)\.$/, ": expected $1, got $2") + hint.join(""),
    200,
  );
}
