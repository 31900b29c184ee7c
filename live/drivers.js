// The drivers, and where their packages are installed.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** @typedef {import("./types.js").Driver} Driver */

const folder = new URL("clients/", import.meta.url);

/** Ignored by git. */
export const defaultPackages = fileURLToPath(new URL("installed/", import.meta.url));

export function driverIds() {
  return readdirSync(folder)
    .map((file) => path.basename(file, ".js"))
    .sort();
}

/** @param {string} id @returns {Promise<Driver>} */
export async function importDriver(id) {
  const { default: driver } = await import(new URL(`${id}.js`, folder).href);
  return driver;
}

/** The version that the driver pins. @param {Driver} driver */
export function versionOf(driver) {
  return Object.values(driver.packages)[0] ?? "";
}

/** The version that is installed, which may be newer. @param {Driver} driver @param {string} packages */
export function installedVersion(driver, packages) {
  const [name = ""] = Object.keys(driver.packages);
  const file = path.join(packages, name, "package.json");
  if (!existsSync(file)) throw new Error(`not installed; use \`node live/install.js --client ${driver.id}\``);
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(file, "utf8"));
  return version;
}

/** The newest released version on npm. @param {Driver} driver */
export function newestVersion(driver) {
  const name = driver.releases ?? Object.keys(driver.packages)[0] ?? "";
  const { status, stdout } = spawnSync("npm", ["view", name, "version", "--json"], { encoding: "utf8" });
  if (status !== 0) throw new Error(`npm does not say which version of ${name} is the newest`);
  return String(JSON.parse(stdout));
}
