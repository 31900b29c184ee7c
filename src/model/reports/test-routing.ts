import type { CatalogState } from "../client-catalog.ts";

/**
 * "held": recorded in the file, and it holds; "lost": recorded in the file, and it no longer holds; "new": it holds and is not
 * recorded yet; "missed": it does not hold and never did; "unknown": it is not known how the client reads the skill.
 */
export const routingOutcomes = ["lost", "unknown", "missed", "new", "held"] as const;

export type RoutingOutcome = (typeof routingOutcomes)[number];

/**
 * Why a prompt does not reach its skill: the client does not load it, hides it or does not list it; it would with
 * every description shown whole, of which the client shows a part or only the name; or the words of other descriptions
 * match better.
 */
export type RoutingCause = "not-loaded" | "hidden" | "unlisted" | "name-only" | "cut" | "words";

/** A skill of a catalog, compared with a prompt. */
export interface RankedPlace {
  /** The path of the skill. */
  readonly skill: string;
  readonly name: string;
  /** Whether it is the skill that the prompt must reach. */
  readonly meant: boolean;
  /** From 1; equal scores share a position. */
  readonly place: number;
  /** BM25, rounded to four decimals; it compares skills of one catalog and nothing else. */
  readonly score: number;
  /** The words that the prompt and what the client shows of the skill have in common, normalized. */
  readonly words: readonly string[];
  /** What the client shows of the description. */
  readonly state: CatalogState;
}

/** One prompt with the catalog of one client. */
export interface RoutingVerdict {
  /** As in the `held` of the file. */
  readonly client: string;
  readonly outcome: RoutingOutcome;
  /** Whether it holds if the client showed every description whole. */
  readonly holdsWhole: boolean;
  /** Null if it holds. */
  readonly cause: RoutingCause | null;
  /** Why the client does not load the skill, or that is not known; null otherwise. */
  readonly reason: string | null;
  /** The best three, and the skill that is meant. */
  readonly ranked: readonly RankedPlace[];
  /** The words of the prompt that only the part of the description has which the client does not show. */
  readonly lostWords: readonly string[];
}

export interface RoutedPrompt {
  readonly prompt: string;
  /** Its line in the file; null if only the file of the earlier commit has it. */
  readonly line: number | null;
  /** Null if the prompt only says which skills it must not reach. */
  readonly skill: string | null;
  readonly never: readonly string[];
  /** One for each client. */
  readonly verdicts: readonly RoutingVerdict[];
}

export interface RoutingClient {
  /** As in the `held` of the file. */
  readonly client: string;
  readonly title: string;
  readonly version: string;
  /** "unknown": it is not recorded how the client lists skills, so that all descriptions count as shown whole. */
  readonly catalog: "recorded" | "unknown";
  /** Number of skills by what the client shows of their descriptions. */
  readonly shown: Readonly<Record<CatalogState, number>>;
  /** Number of prompts by outcome. */
  readonly counts: Readonly<Record<RoutingOutcome, number>>;
  /** Number of prompts that hold if every description is shown whole. */
  readonly holdWhole: number;
}

/** The data of the report of `skills test --routing`. */
export interface TestRoutingData {
  /** The file with the prompts. */
  readonly routing: string;
  readonly clients: readonly RoutingClient[];
  readonly prompts: readonly RoutedPrompt[];
  readonly counts: Readonly<Record<RoutingOutcome, number>>;
  /** Entries of `held` for clients that were not asked. */
  readonly notAsked: number;
  /** Number of results that --write added to the file; null without it. */
  readonly written: number | null;
}
