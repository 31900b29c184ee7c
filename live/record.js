// The text of a record: sorted keys, a case on each line.

/** @typedef {import("./types.js").Driver} Driver */
/** @typedef {{ cases?: Record<string, unknown>, sets?: Record<string, unknown> }} Record_ */

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
 * How many entries of a record an earlier one of the client has, too, and those on which they disagree.
 * @param {Record_} before
 * @param {Record_} after
 */
export function compareRecords(before, after) {
  const [old, now] = [before, after].map(({ cases, sets }) => cases ?? sets ?? {});
  const common = Object.keys(now ?? {}).filter((name) => old?.[name] !== undefined);
  const changes = common.flatMap((name) => {
    const [was = "", is = ""] = [JSON.stringify(old?.[name]), JSON.stringify(now?.[name])];
    if (was === is) return [];
    const start = was.split("").findIndex((unit, at) => unit !== is[at]);
    return [`${name}\n  - ${excerpt(was, start)}\n  + ${excerpt(is, start)}`];
  });
  return { asked: Object.keys(now ?? {}).length, compared: common.length, changes };
}

/** A long text only around the place where it differs. @param {string} text @param {number} start */
function excerpt(text, start) {
  if (text.length <= 600) return text;
  const from = Math.max(0, start - 100);
  return `${from > 0 ? "…" : ""}${text.slice(from, from + 500)}… (${text.length} characters)`;
}
