/**
 * The CPU milliseconds that this process has used: unlike a clock on the wall it stands still while the machine does something
 * else, so that a test can tell work that grows with its input from work that grows with its square.
 */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** More milliseconds than any linear work in a test takes on a slow machine, and far fewer than a square of a million takes on a fast one. */
export const linear = 10_000;
