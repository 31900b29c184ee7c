// Reads cases, and writes each into a project of its own.
import { cpSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import path from "node:path";

/** @typedef {import("./types.js").CaseFile} CaseFile */
/** @typedef {import("./types.js").Play} Play */

/**
 * The cases of a JSON file `{cases: {NAME: {dir, text}}}`, or of a directory with NAME/DIR/SKILL.md.
 * @param {string} from
 * @returns {Record<string, CaseFile>}
 */
export function readCases(from) {
  if (!statSync(from).isDirectory()) return JSON.parse(readFileSync(from, "utf8")).cases;
  /** @type {Record<string, CaseFile>} */
  const cases = {};
  for (const name of readdirSync(from).sort()) {
    for (const dir of readdirSync(path.join(from, name))) {
      const bytes = readFileSync(path.join(from, name, dir, "SKILL.md"));
      cases[name] = { dir, base64: bytes.toString("base64") };
    }
  }
  return cases;
}

/** @param {CaseFile} file */
function bytesOf(file) {
  return file.base64 === undefined ? Buffer.from(file.text ?? "") : Buffer.from(file.base64, "base64");
}

/**
 * Writes the file of a case into a new project with a repository, next to an empty home.
 * @param {{ scratch: string, skills: string, name: string, file: CaseFile }} options
 * @returns {Play}
 */
export function stagePlay({ scratch, skills, name, file }) {
  const project = path.join(scratch, name, "project");
  const home = path.join(scratch, name, "home");
  mkdirSync(home, { recursive: true });
  cpSync(emptyRepository(scratch), project, { recursive: true });
  const root = skills.startsWith("~/") ? path.join(home, skills.slice(2)) : path.join(project, skills);
  const skill = path.join(root, file.dir);
  mkdirSync(skill, { recursive: true });
  writeFileSync(path.join(skill, "SKILL.md"), bytesOf(file));
  return { case: name, dir: file.dir, text: bytesOf(file).toString("utf8"), project, home };
}

/** @param {string} scratch */
function emptyRepository(scratch) {
  const template = path.join(scratch, ".empty");
  if (!statSync(template, { throwIfNoEntry: false })) {
    mkdirSync(template, { recursive: true });
    spawnSync("git", ["init", "-q", template]);
  }
  return template;
}
