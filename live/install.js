// Installs clients for live/run.js: node live/install.js --client ID[,ID…] [--latest] [--packages DIR] [--node PATH]
// Without install scripts; native programs are platform packages. Under an old Node, npm silently takes an old version.
import { mkdirSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { defaultPackages, driverIds, importDriver } from "./drivers.js";

const { values } = parseArgs({
  options: {
    client: { type: "string", default: "" },
    latest: { type: "boolean", default: false },
    packages: { type: "string", default: defaultPackages },
    node: { type: "string", default: process.execPath },
  },
});

const ids = values.client.split(",").filter(Boolean);
const unknown = ids.find((id) => !driverIds().includes(id));
if (ids.length === 0 || unknown !== undefined) {
  const problem = unknown === undefined ? "no --client" : `unknown client "${unknown}"`;
  console.error(`${problem}; one of ${driverIds().join(", ")}`);
  process.exit(2);
}
for (const id of ids) {
  const { packages } = await importDriver(id);
  const folder = path.resolve(values.packages, id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
  const named = Object.entries(packages).map(
    ([name, version]) => `${name}@${values.latest ? "latest" : version}`,
  );
  const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", ...named];
  const env = {
    ...process.env,
    PATH: `${path.dirname(path.resolve(values.node))}:${process.env["PATH"] ?? ""}`,
  };
  const { status } = spawnSync("npm", words, { cwd: folder, env, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
