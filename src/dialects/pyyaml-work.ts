import { crash } from "./yaml-failure.ts";
import type { Scanner } from "./yaml-scanner.ts";

/** What has been spent on one text's mappings, in pairs looked at. */
export interface Work {
  readonly scanner: Scanner;
  spent: number;
}

/** A text of a mebibyte comes to half of this by itself; by aliases, which let merges double at each step, to any sum. */
const most = 1_000_000;

export function spend(work: Work, pairs: number): void {
  work.spent += pairs;
  if (work.spent > most) crash("TimeoutError", "aliases make too much of a small text");
}

/** Calls within calls at which Python 3.11 gives up: one of its 1,000 frames each. */
export const deepestCalls = 985;

export function crashTooDeep(): never {
  crash("RecursionError", "maximum recursion depth exceeded");
}
