import { cleanOnSignal } from "../write/signals.ts";

const cleaners = new Set<() => void>();
let release = (): void => {};

/**
 * Calls `clean` if a signal ends the process before the returned function is called; supports concurrent
 * callers.
 */
export function onSignal(clean: () => void): () => void {
  if (cleaners.size === 0) release = cleanOnSignal(() => cleaners.forEach((each) => each()));
  cleaners.add(clean);
  return () => {
    cleaners.delete(clean);
    if (cleaners.size === 0) release();
  };
}
