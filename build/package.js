// Packs what is published, from dist: node build/package.js [DIRECTORY]
//
// The package has one command, skillwright. A second package, its companion, adds the commands skills and skills-ref:
// npm refuses to install two packages globally that have a command of the same name, and links only one of them
// locally. A clone has all three, so npm must not publish it as it is ("private").
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (/** @type {string} */ name) => JSON.parse(readFileSync(path.join(root, name), "utf8"));

/** @typedef {{ filename: string, size: number, unpackedSize: number, files: readonly { path: string }[] }} Packed What `npm pack --json` prints. */

/** Packs both packages. @param {string} directory @returns {{ main: Packed, companion: Packed }} */
export function packAll(directory) {
  const stage = mkdtempSync(path.join(tmpdir(), "package-"));
  try {
    mkdirSync(directory, { recursive: true });
    return {
      main: npmPack(stageMain(path.join(stage, "main")), "--pack-destination", directory),
      companion: npmPack(stageCompanion(path.join(stage, "companion")), "--pack-destination", directory),
    };
  } finally {
    rmSync(stage, { recursive: true });
  }
}

/** @param {string} folder */
function stageMain(folder) {
  for (const file of npmPack(root, "--dry-run").files)
    cpSync(path.join(root, file.path), path.join(folder, file.path));
  const { allowScripts: _, private: __, bin, ...manifest } = read("package.json");
  write(folder, "package.json", { ...manifest, bin: { skillwright: bin.skillwright } });
  return folder;
}

/** @param {string} folder */
function stageCompanion(folder) {
  const { name, version, license, engines, bin, homepage, repository, bugs } = read("package.json");
  const { skillwright: _, ...names } = bin;
  cpSync(path.join(root, "LICENSE"), path.join(folder, "LICENSE"));
  for (const [command, file] of Object.entries(names))
    write(
      folder,
      `${command}.cjs`,
      `#!/usr/bin/env node\nrequire(require("node:path").join(require.resolve("${name}/package.json"), "../${file}"));\n`,
    );
  write(folder, "package.json", {
    name: read("build/publisher.json").companion,
    version,
    description: `Adds the commands ${Object.keys(names).join(" and ")} to ${name}`,
    license,
    homepage,
    repository,
    bugs,
    engines,
    bin: Object.fromEntries(Object.keys(names).map((command) => [command, `${command}.cjs`])),
    files: ["*.cjs"],
    dependencies: { [name]: version },
  });
  return folder;
}

/** @param {string} folder @param {string} name @param {string | object} content */
function write(folder, name, content) {
  const text = typeof content === "string" ? content : `${JSON.stringify(content, undefined, 2)}\n`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, name), text);
}

/** npm is a script on Windows, which only a shell starts. @param {string} folder @param {readonly string[]} words @returns {Packed} */
function npmPack(folder, ...words) {
  const printed = execFileSync("npm", ["pack", "--ignore-scripts", "--json", ...words], {
    cwd: folder,
    encoding: "utf8",
    env: withoutNpm(),
    shell: process.platform === "win32",
    maxBuffer: 1 << 26,
  });
  return JSON.parse(printed)[0];
}

/** The environment without the settings of an outer npm, such as a dry run. */
function withoutNpm() {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  return { ...Object.fromEntries(own), npm_config_update_notifier: "false" };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const directory = path.resolve(process.argv[2] ?? path.join(root, "release"));
  for (const { filename } of Object.values(packAll(directory)))
    process.stdout.write(`${path.relative(process.cwd(), path.join(directory, filename))}\n`);
}
