import type { Place } from "../core/place.ts";
import type { ScriptLanguage } from "./script.ts";
import type { Unread } from "./source.ts";

/**
 * What a skill contains, calls and names according to its text: facts with their positions. What a program does without
 * showing it, and what anything is meant for, is no part of it.
 */
export interface Inventory {
  readonly executables: FactList<ExecutableFact>;
  /** Commands that a client runs without the model's asking: !`…` in Markdown while it loads the skill, and hooks of the frontmatter. */
  readonly automaticCommands: FactList<Fact<"inline" | "hook">>;
  /** Interpreters and programs, by the name they are called by; the skill's own files are none. */
  readonly programs: FactList<Fact<"script" | "text">>;
  readonly hosts: FactList<HostFact>;
  readonly variables: FactList<VariableFact>;
  /** Files and directories outside the skill. */
  readonly paths: FactList<Fact<UseKind>>;
  /** What allowed-tools lists. */
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
  /** Number of occurrences of names that are not listed. */
  readonly omitted: number;
}

/** One name with all its occurrences in the skill. */
export interface Fact<Kind extends string = string> {
  readonly name: string;
  /** The strongest kind among its occurrences. */
  readonly kind: Kind;
  /** The first occurrence of that kind: SKILL.md comes before the other files. */
  readonly place: Place;
  readonly further: number;
}

/** "used" in a script or in a command of the text; "mentioned" in prose, comments, samples and data. */
export type UseKind = "used" | "mentioned";

/** "read" by a script or a command, "set" by one, "declared" in frontmatter, in a configuration or in an example of an environment file, or "mentioned". */
export type VariableKind = "read" | "set" | "declared" | "mentioned";

export interface VariableFact extends Fact<VariableKind> {
  /** At least one occurrence declares it. */
  readonly declared: boolean;
}

/** "contacted": its address is in a script's code or in a command; "mentioned": in prose, comments, samples and data only. */
export interface HostFact extends Fact<"contacted" | "mentioned"> {
  /** It is an IP address. */
  readonly address: boolean;
}

/**
 * "installed" by a command; "declared" in a file or a script's header; "imported" by a script, under the name of its module; "mentioned"
 * in what a script prints or prose says of installing it.
 */
export type PackageKind = "installed" | "declared" | "imported" | "mentioned";

export interface PackageFact extends Fact<PackageKind> {
  /** Where it comes from, such as "npm" or "PyPI". */
  readonly registry: string;
}

/** A file that can be run: by its mode, its first line or its extension. */
export interface ExecutableFact {
  readonly path: string;
  /** Absent where it is no text. */
  readonly language?: ScriptLanguage;
  /** Of its first line. */
  readonly interpreter?: string;
  /** Its mode says that it can be run. */
  readonly mode: boolean;
}
