import type { Evidence } from "../evidence.ts";
import type { LoadEffect } from "../loader.ts";
import type { StartedClient } from "./test-real.ts";

/** The data of the report of `skills doctor`. */
export interface DoctorData {
  /** In the order of the registry, or as asked for. */
  readonly clients: readonly DoctorClient[];
}

/** What one client makes of the skills on this machine. */
export interface DoctorClient {
  /** The client's id. */
  readonly client: string;
  readonly title: string;
  /** Where one name covers several products, such as "cli" and "editor". */
  readonly variant?: string;
  /** The exact version or commit that the record describes. */
  readonly version: string;
  /** How it is known which directories the client reads; absent if it is not known. */
  readonly evidence?: Evidence;
  /** The directories that the client reads for the project and the user. */
  readonly roots: readonly DoctorRoot[];
  /** What else decides whether skills load, such as a setting. */
  readonly notes: readonly string[];
  /** Worst first, then by path. */
  readonly skills: readonly DoctorSkill[];
  /** With --prove: what the installed client announces; absent if it is not installed and was not named. */
  readonly proof?: DoctorProof;
}

/** The predictions for a client, compared with what it announced on a copy of its directories. */
export interface DoctorProof {
  /** Absent if it was not started. */
  readonly started?: StartedClient;
  /** Why nothing was compared; absent if something was. */
  readonly problem?: string;
  /** Number of skills that the client announced besides its own. */
  readonly announced: number;
  /** Number of predictions that were compared. */
  readonly compared: number;
  /** Sentences about predictions that are wrong. */
  readonly disagreements: readonly string[];
}

export interface DoctorRoot {
  /** As shown to the user. */
  readonly path: string;
  readonly scope: "project" | "user";
  /** Whether the directory exists. */
  readonly present: boolean;
}

/** States of a skill, worst first. */
export const doctorStates = [
  "not-loaded",
  "broken",
  "misplaced",
  "unspecified",
  "shadowed",
  "hidden",
  "cut",
  "differs",
  "unknown",
  "part-of-skill",
  "same-file",
  "loads",
] as const;

/**
 * "not-loaded": the client refuses it; "broken": the file cannot be read; "misplaced": the client does not look there;
 * "unspecified": only one of several skills of the name loads, and which one is unspecified; "shadowed": another skill of the name loads
 * instead; "hidden": the catalog does not list it, as a field asks; "cut":
 * the catalog shows less than its description, or leaves it out for want of room; "differs": it loads differently than
 * written; "unknown": it is not recorded whether it loads; "part-of-skill": a SKILL.md inside another skill that is no
 * skill; "same-file": another path to a skill of this client.
 */
export type DoctorState = (typeof doctorStates)[number];

export interface DoctorSkill {
  /** As the client calls it; the name of the directory if the client does not load it. */
  readonly name: string;
  /** As loaded, if the skill loads differently. */
  readonly description?: string;
  /** What the catalog shows of the description, if it is cut; absent if nothing. */
  readonly shown?: string;
  /** Path of SKILL.md, or of the file that was probably meant to be one. */
  readonly path: string;
  readonly state: DoctorState;
  /** Why the skill is in this state; absent if it loads as written. */
  readonly reason?: string;
  /** The client's own message, if it does not load the skill and prints one. */
  readonly said?: string;
  /** The paths of the other skills of the name that load or may load instead. */
  readonly others?: readonly string[];
  /** How the skill as loaded differs from the skill as written. */
  readonly effects?: readonly LoadEffect[];
  /** The characters that are left of the description, if its end is lost. */
  readonly kept?: number;
  /** A command that helps. */
  readonly help?: string;
  /** Whether what this file contains does not reach the user of the client, so that the run fails. */
  readonly fails: boolean;
}
