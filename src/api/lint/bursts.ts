/** What comes in many small pieces, taken together. */
export interface Bursts<Piece> {
  add(piece: Piece): void;
  /** All that came since the last time, once there is something and it has been quiet for a while; undefined after the end. */
  next(): Promise<ReadonlySet<Piece> | undefined>;
}

/** In milliseconds: an editor that saves by renaming, or a checkout of a branch, is done after less. */
const quiet = 50;
/** Nor is anybody kept waiting longer than this by something that never holds still. */
const longest = 1_000;

export function createBursts<Piece>(ends: AbortSignal): Bursts<Piece> {
  let pieces = new Set<Piece>();
  let began = 0;
  let timer: NodeJS.Timeout | undefined;
  let answer: ((burst: ReadonlySet<Piece> | undefined) => void) | undefined;
  const give = (): void => {
    const burst = pieces;
    pieces = new Set();
    answer?.(burst);
    answer = undefined;
  };
  const wait = (): void => {
    clearTimeout(timer);
    if (answer && pieces.size > 0)
      timer = setTimeout(give, Math.min(quiet, Math.max(0, began + longest - performance.now())));
  };
  ends.addEventListener("abort", () => {
    clearTimeout(timer);
    answer?.(undefined);
  });
  return {
    add(piece) {
      if (pieces.size === 0) began = performance.now();
      pieces.add(piece);
      wait();
    },
    next() {
      if (ends.aborted) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        answer = resolve;
        wait();
      });
    },
  };
}
