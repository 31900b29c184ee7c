// The words of a program of this directory: its first comment is its help.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { driverIds, importDriver } from "./drivers.js";

/**
 * The values of the options; prints the help and ends with 0 if it is asked for, and with 2 for a wrong word.
 * @template {NonNullable<import("node:util").ParseArgsConfig["options"]>} Options
 * @param {Options} options
 */
export function readOptions(options) {
  const args = process.argv.slice(2);
  if (args.includes("--help") || args.includes("-h")) {
    console.log(usage());
    process.exit(0);
  }
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return refuse(`${messageOf(error)}\n\n${usage()}`);
  }
}

/** The drivers of "ID,ID"; ends with 2 and the list of clients if there is none, or no such one. @param {string} [ids] */
export function chosenDrivers(ids = "") {
  const chosen = ids.split(",").filter(Boolean);
  const unknown = chosen.find((id) => !driverIds().includes(id));
  if (chosen.length > 0 && unknown === undefined) return Promise.all(chosen.map(importDriver));
  const problem = unknown === undefined ? "no --client" : `unknown client "${unknown}"`;
  return refuse(`${problem}; one of ${driverIds().join(", ")}`);
}

/** Ends the program: it could not do what it was asked for. @param {string} problem @returns {never} */
export function refuse(problem) {
  console.error(problem);
  process.exit(2);
}

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** The comment with which the running program begins. */
function usage() {
  const lines = readFileSync(process.argv[1] ?? "", "utf8").split("\n");
  return lines
    .slice(
      0,
      lines.findIndex((line) => !line.startsWith("//")),
    )
    .map((line) => line.slice("// ".length))
    .join("\n");
}

/**
 * Asks one client after the other; returns the worst exit code, which is 2 for one that could not be asked.
 *
 * @param {readonly import("./types.js").Driver[]} drivers
 * @param {(driver: import("./types.js").Driver) => Promise<0 | 1>} ask
 */
export async function askEach(drivers, ask) {
  let worst = 0;
  for (const driver of drivers) {
    try {
      worst = Math.max(worst, await ask(driver));
    } catch (error) {
      console.error(`${driver.id}: ${messageOf(error)}`);
      worst = 2;
    }
  }
  return worst;
}
