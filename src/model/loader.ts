import type { CatalogRules } from "./client-catalog.ts";
import type { RootRules } from "./client-roots.ts";
import type { Evidence } from "./evidence.ts";

/** One SKILL.md, as a client finds it: bytes and the name of its directory, never a path to open. */
export interface LoadInput {
  /** The name of the skill's directory. */
  readonly directory: string;
  /** The bytes of SKILL.md. */
  readonly bytes: Uint8Array;
  /** What the user calls the skill with, as typed after its name, perhaps ""; absent if the model chooses the skill. */
  readonly args?: string;
  /** Of the files in `sidecars` of the client's record those that exist, by path; "unread" if one may not be read. */
  readonly sidecars?: ReadonlyMap<string, Uint8Array | "unread">;
}

/** The client does not load the skill. */
interface NotLoaded {
  readonly loads: false;
  /** Why, in our words: a problem as in a finding, such as `description is missing`. */
  readonly reason: string;
  /** The client's own message; absent if it prints none, so that the skill is silently missing. */
  readonly said?: string;
}

/** The skill as a client loads it. */
export interface LoadedSkill {
  readonly loads: true;
  /** The name by which the model or the user calls the skill. */
  readonly name: string;
  /** As loaded; absent if the client has no description. */
  readonly description?: string;
  /**
   * The description as the model is shown it if the catalog has room: cut and escaped as the client does it. Absent
   * if it is shown as loaded.
   */
  readonly listed?: string;
  /** The name as the catalog shows it, if that is not the name by which the skill is called. */
  readonly listedName?: string;
  /** The body as the client delivers it; absent if the model opens SKILL.md itself. */
  readonly body?: string;
  /** The catalog that the model reads does not list the skill; the user can still call it. */
  readonly hidden?: true;
  /** The frontmatter was not read as YAML, or not at all. */
  readonly fallback?: true;
  /** Fields of the frontmatter other than name and description are lost. */
  readonly metadataLost?: true;
  /** The client's own messages about a skill that it loads. */
  readonly warnings?: readonly string[];
}

/** The record makes no prediction, for example because the text exceeds a limit. */
interface UnknownLoad {
  readonly loads: "unknown";
  readonly reason: string;
}

export type LoadResult = LoadedSkill | NotLoaded | UnknownLoad;

/** A SKILL.md that is a symlink; without bytes if it leads out of the skill, where it is not read. */
interface LinkedInput extends Partial<LoadInput> {
  readonly isLink: true;
}

/** SKILL.md as clients find it, or what they make of a skill of which it could not be read. */
export type ReadInput = LoadInput | LinkedInput | NotLoaded | UnknownLoad;

/** Predicts what a client does with a SKILL.md. Never throws; its work is linear in the input. */
type Loader = (input: LoadInput) => LoadResult;

/**
 * What becomes of the arguments with which a user calls a skill: "in-body" if `load` delivers them with the body,
 * "beside" if the model is given them ahead of an unchanged body, "none" if a skill cannot be called with any.
 */
export type ArgumentUse = "in-body" | "beside" | "none";

/** One recorded version of a client. */
export interface ClientVersion {
  /** If one name covers several products, which one, such as "cli" and "editor". */
  readonly variant?: string;
  /** The exact version or commit that the evidence is for. */
  readonly version: string;
  /**
   * The versions that this record covers, as a semver range: the newest of a client also for later ones, until
   * they are recorded; an older one for no more than its evidence covers. "*" if the version is a commit.
   */
  readonly versions: string;
  readonly evidence: Evidence;
  /** Packages, owner/repo path@commit, or URLs. */
  readonly sources: readonly string[];
  /** The day of the evidence, as YYYY-MM-DD. */
  readonly checked: string;
  /** Absent if it is not known how the client reads a SKILL.md. */
  readonly load?: Loader;
  /** Absent if it is not recorded what becomes of the arguments of a call. */
  readonly takesArguments?: ArgumentUse;
  /** The files of a skill besides SKILL.md that the client reads when it lists or loads the skill. */
  readonly sidecars?: readonly string[];
  /** Absent if it is not known where the client looks for skills. */
  readonly roots?: RootRules;
  /** Absent if it is not known how the client lists its skills. */
  readonly catalog?: CatalogRules;
}

/** An agent client, or an installer that reads skills like one. */
export interface Client {
  readonly id: string;
  readonly title: string;
  /** "common": reported without being asked for. */
  readonly reach: "common" | "niche";
  /** Position in lists, best known first; clients without one come last, by id. */
  readonly order?: number;
  /** How the client starts a program after its tools have written files; absent if it cannot, or that is not known. */
  readonly hook?: ClientHook;
  /** Newest first for each variant. */
  readonly versions: readonly ClientVersion[];
}

/** Where a client's settings name programs to start after a tool call. */
export interface ClientHook {
  /** Relative to the project's directory. */
  readonly file: string;
  /** The key below "hooks". */
  readonly event: string;
  /** The pattern of the tools that write files. */
  readonly tools: string;
  /** The environment variable with the project's directory; absent if there is none. */
  readonly project?: string;
  /** What the user has to do once; absent if nothing. */
  readonly once?: string;
  readonly source: string;
}

/** How a skill as loaded differs from the skill as written. */
export type LoadEffect =
  /** The description differs. */
  | "desc"
  /** The name differs. */
  | "name"
  /** The body is lost. */
  | "body"
  /** Text of the frontmatter is part of the body. */
  | "leak"
  /** There is no description. */
  | "nodesc"
  /** Fields other than name and description are lost. */
  | "nometa"
  /** The frontmatter was read by a fallback. */
  | "fallback"
  /** The catalog does not list the skill; with no effect but "warn" beside it, because a field asks for that. */
  | "hidden"
  /** The client warns. */
  | "warn";

/** "unknown" if it is not known how the client reads the skill. */
export type LoadOutcomeId = "as-written" | "differs" | "not-loaded" | "unknown";

/** A skill as its author wrote it, however a client reads it. */
export interface WrittenSkill {
  /** Absent if the frontmatter has no name. */
  readonly name?: string;
  readonly description?: string;
  /** Everything after the frontmatter. */
  readonly body: string;
  /** Whether the frontmatter has fields other than name and description. */
  readonly hasMetadata: boolean;
}

/** What one client makes of one skill, compared with the skill as written. */
export interface LoadOutcome {
  readonly outcome: LoadOutcomeId;
  /** In the order of the type. */
  readonly effects: readonly LoadEffect[];
  /** The characters that are left of the description, if its end is lost. */
  readonly kept?: number;
}
