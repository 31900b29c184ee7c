import type { Argument, Command, Option } from "commander";
import { listRules } from "../../api/explain.ts";
import { listArchiveCodes } from "../../api/explain-archive.ts";
import { referenceCommands } from "../../api/skills-ref.ts";
import type { Io } from "../io.ts";
import { commandAbout } from "../skills-ref/skills-ref-help.ts";

/** What may stand in a place: these words (as a comma list), or `word=setting`, or what is on the disk, or something that nobody can guess. */
export type Values =
  | { readonly kind: "words" | "list"; readonly words: readonly string[] }
  | { readonly kind: "pairs"; readonly words: readonly string[]; readonly settings: readonly string[] }
  | { readonly kind: "files" | "directories" | "installed" | "none" };

export interface OptionOutline {
  readonly short?: string;
  readonly long: string;
  readonly about: string;
  /** Absent for a flag. */
  readonly values?: Values;
  /** The value may be left out. */
  readonly optional: boolean;
}

export interface CommandOutline {
  readonly name: string;
  readonly about: string;
  readonly options: readonly OptionOutline[];
  /** Of every operand: none of our commands takes words of two kinds. */
  readonly operands: Values;
}

/** All that completions know of a program. */
export interface ProgramOutline {
  /** The names that it can be typed by; the first is its own. */
  readonly names: readonly [string, ...string[]];
  readonly options: readonly OptionOutline[];
  readonly commands: readonly CommandOutline[];
}

/** A command of ours, as far as its outline needs it. */
export interface ListedCommand {
  readonly name: string;
  readonly about: string;
  readonly load: () => Promise<{ define(io: Io): Command }>;
}

const help: OptionOutline = { short: "-h", long: "--help", about: "show this help", optional: false };

/** Every program of the package, from what its commands parse by. */
export async function outlinePrograms(
  commands: readonly ListedCommand[],
  io: Io,
): Promise<readonly ProgramOutline[]> {
  return [await outlineSkills(commands, io), outlineReference()];
}

async function outlineSkills(commands: readonly ListedCommand[], io: Io): Promise<ProgramOutline> {
  const outlines = await Promise.all(
    commands.map(async ({ name, about, load }) => outlineCommand(name, about, (await load()).define(io))),
  );
  const words = outlines.map(({ name }) => name);
  const version: OptionOutline = {
    short: "-V",
    long: "--version",
    about: "which program this is, and its version",
    optional: false,
  };
  return {
    names: ["skills", "skillwright"],
    options: [version, help],
    commands: [
      ...outlines,
      {
        name: "help",
        about: "the options of a command, with examples",
        options: [],
        operands: { kind: "words", words },
      },
    ],
  };
}

function outlineReference(): ProgramOutline {
  const flag = (long: string): OptionOutline => ({
    long,
    about: long === "--strict" ? "print all that every target refuses" : help.about,
    optional: false,
  });
  const outlines = referenceCommands.map(
    ({ name, flags }): CommandOutline => ({
      name,
      about: commandAbout[name],
      options: flags.map(flag),
      operands: { kind: "files" },
    }),
  );
  return {
    names: ["skills-ref"],
    options: [
      { long: "--version", about: "the version of the reference that this answers as", optional: false },
      flag("--help"),
    ],
    commands: outlines,
  };
}

function outlineCommand(
  name: string,
  about: string,
  { options, registeredArguments: [operand] }: Command,
): CommandOutline {
  return {
    name,
    about,
    options: [...options.map(outlineOption), help],
    operands: operand
      ? valuesOf(operand, `${operand.name()}${operand.variadic ? "..." : ""}`)
      : { kind: "none" },
  };
}

function outlineOption(option: Option): OptionOutline {
  const { short, long, description, optional, required, flags } = option;
  if (long === undefined) throw new TypeError(`the option ${flags} has no long name`);
  const [, word = ""] = /[<[](.*)[>\]]$/.exec(flags) ?? [];
  // A "[" within "<…>" makes it both.
  return {
    long,
    about: description,
    optional: optional && !required,
    ...(short !== undefined && { short }),
    ...((required || optional) && { values: valuesOf(option, word) }),
  };
}

/** By the word that stands for it in the help. */
const kinds: Readonly<Record<string, Exclude<Values["kind"], "list" | "pairs" | "words">>> = {
  "DIR...": "directories",
  NEW: "files",
  "NAME...": "installed",
  OLD: "files",
  "PATH...": "files",
  "PATH|NAME...": "files",
  "[source:]path": "directories",
  archive: "files",
  dir: "directories",
  directory: "directories",
  file: "files",
  path: "directories",
};

function valuesOf({ argChoices: words }: Pick<Option | Argument, "argChoices">, word: string): Values {
  if (word === "RULE")
    return { kind: "words", words: [...listRules(), ...listArchiveCodes()].map(({ id }) => id) };
  if (!words) return { kind: kinds[word] ?? "none" };
  if (word === "id=severity")
    return { kind: "pairs", words: listRules().map(({ id }) => id), settings: words };
  return { kind: word === "list" ? "list" : "words", words };
}
