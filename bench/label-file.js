// Labels of findings, one JSON object per line: { rule, severity, skill, file, line?, column?, right, reason }.
import { readFileSync, writeFileSync } from "node:fs";
import { byPlace } from "./precision.js";

/** @typedef {import("./precision.js").Label} Label */

/** @param {import("node:fs").PathLike} file @returns {Label[]} */
export function readLabels(file) {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** Writes labels sorted, without the fields that only the worksheet needs. @param {import("node:fs").PathLike} file @param {readonly Label[]} labels */
export function writeLabels(file, labels) {
  const lines = [...labels]
    .sort(byPlace)
    .map(({ rule, severity, skill, file: where, line, column, right, reason }) =>
      JSON.stringify({ rule, severity, skill, file: where, line, column, right, reason }),
    );
  writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
}
