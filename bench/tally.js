// Counts by name.

/** @param {Map<string, number>} counts @param {string} name */
export function count(counts, name, by = 1) {
  counts.set(name, (counts.get(name) ?? 0) + by);
}

/** The most frequent first. @param {ReadonlyMap<string, number>} counts */
export function mostFirst(counts) {
  return [...counts].sort(([, a], [, b]) => b - a);
}
