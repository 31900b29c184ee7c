import { accessSync, constants, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

/** @typedef {{ readonly file: string, readonly isModule: boolean, readonly origin: "setting" | "project" | "PATH" | "extension" }} Found A program; the editor's own Node.js runs a module. */

/**
 * @typedef {object} Where
 * @property {readonly string[]} folders The workspace's folders.
 * @property {boolean} isTrusted Whether programs of the workspace may be run.
 * @property {string} setting The program that the user chose; "" if none.
 * @property {string} searchPath The variable PATH.
 * @property {string} bundled The program of the extension.
 */

/**
 * Finds the program: the chosen one, else the project's own, the one on the PATH, or the one of the extension.
 * @param {Where} where
 * @returns {Found}
 */
export function findServer({ folders, isTrusted, setting, searchPath, bundled }) {
  if (isTrusted) {
    if (setting !== "") return found(path.resolve(folders[0] ?? ".", setting), "setting");
    for (const folder of folders)
      for (const above of upwards(folder)) {
        const file = installedIn(path.join(above, "node_modules"));
        if (file !== undefined) return found(file, "project");
      }
  }
  for (const directory of searchPath.split(path.delimiter)) {
    // An entry that is not absolute is relative to a folder that may not be trusted.
    if (!path.isAbsolute(directory)) continue;
    const file = commandIn(directory);
    if (file !== undefined && (isTrusted || !folders.some((folder) => isBelow(file, folder))))
      return found(file, "PATH");
  }
  return found(bundled, "extension");
}

/** @param {string} file @param {Found["origin"]} origin @returns {Found} */
function found(file, origin) {
  return { file, isModule: /\.[cm]?js$/.test(file), origin };
}

/** @param {string} directory */
function* upwards(directory) {
  for (let at = directory, below = ""; at !== below; below = at, at = path.dirname(at)) yield at;
}

/** The program of the package in a node_modules. @param {string} modules */
function installedIn(modules) {
  const root = path.join(modules, "skillwright");
  try {
    const { bin } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    const file = path.resolve(root, bin.skillwright);
    return isBelow(file, root) && statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

/** The command in a directory of the PATH. Where npm writes a script for cmd.exe, its package is beside it. @param {string} directory */
function commandIn(directory) {
  try {
    const file = realpathSync(path.join(directory, "skillwright"));
    if (!statSync(file).isFile()) return undefined;
    accessSync(file, constants.X_OK);
    return process.platform === "win32" ? installedIn(path.join(directory, "node_modules")) : file;
  } catch {
    return undefined;
  }
}

/** @param {string} file @param {string} directory */
function isBelow(file, directory) {
  const inner = path.relative(directory, file);
  return inner !== "" && inner !== ".." && !inner.startsWith(`..${path.sep}`) && !path.isAbsolute(inner);
}
