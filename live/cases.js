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

/** The names of the cases that a slow client plays. @param {string} from @returns {readonly string[] | undefined} */
export function coreOf(from) {
  return statSync(from).isDirectory() ? undefined : JSON.parse(readFileSync(from, "utf8")).core;
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
  const bytes = bytesOf(file);
  const { project, home } = stageSkills({ scratch, skills, name, files: [{ dir: file.dir, bytes }] });
  return { case: name, dir: file.dir, text: bytes.toString("utf8"), project, home };
}

/**
 * Writes skills into a new project with a repository, next to an empty home.
 * @param {{ scratch: string, skills: string, name: string, files: readonly { dir: string, bytes: Buffer }[] }} options
 */
export function stageSkills({ scratch, skills, name, files }) {
  const project = path.join(scratch, name, "project");
  const home = path.join(scratch, name, "home");
  mkdirSync(home, { recursive: true });
  cpSync(emptyRepository(scratch), project, { recursive: true });
  for (const { dir, bytes } of files) {
    const skill = path.join(project, skills, dir);
    mkdirSync(skill, { recursive: true });
    writeFileSync(path.join(skill, "SKILL.md"), bytes);
  }
  return { project, home };
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
