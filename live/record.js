// The text of a record: sorted keys, a case on each line.

/** @typedef {import("./types.js").Driver} Driver */
/** @typedef {{ cases: Record<string, unknown> }} Record_ */

/**
 * @param {{ driver: Driver, version: string, outcomes: Record<string, unknown> }} options
 */
export function recordText({ driver, version, outcomes }) {
  const date = new Date().toISOString().slice(0, 10);
  return linesOf("cases", outcomes, { client: driver.id, date, how: driver.how, version });
}

/**
 * A JSON object whose first key has one entry on each line.
 * @param {string} first
 * @param {Record<string, unknown>} entries
 * @param {Record<string, unknown>} rest
 */
export function linesOf(first, entries, rest) {
  const lines = Object.keys(entries)
    .sort()
    .map((name) => `    ${JSON.stringify(name)}: ${JSON.stringify(sorted(entries[name]))}`);
  const others = Object.keys(rest)
    .sort()
    .map((key) => `  ${JSON.stringify(key)}: ${JSON.stringify(sorted(rest[key]))}`);
  return `{\n  ${JSON.stringify(first)}: {\n${lines.join(",\n")}\n  },\n${others.join(",\n")}\n}\n`;
}

/** @param {unknown} value @returns {unknown} */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

/**
 * The cases on which two records of a client disagree.
 * @param {Record_} before
 * @param {Record_} after
 */
export function compareRecords(before, after) {
  return Object.keys(after.cases).flatMap((name) => {
    const [old, now] = [JSON.stringify(before.cases[name]), JSON.stringify(after.cases[name])];
    return old === now || old === undefined ? [] : [`${name}\n  - ${old}\n  + ${now}`];
  });
}
