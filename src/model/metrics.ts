import type { Choice } from "./scenario.ts";
import type { Tier } from "./trace.ts";

/** Values between 0 and 1; absent if the denominator is 0. */
export interface Rates {
  /** Of the choices of the skill, the share that were meant for it. */
  readonly precision?: number;
  /** Of the prompts meant for the skill, the share that chose it. */
  readonly recall?: number;
  /** The harmonic mean of precision and recall. */
  readonly f1?: number;
}

/**
 * Computed from counts: 2·both / (chosen + meant) equals the harmonic mean, and has a value even if one of the two
 * rates has none.
 */
export function ratesOf(both: number, chosen: number, meant: number): Rates {
  return {
    ...(chosen > 0 && { precision: both / chosen }),
    ...(meant > 0 && { recall: both / meant }),
    ...(chosen + meant > 0 && { f1: (2 * both) / (chosen + meant) }),
  };
}

/** "precision 90%, recall 75%". */
export function describeRates({ precision, recall }: Rates): string {
  const percent = (rate: number | undefined): string =>
    rate === undefined ? "none" : `${Math.round(rate * 1000) / 10}%`;
  return `precision ${percent(precision)}, recall ${percent(recall)}`;
}

export interface SkillSelection extends Rates {
  readonly skill: string;
  readonly meantAndChosen: number;
  readonly chosen: number;
  readonly meant: number;
}

/** Number of choices meant for `expected` that chose `chosen`; a missing name means no skill. */
export interface ConfusionCell extends Choice {
  readonly times: number;
}

export interface Selection {
  readonly choices: number;
  /** Rates over all choices. */
  readonly overall: Rates;
  /** By name, in code units. */
  readonly bySkill: readonly SkillSelection[];
  /** The non-empty cells, sorted by expected and then by chosen skill, with "no skill" first. */
  readonly confusion: readonly ConfusionCell[];
}

export interface Share {
  readonly held: number;
  readonly of: number;
}

export interface SessionTotals {
  readonly sessions: number;
  readonly order: Share;
  /** Expectations on the text of answers, prompts and refusals. */
  readonly texts: Share;
  readonly tokens: Readonly<Record<Tier, number>>;
  readonly bytes: Readonly<Record<Tier, number>>;
  readonly turns: number;
  readonly calls: number;
  readonly refusals: number;
  /** By the tool's name, in code units. */
  readonly callsByTool: readonly { readonly tool: string; readonly calls: number }[];
}
