import type { Evidence } from "./evidence.ts";
import type { LoadEffect, LoadOutcomeId } from "./loader.ts";

/** What one version of a client makes of one skill. */
export interface ClientLoad {
  /** The client's id. */
  readonly client: string;
  readonly title: string;
  /** Where one name covers several products, such as "cli" and "editor". */
  readonly variant?: string | undefined;
  /** The exact version or commit that the record describes. */
  readonly version: string;
  /** The versions that the record covers, as a semver range; "*" if `version` is a commit. */
  readonly versions: string;
  /** Set if this version or a range with it was asked for. */
  readonly versionAsked?: true | undefined;
  readonly outcome: LoadOutcomeId;
  /** Whether the client prints nothing, although it does not load the skill as written. */
  readonly silent: boolean;
  /** As loaded; null if the skill is not loaded. */
  readonly name: string | null;
  /** As loaded; null if the skill is not loaded or has no description. */
  readonly description: string | null;
  /** The description as the catalog shows it to the model; null if the skill is not listed. */
  readonly listed: string | null;
  /** Whether the catalog does not list the skill, although it is loaded or a field asks for that. */
  readonly hidden: boolean;
  /** How the skill as loaded differs from the skill as written. */
  readonly effects: readonly LoadEffect[];
  /** The characters that are left of the description, if its end is lost. */
  readonly kept?: number | undefined;
  /** Why the skill is not loaded, or the answer is unknown; otherwise the client's warnings. */
  readonly reasons: readonly string[];
  /** The client's own message, if it does not load the skill and prints one. */
  readonly said?: string | undefined;
  /** The command that helps, if the client does not read the directory in which the skill is. */
  readonly help?: string | undefined;
  readonly evidence: Evidence;
}

/** Whether the client hides the skill or leaves it out as a field asks, and nothing else is lost. */
export function isHiddenAsAsked({ outcome, hidden }: Pick<ClientLoad, "outcome" | "hidden">): boolean {
  return hidden && outcome !== "differs";
}

export interface CompatRow extends ClientLoad {
  /** The path of the subject in the report. */
  readonly skill: string;
}
