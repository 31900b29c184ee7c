// The findings of `skills lint` on a tree of skills, as one list: { rule, severity, skill, file, line?, column?,
// message }, sorted.
import { byPlace } from "./precision.js";
import { dataOf, reportOf } from "./skills.js";

/** @typedef {import("./precision.d.ts").Hit} Hit */

/**
 * Every finding below the corpus, with paths from its root; `flags` go to `skills lint`.
 * @param {string} corpus
 * @param {string | undefined} cli
 * @param {readonly string[]} flags
 */
export function lintHits(corpus, cli, flags = []) {
  const { subjects } = reportOf("lint", [...flags, "."], { cli, cwd: corpus });
  const hits = subjects.flatMap(({ path: skill, findings }) =>
    findings.map((finding) => toHit(skill, finding)),
  );
  return { checked: subjects.length, hits: hits.sort(byPlace) };
}

/** The metadata of every rule. @param {string | undefined} cli */
export function ruleMetas(cli) {
  return dataOf(reportOf("explain", [], { cli })).rules.map(({ meta }) => meta);
}

/** @param {string} skill @param {import("../src/model/report.ts").Diagnostic} finding @returns {Hit} */
function toHit(skill, { ruleId: rule, severity, file, start, message }) {
  return {
    rule,
    severity,
    skill,
    file,
    ...(start ? { line: start.line, column: start.column } : {}),
    message,
  };
}
