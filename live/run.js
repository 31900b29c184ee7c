// Plays cases in real clients and records what each did: npm run live -- --client ID[,ID…]
//   --cases DIR|FILE  other cases than fixtures/live/cases.json   --case NAME  only this one; may be repeated
//   --all             in slow clients, too, which else play the core of the cases
//   --catalogs        records what is shown of whole sets of skills instead, in fixtures/live/catalogs
//   --packages DIR    where live/install.js put the clients       --node PATH  the Node that runs them
//   --out DIR         instead of fixtures/live; without it, other cases or a few are printed, not recorded
//   --outdated        asks npm for newer versions instead, of all clients by default; exit code 1 if there is one
//   --update          with --outdated, installs and asks these, and writes records, driver, tables and changelog
//   --allow-network   run where no network namespace can be created
// Exit code 1: a case, or a list of skills, differs from the record of the pinned version; 2: a client was not asked.
import { fork } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { coreOf, readCases, stagePlay } from "./cases.js";
import { defaultPackages, driverIds, installedVersion, versionOf } from "./drivers.js";
import { catalogsText } from "./catalogs.js";
import { isNewer, printOutdated } from "./outdated.js";
import { counting } from "./progress.js";
import { scrubbedEnvironment, startMockModel } from "./real.js";
import { compareRecords, recordText } from "./record.js";
import { elsewhere, searchPath, stageFor } from "./stage.js";
import { update } from "./update.js";
import { askEach, chosenDrivers, readOptions, refuse } from "./usage.js";

/** @typedef {import("./types.js").Driver} Driver */
/** @typedef {import("./types.js").Outcome} Outcome */
/** @typedef {import("./types.js").Play} Play */

const fixtures = fileURLToPath(new URL("../fixtures/live/", import.meta.url));
const values = readOptions({
  client: { type: "string" },
  cases: { type: "string", default: path.join(fixtures, "cases.json") },
  case: { type: "string", multiple: true },
  packages: { type: "string", default: defaultPackages },
  all: { type: "boolean", default: false },
  catalogs: { type: "boolean", default: false },
  node: { type: "string", default: process.execPath },
  out: { type: "string" },
  outdated: { type: "boolean", default: false },
  update: { type: "boolean", default: false },
  "allow-network": { type: "boolean", default: false },
});

process.exitCode = await main();

async function main() {
  if (values.update && !values.outdated) return refuse("--update needs --outdated");
  if (values.outdated) return outdated(await chosenDrivers(values.client ?? driverIds().join(",")));
  const drivers = await chosenDrivers(values.client);
  const exitCode = elsewhere(values["allow-network"]);
  if (exitCode !== undefined) return exitCode;
  return askEach(drivers, async (driver) => ((await record(driver)) > 0 ? 1 : 0));
}

/** @param {readonly Driver[]} drivers */
function outdated(drivers) {
  const { releases, exitCode } = printOutdated(drivers);
  if (!values.update) return exitCode;
  const { node, packages } = values;
  const codes = releases
    .filter(isNewer)
    .map(({ driver, recorded, newest = "" }) =>
      update(driver, { from: recorded, to: newest, node, packages }),
    );
  return Math.max(exitCode === 2 ? 2 : 0, ...codes);
}

/** The number of changes. @param {Driver} driver */
async function record(driver) {
  const packages = path.resolve(values.packages, driver.id, "node_modules");
  const version = installedVersion(driver, packages);
  const scratch = mkdtempSync(path.join(tmpdir(), "live-"));
  const mock = await startMockModel();
  const progress = counting(`${driver.id} ${version}`);
  try {
    const { answered } = progress;
    const stage = stageFor(driver, { node: path.resolve(values.node), packages, mock, answered });
    const what = values.catalogs ? "catalogs" : "cases";
    const text = values.catalogs
      ? await catalogsText(driver, { stage, scratch, version })
      : recordText({ driver, version, outcomes: await outcomesOf(driver, { stage, packages, scratch }) });
    progress.end();
    return write(driver, { version, text, what });
  } finally {
    progress.end();
    mock.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * @param {Driver} driver
 * @param {{ stage: import("./types.js").Stage, packages: string, scratch: string }} options
 */
async function outcomesOf(driver, { stage, packages, scratch }) {
  const all = readCases(values.cases);
  const core = coreOf(values.cases) ?? [];
  const names = values.case ?? (driver.slow && !values.all && core.length > 0 ? core : Object.keys(all));
  const plays = names.map((name) => ({
    ...stagePlay({ scratch, skills: driver.skills, name, file: all[name] ?? missing(name) }),
    isCore: core.includes(name),
  }));
  const played = driver.play
    ? await driver.play(stage, plays)
    : await playLibrary(driver, { packages, scratch, plays });
  return Object.fromEntries(
    plays.map((play) => [play.case, withoutPaths(play, packages, played.get(play.case))]),
  );
}

/** @param {string} name @returns {never} */
function missing(name) {
  throw new Error(`no case "${name}" in ${values.cases}`);
}

/**
 * @param {Driver} driver
 * @param {{ packages: string, scratch: string, plays: readonly Play[] }} options
 * @returns {Promise<Map<string, Outcome>>}
 */
function playLibrary(driver, { packages, scratch, plays }) {
  const node = path.resolve(values.node);
  return new Promise((resolve, reject) => {
    const host = fork(new URL("library-host.js", import.meta.url), [driver.id, packages], {
      cwd: scratch,
      env: scrubbedEnvironment(scratch, searchPath(node)),
      execPath: node,
      execArgv: [],
      silent: true,
    });
    const timer = setTimeout(() => host.kill("SIGKILL"), 3_600_000);
    let stderr = "";
    host.stderr?.on("data", (chunk) => (stderr += chunk));
    host.on("message", (/** @type {Record<string, Outcome>} */ outcomes) =>
      resolve(new Map(Object.entries(outcomes))),
    );
    host.on("exit", () => {
      clearTimeout(timer);
      reject(new Error(`${driver.id} ended without an answer:\n${stderr}`));
    });
    host.send([...plays]);
  });
}

/** The outcome without paths of this machine. @param {Play} play @param {string} packages @param {Outcome | undefined} outcome */
function withoutPaths(play, packages, outcome) {
  if (!outcome) throw new Error(`no outcome of the case "${play.case}"`);
  /** @param {string} text */
  const plain = (text) =>
    text
      .replaceAll(`file://${play.project}/`, "")
      .replaceAll(`${play.project}/`, "")
      .replaceAll(play.project, ".")
      .replaceAll(play.home, "~")
      .replaceAll(`${packages}/`, "")
      .replaceAll(path.dirname(packages), "<packages>");
  return Object.fromEntries(
    Object.entries(outcome)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, typeof value === "string" ? plain(value) : value]),
  );
}

/**
 * Writes the record, and returns the number of entries that differ from the one of the pinned version.
 * @param {Driver} driver
 * @param {{ version: string, text: string, what: "cases" | "catalogs" }} options
 */
function write(driver, { version, text, what }) {
  const isOther = what === "cases" && path.resolve(values.cases) !== path.join(fixtures, "cases.json");
  if ((isOther || (what === "cases" && values.case)) && values.out === undefined) {
    process.stdout.write(text);
    return 0;
  }
  const folder = what === "cases" ? fixtures : path.join(fixtures, "catalogs");
  const pinned = path.join(folder, `${driver.id}@${versionOf(driver)}.json`);
  const before = existsSync(pinned) && !isOther ? JSON.parse(readFileSync(pinned, "utf8")) : {};
  const file = path.join(values.out ?? folder, `${driver.id}@${version}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  const { asked, compared, changes } = compareRecords(before, JSON.parse(text));
  const result =
    compared === 0 ? "no record to compare with" : `${compared} compared, ${changes.length} changed`;
  console.log([`${driver.id} ${version}: ${asked} ${what}, ${result}`, ...changes].join("\n"));
  return changes.length;
}
