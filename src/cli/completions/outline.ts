import type { Argument, Command, Option } from "commander";
import { listRules } from "../../api/explain.ts";
import { listArchiveCodes } from "../../api/explain-archive.ts";
import { referenceCommands } from "../../api/skills-ref.ts";
import { commands } from "../command-list.ts";
import type { Io } from "../io.ts";
import { commandAbout } from "../skills-ref/skills-ref-help.ts";

/**
 * The possible values of an operand or option: these words (`list`: comma-separated), `word=setting`, something on
 * the disk, or free text (`none`).
 */
export type Values =
  | { readonly kind: "words" | "list"; readonly words: readonly string[] }
  | { readonly kind: "pairs"; readonly words: readonly string[]; readonly settings: readonly string[] }
  | { readonly kind: "files" | "directories" | "installed" | "none" };

export interface OptionOutline {
  readonly short?: string;
  readonly long: string;
  readonly about: string;
  /** Absent for an option without a value. */
  readonly values?: Values;
  /** Whether the value may be omitted. */
  readonly optional: boolean;
}

export interface CommandOutline {
  readonly name: string;
  readonly about: string;
  readonly options: readonly OptionOutline[];
  /** The values of all operands: no command has operands of different kinds. */
  readonly operands: Values;
}

/** The parts of a program that its completions need. */
export interface ProgramOutline {
  /** The names of its executables, the main one first. */
  readonly names: readonly [string, ...string[]];
  readonly options: readonly OptionOutline[];
  readonly commands: readonly CommandOutline[];
}

/** Commands are only defined, not run. */
const noIo: Io = {
  cwd: "",
  env: {},
  stdout: { isTTY: false, write() {} },
  stderr: { isTTY: false, write() {} },
  readStdin: () => new Uint8Array(),
};

const help: OptionOutline = { short: "-h", long: "--help", about: "show the options", optional: false };

/** Every program of the package, from the definitions of its commands; the build keeps the result. */
export async function outlinePrograms(): Promise<readonly ProgramOutline[]> {
  return [await outlineSkills(), outlineReference()];
}

async function outlineSkills(): Promise<ProgramOutline> {
  const outlines = await Promise.all(
    commands.map(async ({ name, about, load }) => outlineCommand(name, about, (await load()).define(noIo))),
  );
  const words = outlines.map(({ name }) => name);
  const version: OptionOutline = {
    short: "-V",
    long: "--version",
    about: "print the program's name and version",
    optional: false,
  };
  return {
    names: ["skills", "skillwright"],
    options: [version, help],
    commands: [
      ...outlines,
      {
        name: "help",
        about: "show the options of a command, with examples",
        options: [],
        operands: { kind: "words", words },
      },
    ],
  };
}

function outlineReference(): ProgramOutline {
  const flag = (long: string): OptionOutline => ({
    long,
    about: long === "--strict" ? "print every refusal of every target" : help.about,
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
      { long: "--version", about: "print the version of the reference that this matches", optional: false },
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
    options: [...options.filter(({ hidden }) => !hidden).map(outlineOption), help],
    operands: operand
      ? valuesOf(operand, `${operand.name()}${operand.variadic ? "..." : ""}`)
      : { kind: "none" },
  };
}

function outlineOption(option: Option): OptionOutline {
  const { short, long, description, optional, required, flags } = option;
  if (long === undefined) throw new TypeError(`the option ${flags} has no long name`);
  const [, word = ""] = /[<[](.*)[>\]]$/.exec(flags) ?? [];
  // Commander reports a value such as "<[source:]path>" as both optional and required.
  return {
    long,
    about: description,
    optional: optional && !required,
    ...(short !== undefined && { short }),
    ...((required || optional) && { values: valuesOf(option, word) }),
  };
}

/** By the placeholder in the help, such as PATH. */
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
  if (word === "RULE|FILE" || word === "rule")
    return { kind: "words", words: [...listRules(), ...listArchiveCodes()].map(({ id }) => id) };
  if (!words) return { kind: kinds[word] ?? "none" };
  if (word === "id=severity")
    return { kind: "pairs", words: listRules().map(({ id }) => id), settings: words };
  return { kind: word === "list" ? "list" : "words", words };
}
