// Runs the built program and reads its reports.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** @typedef {import("../src/model/reports/command-report.ts").CommandData} CommandData */
/**
 * @template {object} Data
 * @typedef {import("../src/model/report.ts").Report<Data>} Report
 */
/** @typedef {{ cli?: string | undefined, cwd?: string }} Choice A program to run instead of the one in dist, and its working directory. */

/** The path of a file of this repository. @param {string} name */
export function inRepository(name) {
  return fileURLToPath(new URL(`../${name}`, import.meta.url));
}

/** The agents that can be simulated. @returns {readonly string[]} */
export function systemIds() {
  return JSON.parse(readFileSync(inRepository("schemas/run.schema.json"), "utf8")).properties.system.enum;
}

export const builtSkills = inRepository("dist/bin/skills.cjs");

/** Runs `skills` to its end. @param {readonly string[]} args @param {Choice} choice */
export function runSkills(args, { cli = builtSkills, cwd } = {}) {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [cli, ...args], {
    cwd,
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  if (error) throw error;
  return { status, stdout, stderr };
}

/**
 * The JSON report of a command that exits with 0 or 1.
 * @template {keyof CommandData} Command
 * @param {Command} command
 * @param {readonly string[]} args
 * @param {Choice} choice
 */
export function reportOf(command, args, choice = {}) {
  const { status, stdout, stderr } = runSkills([command, "--format", "json", ...args], choice);
  if (status !== 0 && status !== 1)
    throw new Error(`skills ${[command, ...args].join(" ")}: exit code ${status}: ${stderr}`);
  return parseReport(command, stdout);
}

/**
 * @template {keyof CommandData} Command
 * @param {Command} command
 * @param {string} text
 */
export function parseReport(command, text) {
  /** @type {unknown} */
  const report = JSON.parse(text);
  if (!isReport(report, command)) throw new Error(`not a report of skills ${command}: ${text.slice(0, 200)}`);
  return report;
}

/** @template {object} Data @param {Report<Data>} report */
export function dataOf({ command, data }) {
  if (data === undefined) throw new Error(`the report of skills ${command} has no data`);
  return data;
}

/**
 * The type of the data is not checked here; the program's tests validate it with a schema.
 * @template {keyof CommandData} Command
 * @param {unknown} value
 * @param {Command} command
 * @returns {value is Report<CommandData[Command]>}
 */
function isReport(value, command) {
  return (
    typeof value === "object" &&
    value !== null &&
    "schemaVersion" in value &&
    value.schemaVersion === 1 &&
    "command" in value &&
    value.command === command
  );
}
