import type { Place } from "../core/place.ts";
import type { ScriptLanguage } from "./script.ts";
import type { Unread } from "./source.ts";

/**
 * Facts, with positions, about what a skill contains, calls and mentions, according to its text. Excludes what a
 * program does that its text does not show, and what any of it is intended for.
 */
export interface Inventory {
  readonly executables: FactList<ExecutableFact>;
  /**
   * Commands that a client runs without the model requesting them: !`…` in Markdown, when the skill is loaded, the
   * hooks in the frontmatter, and the hooks and servers of a plugin.
   */
  readonly automaticCommands: FactList<Fact<"inline" | "hook" | "server">>;
  /** Interpreters and programs, by the name that calls use. The skill's own files are not included. */
  readonly programs: FactList<Fact<"script" | "text">>;
  readonly hosts: FactList<HostFact>;
  readonly variables: FactList<VariableFact>;
  /** Files and directories outside the skill. */
  readonly paths: FactList<Fact<UseKind>>;
  /** The entries of allowed-tools. */
  readonly tools: FactList<Fact<"allowed">>;
  /** Files with settings or instructions for agents, such as CLAUDE.md or .claude/settings.json. */
  readonly agentFiles: FactList<Fact<"held" | UseKind>>;
  readonly packages: FactList<PackageFact>;
  /** Files that were not inspected, and why. */
  readonly unread: readonly Unread[];
}

/** Sorted by kind, then by name in code units. */
export interface FactList<Listed = Fact> {
  readonly facts: readonly Listed[];
  /** Number of occurrences of names that are not listed because of the limit. */
  readonly omitted: number;
}

/** A name with all its occurrences in the skill. */
export interface Fact<Kind extends string = string> {
  readonly name: string;
  /** The strongest kind of any of its occurrences. */
  readonly kind: Kind;
  /** The first occurrence of that kind; SKILL.md precedes the other files. */
  readonly place: Place;
  readonly further: number;
}

/** "used": in a script, or in a command in the text; "mentioned": in prose, comments, samples and data. */
export type UseKind = "used" | "mentioned";

/**
 * "read" or "set": by a script or a command; "declared": in the frontmatter, a configuration file or an example
 * environment file; otherwise "mentioned".
 */
export type VariableKind = "read" | "set" | "declared" | "mentioned";

export interface VariableFact extends Fact<VariableKind> {
  /** Whether any occurrence declares the variable. */
  readonly declared: boolean;
}

/**
 * "contacted": its URL is in a script's code or in a command; "mentioned": only in prose, comments, samples and data.
 */
export interface HostFact extends Fact<"contacted" | "mentioned"> {
  /** Whether the host is an IP address. */
  readonly address: boolean;
}

/**
 * "installed": by a command; "declared": in a file or a script's header; "imported": by a script, under the module's
 * name; "mentioned": in the output of a script, or in prose about installing it.
 */
export type PackageKind = "installed" | "declared" | "imported" | "mentioned";

export interface PackageFact extends Fact<PackageKind> {
  /** The registry that provides the package, such as "npm" or "PyPI". */
  readonly registry: string;
}

/** A file that can be run, according to its mode, its first line or its extension. */
export interface ExecutableFact {
  readonly path: string;
  /** Absent if the file is not text. */
  readonly language?: ScriptLanguage;
  /** The interpreter in the file's first line. */
  readonly interpreter?: string;
  /** Whether the file's mode has the executable bit. */
  readonly mode: boolean;
}
