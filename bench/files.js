// Temporary directories and file listings.
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** @type {string[]} */
const temporary = [];
process.on("exit", () => {
  for (const directory of temporary) rmSync(directory, { recursive: true, force: true });
});

/** A new directory that is removed when the program ends. @param {string} name */
export function temporaryDirectory(name) {
  const directory = mkdtempSync(path.join(tmpdir(), `bench-${name}-`));
  temporary.push(directory);
  return directory;
}

/** Writes a file and creates its directory. @param {string} file @param {string} text */
export function writeFile(file, text, mode = 0o666) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { mode });
}

/** The regular files below a directory, by relative path, sorted. @param {string} directory */
export function filesBelow(directory) {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((file) => lstatSync(path.join(directory, file)).isFile())
    .sort();
}

/** In hexadecimal digits. @param {string | Uint8Array} bytes */
export function sha256(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}
