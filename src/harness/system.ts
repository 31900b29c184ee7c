import type { Agent, AgentWorld, RootSpec, Settings, Speech, SystemId } from "../model/agent.ts";
import type { Format } from "../parse/format/format.ts";
import type { NameKind } from "../model/scenario.ts";

/** An agent program, described as data and functions, independently of the other systems. */
export interface System {
  readonly id: SystemId;
  readonly title: string;
  /** What it is, for a line of help. */
  readonly about: string;
  /** Position in lists; systems without one come last, by id. */
  readonly order?: number;
  /** Set if it is simulated where nothing else is chosen; one system is. */
  readonly byDefault?: true;
  /** The documents that describe the system. */
  readonly sources: readonly string[];
  /** The directories in which the system looks for skills; of skills with equal names, the first takes precedence. */
  roots(environment: Readonly<Record<string, string | undefined>>, settings: Settings): readonly RootSpec[];
  /** Maximum number of directories between a root and a skill; 0 means directly in the root. */
  readonly depth: number;
  /** The tools of a system whose requests offer none, because the model names them in its actions. */
  readonly actionTools?: readonly string[];
  /**
   * Reads an action that the model writes as text, and says what it names, or why it is no action; absent if the model
   * acts by calling tools.
   */
  readAction?(action: Readonly<Record<string, unknown>>): ActionNames | { readonly objection: string };
  /** The environment variables that it reads, each a list of directories. */
  readonly variables?: readonly string[];
  /** Set if the system ignores skill directories that are symlinks; absent if it follows them. */
  readonly skipsLinks?: true;
  /** The fields beyond the specification that it acts on, which no rule advises to move or to rename. */
  readonly actsOn?: readonly string[];
  /** All settings that it reads. */
  readonly settings: SettingTree;
  /** The file of its settings in a project, if it has one. */
  readonly settingsFile?: string;
  /**
   * Set if a setting `source` says which of several skills with the same name takes precedence, and its directories
   * cannot be limited to one source.
   */
  readonly hasSource?: true;
  /** Set if it records every run in a project that has its own directory of skills. */
  readonly recordsRuns?: true;
  /** What its documentation says about a skill, which `skills test` compares with what it does. */
  readonly expected: ExpectedBehavior;
  /** Reads only the frontmatter of the skills and starts the agent. */
  open(world: AgentWorld): Promise<Agent>;
  /** How the model expresses an action in this system, for models and tests that only know the action itself. */
  readonly speak: Speech;
}

/** What an action names. */
export type ActionNames = Readonly<Partial<Record<"skill" | "file" | "tool", readonly string[]>>>;

/** How one agent handles a skill's instructions, according to its documentation. */
export interface ExpectedBehavior {
  /** The body as the model receives it, for a skill at `path`. Leading and trailing whitespace is not compared. */
  deliver(body: string, path: string): string;
  /** Whether the message contains only the body, without other text. */
  readonly alone: boolean;
  /** The result of a second activation: a reference to the first, or the instructions again. */
  readonly again: "refers" | "repeats";
  /** Whether the agent replaces "{baseDir}". */
  readonly fillsBase?: true;
  /** The description as the agent announces it; absent if it announces what was written. */
  announce?(description: string): string;
  /** The fields of the frontmatter that the agent reads. */
  readonly reads: readonly string[];
  /** Whether the agent documents that it refuses paths out of a skill. Of the others, the harness refuses them. */
  readonly confines?: true;
  /** Settings with limits that are high enough for skills with many files. */
  readonly settings: Settings;
}

/** A setting of a system, as in its configuration file. */
interface Setting {
  readonly format: Format<unknown>;
  readonly about: string;
  /** The value that has the same effect as none; absent if no value has. */
  readonly default?: unknown;
  /** A value to show in place of a default. */
  readonly example?: unknown;
  /** What the words of the value name, each of which must be there. */
  readonly names?: NameKind;
  /** Words that name nothing and still have a meaning. */
  readonly alsoKnown?: readonly string[];
}

/** Settings by name; a section contains settings of its own. */
export interface SettingTree {
  readonly [name: string]: Setting | { readonly section: SettingTree };
}
