/**
 * The CPU milliseconds that this process has used. Unlike wall-clock time, it does not count other processes, so that a
 * test can distinguish linear from quadratic work.
 */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Milliseconds: more than linear work in a test takes on a slow machine, and far less than quadratic work on a million
 * items takes on a fast one.
 */
export const linearLimit = 10_000;
