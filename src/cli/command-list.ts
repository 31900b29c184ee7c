import type { Command } from "commander";
import type { Io } from "./io.ts";
import type { Main } from "./run-process.ts";

interface CommandModule {
  /** Its operands, options and help, with nothing parsed: what completions and tests look at. */
  define(io: Io): Command;
  readonly run: Main;
}

export interface CommandEntry {
  readonly name: string;
  /** As they stand behind its name in the help. */
  readonly operands: string;
  /** One line, for the program's help and for completions. */
  readonly about: string;
  /** Each command is a file that is loaded when it is asked for. */
  readonly load: () => Promise<CommandModule>;
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly CommandEntry[];
}

/** In the order in which an author needs them. */
export const commandGroups: readonly CommandGroup[] = [
  {
    title: "Check",
    commands: [
      {
        name: "check",
        operands: "[PATH...]",
        about: "all of it on one page, and what to type next",
        load: () => import("./commands/check.ts"),
      },
      {
        name: "validate",
        operands: "[PATH...]",
        about: "what the specification and clients refuse or ask for",
        load: () => import("./commands/validate.ts"),
      },
      {
        name: "lint",
        operands: "[PATH...]",
        about: "the same with advice, and --fix",
        load: () => import("./commands/lint.ts"),
      },
      {
        name: "test",
        operands: "[PATH...]",
        about: "what agents announce, load and refuse, played",
        load: () => import("./commands/test.ts"),
      },
    ],
  },
  {
    title: "Author",
    commands: [
      {
        name: "init",
        operands: "[NAME]",
        about: "make a new skill, and what a project of skills needs",
        load: () => import("./commands/init.ts"),
      },
      {
        name: "rename",
        operands: "OLD NEW",
        about: "a skill's directory, name and references together",
        load: () => import("./commands/rename.ts"),
      },
      {
        name: "run",
        operands: "PROMPT",
        about: "one session of an agent with the skills it finds",
        load: () => import("./commands/run.ts"),
      },
    ],
  },
  {
    title: "Pack and verify",
    commands: [
      {
        name: "pack",
        operands: "[DIR...]",
        about: "the one archive that the same files always give",
        load: () => import("./commands/pack.ts"),
      },
      {
        name: "verify",
        operands: "PATH...",
        about: "archives and locks, against what they should hold",
        load: () => import("./commands/verify.ts"),
      },
      {
        name: "digest",
        operands: "[PATH...]",
        about: "what a skill's content and archive are known by",
        load: () => import("./commands/digest.ts"),
      },
    ],
  },
  {
    title: "Install",
    commands: [
      {
        name: "install",
        operands: "PATH...",
        about: "put skills where an agent finds them, all or none",
        load: () => import("./commands/install.ts"),
      },
      {
        name: "uninstall",
        operands: "NAME...",
        about: "take installed skills away again",
        load: () => import("./commands/uninstall.ts"),
      },
      {
        name: "list",
        operands: "",
        about: "which skills an agent finds, and which it does not",
        load: () => import("./commands/list.ts"),
      },
    ],
  },
  {
    title: "Understand",
    commands: [
      {
        name: "explain",
        operands: "[RULE]",
        about: "what a rule reports, why, and what to do about it",
        load: () => import("./commands/explain.ts"),
      },
      {
        name: "inspect",
        operands: "[PATH...]",
        about: "what a skill holds, costs, calls and touches",
        load: () => import("./commands/inspect.ts"),
      },
      {
        name: "graph",
        operands: "[PATH...]",
        about: "which file leads to which, and what leads nowhere",
        load: () => import("./commands/graph.ts"),
      },
      {
        name: "diff",
        operands: "OLD NEW",
        about: "what an update of a skill would bring",
        load: () => import("./commands/diff.ts"),
      },
      {
        name: "completions",
        operands: "SHELL",
        about: "a script by which your shell completes these commands",
        load: async () => (await import("./commands/completions.ts")).completionsOf(commands),
      },
    ],
  },
];

export const commands: readonly CommandEntry[] = commandGroups.flatMap((group) => group.commands);
