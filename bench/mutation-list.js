// Deliberate mistakes in src, one JSON object per line: { file, find, replace, tests, verdict, reason? }.
import { readFileSync } from "node:fs";

/** @typedef {import("./mutation-list.d.ts").Mutation} Mutation */

/** @param {import("node:fs").PathLike} file @returns {Mutation[]} */
export function readMutations(file) {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** The text with the mistake; undefined unless the replaced text occurs exactly once. @param {string} text @param {Mutation} mutation */
export function mutate(text, { find, replace }) {
  const at = text.indexOf(find);
  if (at < 0 || text.includes(find, at + 1)) return undefined;
  return text.slice(0, at) + replace + text.slice(at + find.length);
}
