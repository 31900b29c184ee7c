import type { Position } from "../core/place.ts";
import type { Inventory } from "./inventory.ts";
import type { AllowList } from "./own-rule.ts";

// What skills may do, as plain data: it is part of the question about a skill.

/** A list of the inventory, under the name that reports and `skills diff` use. */
export type CapabilityList = keyof Inventory;

/** What of a skill's inventory is allowed. */
export type CapabilityPolicy = Readonly<Partial<Record<CapabilityList, AllowList>>> & {
  /** Lists of the inventory: any entry of one that is denied, or not allowed, is denied. */
  readonly capabilities?: {
    readonly allow?: readonly CapabilityList[];
    readonly deny?: readonly CapabilityList[];
  };
};

export interface Policy extends CapabilityPolicy {
  /** Names of archives and directories that may be installed, or digests; only `skills install` knows them. */
  readonly sources?: AllowList;
  /** Values of the field `license`, without regard to case. */
  readonly licenses?: AllowList;
  /** The clients that must load the skill, as in a config. */
  readonly clients?: readonly string[];
  /** Whether what is only mentioned, in prose or a sample, counts too. */
  readonly mentioned?: boolean;
  /** What a new version may have that the earlier one has not. */
  readonly gains?: CapabilityPolicy;
}

/** What a policy does not allow in one skill or plugin. */
export interface Denial {
  /** The key of the policy, such as "hosts" or "gains.hosts". */
  readonly rule: string;
  /** What is denied, unescaped, such as the name of a host; empty if something is missing. */
  readonly what: string;
  /** A sentence for people, escaped. */
  readonly message: string;
  readonly where: DeniedPlace;
}

/** Where it is. */
export interface DeniedPlace {
  /** Relative to the skill or the plugin. */
  readonly file: string;
  readonly start?: Position;
  readonly end?: Position;
}

/** The verdict of a policy on the skills of a run. Can be serialized as JSON. */
export interface PolicyVerdict {
  /** The policy's own name, or the path of its file. */
  readonly name: string;
  /** The file, relative to the working directory, with "/". */
  readonly path: string;
  /** "sha256:" and the hexadecimal digest of the file's bytes. */
  readonly digest: string;
  /** The commit that the policy was read from, instead of the disk: that before the change. */
  readonly commit?: string;
  /** Whether every skill and plugin was judged, and nothing in them is denied. */
  readonly passed: boolean;
  /** Number of judged skills. */
  readonly skills: number;
  /** Number of judged plugins and marketplaces: what they do besides their skills. */
  readonly plugins: number;
  /** Paths of skills and plugins that could not be judged, such as refused archives. */
  readonly unjudged: readonly string[];
  /** Keys of the policy that were not judged, and why. */
  readonly notJudged: readonly { readonly rule: string; readonly reason: string }[];
  readonly denials: readonly (Denial & {
    /** The path of the skill. */
    readonly skill?: string;
    /** The path of the plugin, if it is none of its skills. */
    readonly plugin?: string;
  })[];
}
