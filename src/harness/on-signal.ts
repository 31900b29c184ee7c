import { cleanOnSignal } from "../write/clean-on-signal.ts";

const cleaners = new Set<() => void>();
let release = (): void => {};

/** Has `clean` called should a signal end us before the function that this returns is called, however much runs at the same time. */
export function onSignal(clean: () => void): () => void {
  if (cleaners.size === 0) release = cleanOnSignal(() => cleaners.forEach((each) => each()));
  cleaners.add(clean);
  return () => {
    cleaners.delete(clean);
    if (cleaners.size === 0) release();
  };
}
