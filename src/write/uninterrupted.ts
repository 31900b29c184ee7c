const signals = ["SIGHUP", "SIGINT", "SIGTERM"] as const;

/** Those of the signals that end a process that nobody else listens for. */
export function unhandledSignals(): readonly NodeJS.Signals[] {
  return signals.filter((signal) => process.listenerCount(signal) === 0);
}

/** Does work that does not wait for anything: a signal that would end the process in its midst ends it afterwards. A signal that somebody else listens for is theirs. */
export async function uninterrupted<Result>(work: () => Result): Promise<Result> {
  const held: NodeJS.Signals[] = [];
  const hold = (signal: NodeJS.Signals): void => void held.push(signal);
  const ours = unhandledSignals();
  for (const signal of ours) process.on(signal, hold);
  try {
    return work();
  } finally {
    // Node hands signals on once a turn; the turn that runs may have done so already.
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
