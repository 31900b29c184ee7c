import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    samples: { readonly isFull: boolean; readonly seed: number };
  }
}

/**
 * Parameters of fast-check: in `npm test`, a tenth of the samples, always the same; in `npm run test:all`, all of
 * them, others for each commit.
 */
export function samples(count = 100): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: tenthOf(count), seed: inject("samples").seed };
}

/** This number of samples, or a tenth of it in `npm test`. */
export function tenthOf(count: number): number {
  return isFull ? count : Math.ceil(count / 10);
}

/** All of a list, or every tenth in `npm test`. */
export function partOf<Item>(list: readonly Item[]): readonly Item[] {
  return isFull ? list : list.filter((_, at) => at % 10 === 0);
}

/** Whether everything runs, as in `npm run test:all`. A file that asks runs in `npm test`, and again in its rest. */
export const isFull = inject("samples").isFull;
