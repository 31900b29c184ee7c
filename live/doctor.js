// Asks clients what they make of one home with the skills of many: node live/doctor.js [--client ID[,ID…]]
// --packages DIR, --node PATH, --allow-network as for live/run.js --out FILE instead of fixtures/live/doctor.json
// test/doctor-live.test.ts compares the answers with those of `skills doctor`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { marksIn, project, workingDirectories, writeHome } from "./doctor-home.js";
import { defaultPackages, driverIds, installedVersion } from "./drivers.js";
import { startMockModel } from "./real.js";
import { elsewhere, stageFor } from "./stage.js";
import { chosenDrivers, readOptions } from "./usage.js";

/** @typedef {import("./types.js").Driver} Driver */
/** @typedef {Record<string, readonly string[]>} Answers */

const values = readOptions({
  client: { type: "string" },
  packages: { type: "string", default: defaultPackages },
  node: { type: "string", default: process.execPath },
  out: { type: "string", default: fileURLToPath(new URL("../fixtures/live/doctor.json", import.meta.url)) },
  "allow-network": { type: "boolean", default: false },
});

process.exitCode = await main();

async function main() {
  const drivers = await chosenDrivers(values.client ?? driverIds().join(","));
  const exitCode = elsewhere(values["allow-network"]);
  if (exitCode !== undefined) return exitCode;
  /** @type {Record<string, Answers>} */
  const answers = existsSync(values.out) ? JSON.parse(readFileSync(values.out, "utf8")).clients : {};
  for (const driver of drivers.filter(({ catalog }) => catalog)) {
    const packages = path.resolve(values.packages, driver.id, "node_modules");
    const key = `${driver.id}@${installedVersion(driver, packages)}`;
    for (const other of Object.keys(answers)) if (other.startsWith(`${driver.id}@`)) delete answers[other];
    answers[key] = await ask(driver, packages);
    writeFileSync(values.out, textOf(answers));
    console.log(key, ...Object.values(answers[key]).map(({ length }) => length));
  }
  return 0;
}

/** What the client shows its model, by working directory. @param {Driver} driver @param {string} packages */
async function ask(driver, packages) {
  /** @type {Record<string, readonly string[]>} */
  const answers = {};
  for (const directory of workingDirectories) {
    const scratch = mkdtempSync(path.join(tmpdir(), "live-doctor-"));
    const mock = await startMockModel();
    try {
      const home = path.join(scratch, "live/home");
      mkdirSync(home, { recursive: true });
      writeHome(home);
      spawnSync("git", ["init", "-q", path.join(home, project)]);
      const stage = stageFor(driver, { node: path.resolve(values.node), packages, mock });
      const play = { case: "", dir: "", text: "", project: path.join(home, project, directory), home };
      const text = (await driver.catalog?.(stage, play)) ?? "";
      const names = /Available skills: (.+)\.$/.exec(text)?.[1]?.split(", ");
      answers[directory] = names ? names.sort() : marksIn(text);
      if (answers[directory]?.length === 0) throw new Error(`${driver.id} shows no skill:\n${text}`);
    } finally {
      mock.close();
      rmSync(scratch, { recursive: true, force: true });
    }
  }
  return answers;
}

/** A working directory on each line. @param {Record<string, Answers>} answers */
function textOf(answers) {
  const clients = Object.keys(answers)
    .sort()
    .map((key) => {
      const lines = Object.entries(answers[key] ?? {}).map(
        ([directory, shown]) => `      ${JSON.stringify(directory)}: ${JSON.stringify(shown)}`,
      );
      return `    ${JSON.stringify(key)}: {\n${lines.join(",\n")}\n    }`;
    });
  return `{\n  "clients": {\n${clients.join(",\n")}\n  }\n}\n`;
}
