import type { Answer, Conversation, Finished, Started } from "../src/real/types.ts";

export type {
  Answer,
  Call,
  Conversation,
  Finished,
  ModelRequest as Request,
  Started,
} from "../src/real/types.ts";

/** A file of fixtures/live/cases.json: the directory of the skill and its SKILL.md. */
export type CaseFile = { readonly dir: string; readonly text?: string; readonly base64?: string };

/** A case on disk: one skill, in a project of its own. */
export interface Play {
  readonly case: string;
  readonly dir: string;
  readonly text: string;
  readonly project: string;
  readonly home: string;
  /** One of the cases that slow clients play. */
  readonly isCore?: boolean;
}

export interface Outcome {
  readonly outcome: "loads" | "not-loaded";
  /** What the model calls the skill by. */
  readonly name?: string;
  /** As the client lists it or shows it to the model. */
  readonly description?: string;
  /** As the client's skill tool or loader delivers it. */
  readonly body?: string;
  /** Shown beside the name that the model calls it by. */
  readonly shown?: string;
  /** Loaded, but not shown to the model. */
  readonly hidden?: true;
  /** The client's own message. */
  readonly said?: string;
}

export interface Stage {
  /** A path below the installed packages. */
  installed(path: string): string;
  /** The Node that runs the client. */
  readonly node: string;
  /** Runs a program with a new environment and a time limit. */
  run(command: readonly string[], started: Started): Promise<Finished>;
  /** A model on loopback; its URL has no path of the API. */
  converse(answer: Answer): Conversation;
  /** Calls a function for each case, some at a time. */
  each(plays: readonly Play[], one: (play: Play) => Promise<Outcome>): Promise<Map<string, Outcome>>;
  /** Counts an answer that `each` does not count. */
  answered(): void;
}

/** A skill of a set. */
export interface SetSkill {
  readonly name: string;
  readonly description: string;
}

export interface Driver {
  readonly id: string;
  /** The npm packages, each with its exact version; the first one names the client's version. */
  readonly packages: Readonly<Record<string, string>>;
  /** The npm package of each release, if `packages` has only its program; both have the same versions. */
  readonly releases?: string;
  /** How the client was asked. */
  readonly how: string;
  /** Where a project has its skills. */
  readonly skills: string;
  /** Seconds for each case: without --all, it plays only the core of the cases. */
  readonly slow?: true;
  /** How many cases run at a time. */
  readonly parallel?: number;
  /** A loader of the packages, called in a process of its own for all cases. */
  readonly library?: (installed: (path: string) => string) => Promise<(play: Play) => Promise<Outcome>>;
  /** Plays cases with the client's commands. */
  readonly play?: (stage: Stage, plays: readonly Play[]) => Promise<Map<string, Outcome>>;
  /** The text in which the client shows its skills to the model. */
  readonly catalog?: (stage: Stage, play: Play) => Promise<string>;
}
