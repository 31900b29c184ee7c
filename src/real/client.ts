import type { Call, ModelRequest } from "./types.ts";

/** A skill as the model is shown it. */
export interface ListedSkill {
  /** By which the model calls the skill. */
  readonly name: string;
  /** With the client's escapes and cuts; absent if the name is shown alone. */
  readonly description?: string;
  /** Shown beside the name. */
  readonly title?: string;
  /** The path of SKILL.md, if it is shown. */
  readonly path?: string;
}

/** What a client answers to the call that activates a skill. */
export type Activation =
  | {
      readonly text: string;
      /** "body": without the frontmatter; "file": SKILL.md as the model reads it. */
      readonly part: "body" | "file";
      /** The directory of the skill, if the answer names it. */
      readonly base?: string;
    }
  | { readonly refusal: string };

/** What a tool that reads files returned, or its refusal. */
export type Reading = { readonly text: string } | { readonly refusal: string };

/** Directories of one start, all temporary. */
interface StartPlace {
  /** The address of the model, without a path of the API. */
  readonly url: string;
  readonly home: string;
  /** Shared by all starts of a run. */
  readonly cache: string;
}

/** How a client is started with the mock model. */
interface StartPlan {
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Files to write before: paths relative to the home directory → contents. */
  readonly files?: Readonly<Record<string, string>>;
}

/**
 * A client that can be started without a person: what to type, and how its requests to the model read. It contains no
 * rule of its own about which skills load.
 */
export interface RealClient {
  /** The id of its record. */
  readonly id: string;
  /** Position in lists, best known first; clients without one come last, by id. */
  readonly order?: number;
  /** The variant of its record, if there are several. */
  readonly variant?: string;
  /** Its program, as on the search path. */
  readonly program: string;
  /** Where a project has its skills. */
  readonly skills: string;
  /** Tools of which every request with the catalog offers one. */
  readonly tools: readonly string[];
  /** The model is shown no descriptions, of whatever skill. */
  readonly namesOnly?: true;
  /** What its tools need on the search path. */
  readonly needs?: readonly string[];
  start(place: StartPlace): StartPlan;
  /** The skills in a request, the client's own included. */
  list(request: ModelRequest): readonly ListedSkill[];
  /** How the model activates a skill. */
  activate(skill: ListedSkill, request: ModelRequest): Call;
  /** Reads the answer in the request that follows the call. */
  readActivation(request: ModelRequest): Activation;
  /** How the model reads a file. */
  open(path: string, request: ModelRequest): Call;
  readOpened(request: ModelRequest): Reading;
}
