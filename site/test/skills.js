import { execFileSync } from "node:child_process";
import { cpSync, lstatSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Skills that are copied to an empty directory, with files that a page can open alone; of a corpus, if there is one. @param {number} number */
export function copiedSkills(number) {
  const folders = skillFolders();
  const step = Math.max(1, Math.floor(folders.length / number));
  const chosen = folders.filter((_, index) => index % step === 0).slice(0, number);
  const to = mkdtempSync(path.join(tmpdir(), "skills-playground-"));
  return chosen.map((folder, index) => {
    const copy = path.join(to, String(index), path.basename(folder));
    cpSync(folder, copy, { recursive: true, filter: (file) => isOpened(file, folder) });
    return copy;
  });
}

/** Nothing that a browser leaves out or follows. @param {string} file @param {string} folder */
function isOpened(file, folder) {
  const state = lstatSync(file);
  return state.isDirectory() ? file === folder || readdirSync(file).length > 0 : state.isFile();
}

function skillFolders() {
  const corpus = process.env.SKILLS_CORPUS;
  if (corpus === undefined) return foldersWithSkill(path.join(root, "fixtures/rules"));
  const to = mkdtempSync(path.join(tmpdir(), "skills-corpus-"));
  execFileSync("tar", ["-xzf", path.join(corpus, "skills.tar.gz"), "-C", to]);
  return foldersWithSkill(to);
}

/** @param {string} within */
function foldersWithSkill(within) {
  return readdirSync(within, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "SKILL.md")
    .map((file) => path.dirname(path.join(within, file)))
    .filter((folder) => lstatSync(path.join(folder, "SKILL.md")).isFile())
    .sort();
}

/**
 * What `skillwright lint` reports of a directory; modes are not compared, which a browser does not know.
 * @param {string} folder @returns {Promise<readonly string[]>}
 */
export async function linted(folder) {
  const { lint } = await import(pathToFileURL(path.join(root, "dist/index.js")).href);
  const { report } = await lint({
    paths: [path.basename(folder)],
    cwd: path.dirname(folder),
    rules: { "script-executable": "off" },
  });
  const subject = report.subjects.find((/** @type {any} */ { path: at }) => at === path.basename(folder));
  return subject.findings.map((/** @type {any} */ { ruleId, severity, file, start, message }) =>
    [ruleId, severity, `${file}${start ? `:${start.line}:${start.column}` : ""}`, message].join(" | "),
  );
}

/** A browser does not know what is beside a directory, of which this rule's message speaks. @param {readonly string[]} findings */
export function withoutNeighbors(findings) {
  return findings.map((each) =>
    each.startsWith("reference-escapes |") ? each.split(" | ").slice(0, 3).join(" | ") : each,
  );
}
