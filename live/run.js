// Plays cases in real clients and records what each did: npm run live -- --client ID[,ID…]
//   --cases DIR|FILE  other cases than fixtures/live/cases.json   --case NAME  only this one; may be repeated
//   --all             in slow clients, too, which else play the core of the cases
//   --catalogs        records what is shown of whole sets of skills instead, in fixtures/live/catalogs
//   --packages DIR    where live/install.js put the clients       --node PATH  the Node that runs them
//   --out DIR         instead of fixtures/live; without it, other cases or a few are printed, not recorded
// Exit code 1: a case differs from the record of the pinned version.
//   --allow-network   run where no network namespace can be created
import { fork } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { coreOf, readCases, stagePlay } from "./cases.js";
import { defaultPackages, driverIds, importDriver, installedVersion, versionOf } from "./drivers.js";
import { catalogsText } from "./catalogs.js";
import { scrubbedEnvironment, startMockModel } from "./real.js";
import { compareRecords, recordText } from "./record.js";
import { elsewhere, searchPath, stageFor } from "./stage.js";

/** @typedef {import("./types.js").Driver} Driver */
/** @typedef {import("./types.js").Outcome} Outcome */
/** @typedef {import("./types.js").Play} Play */

const fixtures = fileURLToPath(new URL("../fixtures/live/", import.meta.url));
const { values } = parseArgs({
  options: {
    client: { type: "string" },
    cases: { type: "string", default: path.join(fixtures, "cases.json") },
    case: { type: "string", multiple: true },
    packages: { type: "string", default: defaultPackages },
    all: { type: "boolean", default: false },
    catalogs: { type: "boolean", default: false },
    node: { type: "string", default: process.execPath },
    out: { type: "string" },
    "allow-network": { type: "boolean", default: false },
  },
});

process.exitCode = await main();

async function main() {
  const ids = values.client?.split(",") ?? [];
  const unknown = ids.find((id) => !driverIds().includes(id));
  if (ids.length === 0 || unknown !== undefined) {
    console.error(
      `${unknown ? `unknown client "${unknown}"` : "no --client"}; one of ${driverIds().join(", ")}`,
    );
    return 2;
  }
  const exitCode = elsewhere(values["allow-network"]);
  if (exitCode !== undefined) return exitCode;
  let changed = 0;
  for (const id of ids) changed += await record(await importDriver(id));
  return changed > 0 ? 1 : 0;
}

/** @param {Driver} driver */
async function record(driver) {
  const packages = path.resolve(values.packages, driver.id, "node_modules");
  const version = installedVersion(driver, packages);
  const all = readCases(values.cases);
  const names = values.case ?? (driver.slow && !values.all ? coreOf(values.cases) : undefined);
  const cases = names ? Object.fromEntries(names.map((name) => [name, all[name] ?? missing(name)])) : all;
  const scratch = mkdtempSync(path.join(tmpdir(), "live-"));
  const mock = await startMockModel();
  try {
    const stage = stageFor(driver, { node: path.resolve(values.node), packages, mock });
    if (values.catalogs) {
      const folder = values.out ?? path.join(fixtures, "catalogs");
      mkdirSync(folder, { recursive: true });
      const text = await catalogsText(driver, { stage, scratch, version });
      writeFileSync(path.join(folder, `${driver.id}@${version}.json`), text);
      console.log(`${driver.id} ${version}: ${text.length} characters`);
      return 0;
    }
    const core = coreOf(values.cases) ?? [];
    const plays = Object.entries(cases).map(([name, file]) => ({
      ...stagePlay({ scratch, skills: driver.skills, name, file }),
      isCore: core.includes(name),
    }));
    const played = driver.play
      ? await driver.play(stage, plays)
      : await playLibrary(driver, { packages, scratch, plays });
    const outcomes = plays.map((play) => withoutPaths(play, packages, played.get(play.case)));
    return write(
      driver,
      version,
      Object.fromEntries(plays.map((play, index) => [play.case, outcomes[index]])),
    );
  } finally {
    mock.close();
    rmSync(scratch, { recursive: true, force: true });
  }
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
 * Writes the record, and returns the number of cases that differ from the one of the pinned version.
 * @param {Driver} driver
 * @param {string} version
 * @param {Record<string, unknown>} outcomes
 */
function write(driver, version, outcomes) {
  const text = recordText({ driver, version, outcomes });
  const isOther = path.resolve(values.cases) !== path.join(fixtures, "cases.json");
  if ((isOther || values.case) && values.out === undefined) {
    process.stdout.write(text);
    return 0;
  }
  const pinned = path.join(fixtures, `${driver.id}@${versionOf(driver)}.json`);
  const before = existsSync(pinned) && !isOther ? readFileSync(pinned, "utf8") : '{"cases":{}}';
  const file = path.join(values.out ?? fixtures, `${driver.id}@${version}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  const changes = compareRecords(JSON.parse(before), JSON.parse(text));
  const counted = `${Object.keys(outcomes).length} cases, ${changes.length} changed`;
  console.log([`${driver.id} ${version}: ${counted}`, ...changes].join("\n"));
  return changes.length;
}
