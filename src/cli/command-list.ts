import type { Command } from "commander";
import type { Io } from "./io.ts";
import type { Main } from "./run-process.ts";

interface CommandModule {
  /** Defines the command's operands, options and help without parsing arguments; completions and tests use it. */
  define(io: Io): Command;
  readonly run: Main;
}

export interface CommandEntry {
  readonly name: string;
  /** As the help shows the operands after the name. */
  readonly operands: string;
  /** A summary on one line, for the program's help and for completions. */
  readonly about: string;
  /** Loads the command's module on demand. */
  readonly load: () => Promise<CommandModule>;
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly CommandEntry[];
}

/** In the order in which an author of a skill needs them. */
export const commandGroups: readonly CommandGroup[] = [
  {
    title: "Check",
    commands: [
      {
        name: "check",
        operands: "[PATH...]",
        about: "run every check and suggest the next command",
        load: () => import("./commands/check.ts"),
      },
      {
        name: "validate",
        operands: "[PATH...]",
        about: "check skills against the specification and clients",
        load: () => import("./commands/validate.ts"),
      },
      {
        name: "lint",
        operands: "[PATH...]",
        about: "check best practices too; apply fixes with --fix",
        load: () => import("./commands/lint.ts"),
      },
      {
        name: "merge-reports",
        operands: "PATH...",
        about: "merge the reports of the parts of a run",
        load: () => import("./commands/merge-reports.ts"),
      },
      {
        name: "compat",
        operands: "[PATH...]",
        about: "show which agent clients load a skill, and how",
        load: () => import("./commands/compat.ts"),
      },
      {
        name: "preview",
        operands: "[PATH...]",
        about: "show the catalog and bodies that a client's model gets",
        load: () => import("./commands/preview.ts"),
      },
      {
        name: "clients",
        operands: "",
        about: "list the recorded agent clients and their versions",
        load: () => import("./commands/clients.ts"),
      },
      {
        name: "test",
        operands: "[PATH...]",
        about: "simulate agents loading the skill",
        load: () => import("./commands/test.ts"),
      },
      {
        name: "doctor",
        operands: "[NAME...]",
        about: "explain which skills here each client loads",
        load: () => import("./commands/doctor.ts"),
      },
    ],
  },
  {
    title: "Author",
    commands: [
      {
        name: "init",
        operands: "[NAME]",
        about: "create a skill, and optionally its evals, config and CI",
        load: () => import("./commands/init.ts"),
      },
      {
        name: "rename",
        operands: "OLD NEW",
        about: "rename a skill and update the references to it",
        load: () => import("./commands/rename.ts"),
      },
      {
        name: "plugin",
        operands: "sync [DIR]",
        about: "keep the manifests of a plugin in step",
        load: () => import("./commands/plugin.ts"),
      },
      {
        name: "run",
        operands: "PROMPT",
        about: "simulate an agent session with the skills it finds",
        load: () => import("./commands/run.ts"),
      },
      {
        name: "hook",
        operands: "",
        about: "check the skill that a coding agent has just edited",
        load: () => import("./commands/hook.ts"),
      },
      {
        name: "mcp",
        operands: "",
        about: "serve checks to coding agents over MCP",
        load: () => import("./commands/mcp.ts"),
      },
      {
        name: "lsp",
        operands: "",
        about: "start the language server for an editor",
        load: () => import("./commands/lsp.ts"),
      },
    ],
  },
  {
    title: "Pack and verify",
    commands: [
      {
        name: "pack",
        operands: "[DIR...]",
        about: "build a reproducible archive",
        load: () => import("./commands/pack.ts"),
      },
      {
        name: "verify",
        operands: "PATH...",
        about: "verify archives, manifests and locks",
        load: () => import("./commands/verify.ts"),
      },
      {
        name: "digest",
        operands: "[PATH...]",
        about: "print content and archive digests",
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
        about: "install skills where agents find them",
        load: () => import("./commands/install.ts"),
      },
      {
        name: "uninstall",
        operands: "NAME...",
        about: "remove installed skills",
        load: () => import("./commands/uninstall.ts"),
      },
      {
        name: "list",
        operands: "",
        about: "list the skills that agents find",
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
        about: "show what a rule reports, why, and how to fix it",
        load: () => import("./commands/explain.ts"),
      },
      {
        name: "rules",
        operands: "[ACTION]",
        about: "list all rules and what is on; test rules of your own",
        load: () => import("./commands/rules.ts"),
      },
      {
        name: "inspect",
        operands: "[PATH...]",
        about: "show a skill's fields, tokens, programs and hosts",
        load: () => import("./commands/inspect.ts"),
      },
      {
        name: "graph",
        operands: "[PATH...]",
        about: "show how files refer to each other, and broken links",
        load: () => import("./commands/graph.ts"),
      },
      {
        name: "diff",
        operands: "OLD NEW",
        about: "compare two versions of a skill",
        load: () => import("./commands/diff.ts"),
      },
      {
        name: "completions",
        operands: "SHELL",
        about: "print a shell completion script",
        load: () => import("./commands/completions.ts"),
      },
    ],
  },
];

export const commands: readonly CommandEntry[] = commandGroups.flatMap((group) => group.commands);
