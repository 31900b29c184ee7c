const signals = ["SIGHUP", "SIGINT", "SIGTERM"] as const;

/** The terminating signals without other listeners. */
export function unhandledSignals(): readonly NodeJS.Signals[] {
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
