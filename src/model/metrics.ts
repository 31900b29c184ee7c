import type { Choice } from "./scenario.ts";
import type { Tier } from "./trace.ts";

/** What is between 0 and 1; absent where it would be nothing out of nothing. */
export interface Rates {
  /** Of the times that a skill was chosen, how often it was meant. */
  readonly precision?: number;
  /** Of the times that it was meant, how often it was chosen. */
  readonly recall?: number;
  /** The harmonic mean of the two. */
  readonly f1?: number;
}

export interface SkillSelection extends Rates {
  readonly skill: string;
  readonly meantAndChosen: number;
  readonly chosen: number;
  readonly meant: number;
}

/** How often what was meant for one led to another; of none where no name is given. */
export interface ConfusionCell extends Choice {
  readonly times: number;
}

export interface Selection {
  readonly choices: number;
  /** Over all choices together. */
  readonly overall: Rates;
  /** By name, in code units. */
  readonly bySkill: readonly SkillSelection[];
  /** The cells that are not empty, by what was meant, then by what was chosen, none first. */
  readonly confusion: readonly ConfusionCell[];
}

export interface Share {
  readonly held: number;
  readonly of: number;
}

export interface SessionTotals {
  readonly sessions: number;
  readonly order: Share;
  /** Patterns and words of answers, prompts and refusals. */
  readonly texts: Share;
  readonly tokens: Readonly<Record<Tier, number>>;
  readonly bytes: Readonly<Record<Tier, number>>;
  readonly turns: number;
  readonly calls: number;
  readonly refusals: number;
  /** By the tool's name, in code units. */
  readonly callsByTool: readonly { readonly tool: string; readonly calls: number }[];
}
