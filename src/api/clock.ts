/** Milliseconds since the process began. Equal to `performance.now()`, which takes a millisecond to load. */
export function now(): number {
  return process.uptime() * 1000;
}
