import { unhandledSignals } from "./uninterrupted.ts";

/**
 * Calls `clean` if a signal ends the process before the returned function is called; the process still ends with the
 * signal (exit codes 130 and 143 in shells). For asynchronous work; `uninterrupted` is for synchronous work.
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
