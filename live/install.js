// Installs clients for live/run.js: node live/install.js --client ID[,ID…] [--latest] [--packages DIR] [--node PATH]
// Exit code 2: one was not installed.
// Without install scripts; native programs are platform packages. Under an old Node, npm silently takes an old version.
import { mkdirSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { defaultPackages, newestVersion } from "./drivers.js";
import { chosenDrivers, readOptions } from "./usage.js";

const values = readOptions({
  client: { type: "string" },
  latest: { type: "boolean", default: false },
  packages: { type: "string", default: defaultPackages },
  node: { type: "string", default: process.execPath },
});

for (const driver of await chosenDrivers(values.client)) {
  const { id, packages, releases } = driver;
  const folder = path.resolve(values.packages, id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
  const latest = releases === undefined ? "latest" : newestVersion(driver);
  const named = Object.entries(packages).map(
    ([name, version]) => `${name}@${values.latest ? latest : version}`,
  );
  const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", ...named];
  const env = {
    ...process.env,
    PATH: `${path.dirname(path.resolve(values.node))}:${process.env["PATH"] ?? ""}`,
  };
  const { status } = spawnSync("npm", words, { cwd: folder, env, stdio: "inherit" });
  if (status !== 0) process.exitCode = 2;
}
