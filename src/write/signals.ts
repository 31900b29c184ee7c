const signals = ["SIGHUP", "SIGINT", "SIGTERM"] as const;

/** The terminating signals without other listeners. */
function unhandledSignals(): readonly NodeJS.Signals[] {
  return signals.filter((signal) => process.listenerCount(signal) === 0);
}

/**
 * Runs synchronous work; a signal that would end the process during it ends it afterwards. Signals with other listeners
 * are left to them.
 */
export async function uninterrupted<Result>(work: () => Result): Promise<Result> {
  const held: NodeJS.Signals[] = [];
  const hold = (signal: NodeJS.Signals): void => void held.push(signal);
  const ours = unhandledSignals();
  for (const signal of ours) process.on(signal, hold);
  try {
    return work();
  } finally {
    // Node delivers signals once per event loop turn, and may already have done so in the current one.
    await nextTurn();
    await nextTurn();
    for (const signal of ours) process.off(signal, hold);
    const [signal] = held;
    if (signal) process.kill(process.pid, signal);
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

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
