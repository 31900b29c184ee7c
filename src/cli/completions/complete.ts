import { readdirSync } from "node:fs";
import path from "node:path";
import { programs } from "../../generated/completions.ts";
import type { ExitCode, Io } from "../io.ts";
import type { CommandOutline, OptionOutline, ProgramOutline, Values } from "./outline.ts";

/** A word that the current word can become. */
interface Candidate {
  readonly word: string;
  readonly about?: string;
}

/**
 * The words to offer, and what the shell adds: a space after the word (`none`) or not (`nospace`), or names from the
 * disk, which the shell finds and quotes itself.
 */
interface Completion {
  readonly candidates: readonly Candidate[];
  readonly shell: "directories" | "files" | "none" | "nospace";
}

/**
 * `skills __complete -- PROGRAM WORD... CURRENT`, which the completion scripts call: prints each candidate and, after a
 * tab, its description on a line, and at last what the shell adds. No command is loaded.
 */
export function printCompletion(args: readonly string[], io: Io): ExitCode {
  const [name = "", ...words] = args.slice(args.indexOf("--") + 1);
  const { candidates, shell } = complete(path.basename(name), words, io);
  const lines = candidates.map(({ word, about }) => (about === undefined ? word : `${word}\t${about}`));
  io.stdout.write([...lines, `:${shell}`, ""].join("\n"));
  return 0;
}

function complete(name: string, words: readonly string[], io: Io): Completion {
  const program = programs.find(({ names }) => names.includes(name));
  const current = words.at(-1) ?? "";
  if (!program) return { candidates: [], shell: "files" };
  if (words.length <= 1)
    return offer(
      current.startsWith("-") ? describeOptions(program.options) : describeCommands(program),
      current,
    );
  const command = program.commands.find((each) => each.name === words[0]);
  return command
    ? completeWord(command, words.slice(1, -1), current, io)
    : { candidates: [], shell: "files" };
}

function completeWord(
  { options, operands }: CommandOutline,
  before: readonly string[],
  current: string,
  io: Io,
): Completion {
  if (before.includes("--")) return completeValue(operands, "", current, io);
  const attached = attachedValue(options, current);
  if (attached) return completeValue(attached.values, attached.start, current, io);
  const previous = named(options, before.at(-1) ?? "");
  if (previous?.values && !(previous.optional && current.startsWith("-")))
    return completeValue(
      previous.optional ? eitherOf(previous.values, operands) : previous.values,
      "",
      current,
      io,
    );
  if (current.startsWith("-")) return offer(describeOptions(options), current);
  return completeValue(operands, "", current, io);
}

/** The value in "--option=value" or "-ovalue", as the option's values and what precedes the value. */
function attachedValue(
  options: readonly OptionOutline[],
  current: string,
): { readonly start: string; readonly values: Values } | undefined {
  const [start = ""] = /^(?:--[^=]+=|-[^-](?=.))/.exec(current) ?? [];
  const values = named(options, start.replace(/=$/, ""))?.values;
  return values && { start, values };
}

function named(options: readonly OptionOutline[], word: string): OptionOutline | undefined {
  return options.find(({ short, long }) => word === long || word === short);
}

/** An optional value may be absent; then the word is an operand. */
function eitherOf(values: Values, operands: Values): Values {
  return "words" in values ? values : operands;
}

function completeValue(values: Values, start: string, current: string, io: Io): Completion {
  const typed = current.slice(start.length);
  const wordsAfter = (prefix: string, words: readonly string[], end = ""): readonly Candidate[] =>
    words.map((word) => ({ word: `${start}${prefix}${word}${end}` }));
  switch (values.kind) {
    case "words":
      return offer(wordsAfter("", values.words), current);
    case "list": {
      const before = typed.slice(0, typed.lastIndexOf(",") + 1);
      const others = values.words.filter((word) => !before.split(",").includes(word));
      return offer(wordsAfter(before, others), current);
    }
    case "pairs": {
      const [word = "", setting] = typed.split("=", 2);
      return setting === undefined
        ? { ...offer(wordsAfter("", values.words, "="), current), shell: "nospace" }
        : offer(wordsAfter(`${word}=`, values.settings), current);
    }
    case "installed":
      return offer(wordsAfter("", installedNames(io)), current);
    default:
      return { candidates: [], shell: values.kind };
  }
}

function offer(candidates: readonly Candidate[], current: string): Completion {
  return { candidates: candidates.filter(({ word }) => word.startsWith(current)), shell: "none" };
}

function describeCommands({ commands }: ProgramOutline): readonly Candidate[] {
  return commands.map(({ name, about }) => ({ word: name, about }));
}

function describeOptions(options: readonly OptionOutline[]): readonly Candidate[] {
  return options.flatMap(({ short, long, about }) =>
    [...(short === undefined ? [] : [short]), long].map((word) => ({ word, about })),
  );
}

/** The skills in the default directories, without names that are special in a shell. */
function installedNames({ cwd, env }: Io): readonly string[] {
  const home = env["HOME"] ?? env["USERPROFILE"];
  const roots = [cwd, ...(home === undefined ? [] : [home])];
  const names = roots.flatMap((root) => directoriesIn(path.join(root, ".agents/skills")));
  return Array.from(new Set(names.filter((name) => /^\w[\w.-]*$/.test(name))));
}

function directoriesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() || entry.isSymbolicLink() ? [entry.name] : [],
    );
  } catch {
    return [];
  }
}
