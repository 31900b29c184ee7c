/** The day in UTC, as in "2026-01-31": a suppression with an end applies up to that day. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
