import { unhandledSignals } from "./uninterrupted.ts";

/**
 * Has `clean` called should a signal end the process before the function that this returns is called; the process still dies of it,
 * which shells call 130 and 143. For work that waits; `uninterrupted` is for what does not.
 */
export function cleanOnSignal(clean: () => void): () => void {
  const ours = unhandledSignals();
  const release = (): void => {
    for (const signal of ours) process.off(signal, end);
  };
  const end = (signal: NodeJS.Signals): void => {
    release();
    clean();
    process.kill(process.pid, signal);
  };
  for (const signal of ours) process.on(signal, end);
  return release;
}
