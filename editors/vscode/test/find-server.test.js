import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, it } from "node:test";
import { findServer } from "../src/find-server.js";

let root = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "skillwright-vscode-")));
});
afterEach(() => rmSync(root, { recursive: true }));

/** @param {string} file @param {string} [text] */
function write(file, text = "") {
  const absolute = path.join(root, file);
  mkdirSync(path.dirname(absolute), { recursive: true });
  writeFileSync(absolute, text);
  chmodSync(absolute, 0o755);
  return absolute;
}

/** @param {string} modules @param {unknown} [bin] */
function install(modules, bin = { skillwright: "dist/bin/skills.cjs" }) {
  write(`${modules}/skillwright/package.json`, JSON.stringify({ bin }));
  return write(`${modules}/skillwright/dist/bin/skills.cjs`);
}

/** @param {Partial<import("../src/find-server.js").Where>} given */
function find(given) {
  const { file, origin, isModule } = findServer({
    folders: [path.join(root, "project/inner")],
    isTrusted: true,
    setting: "",
    searchPath: "",
    bundled: "/extension/server/bin/skills.cjs",
    ...given,
  });
  return [origin, file, isModule];
}

it("prefers the project's own program, wherever above the folder it is installed", () => {
  const own = install("project/node_modules");
  const searchPath = path.dirname(write("bin/skillwright"));
  assert.deepEqual(find({ searchPath }), ["project", own, true]);
});

it("prefers the program that the user chose to all others", () => {
  install("project/node_modules");
  assert.deepEqual(find({ setting: "../my/skills" }), [
    "setting",
    path.join(root, "project/my/skills"),
    false,
  ]);
});

it("runs the file behind the link that npm puts on the PATH as a module, and other programs as commands", () => {
  const file = install("global");
  mkdirSync(path.join(root, "links"));
  symlinkSync(file, path.join(root, "links/skillwright"));
  const command = write("bin/skillwright");
  assert.deepEqual(find({ searchPath: path.join(root, "links") }), ["PATH", file, true]);
  assert.deepEqual(find({ searchPath: path.dirname(command) }), ["PATH", command, false]);
});

it("runs its own program if there is no other, and if a package is broken", () => {
  const bundled = ["extension", "/extension/server/bin/skills.cjs", true];
  assert.deepEqual(find({}), bundled);
  install("project/node_modules", { skillwright: "../../../elsewhere.cjs" });
  assert.deepEqual(find({ searchPath: "relative" }), bundled);
  write("project/node_modules/skillwright/package.json", "{");
  assert.deepEqual(find({}), bundled);
});

it("runs nothing of a folder that is not trusted", () => {
  install("project/inner/node_modules");
  const inside = path.dirname(write("project/inner/bin/skillwright"));
  assert.equal(find({ isTrusted: false, setting: "x.js", searchPath: inside })[0], "extension");
  const outside = path.dirname(write("bin/skillwright"));
  assert.equal(find({ isTrusted: false, searchPath: `${inside}${path.delimiter}${outside}` })[0], "PATH");
});
