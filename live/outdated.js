// Which clients have a newer version than their record, and the files that name the recorded one.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { newestVersion, versionOf } from "./drivers.js";
import { messageOf } from "./usage.js";

/** @typedef {import("./types.js").Driver} Driver */
/** @typedef {{ readonly driver: Driver, readonly recorded: string, readonly newest?: string, readonly problem?: string }} Release */

/** Asks npm for the newest version of a client. @param {Driver} driver @returns {Release} */
function askRelease(driver) {
  const recorded = versionOf(driver);
  try {
    return { driver, recorded, newest: newestVersion(driver) };
  } catch (error) {
    return { driver, recorded, problem: messageOf(error) };
  }
}

/** @param {Release} release */
export function isNewer({ recorded, newest }) {
  return newest !== undefined && newest.localeCompare(recorded, "en", { numeric: true }) > 0;
}

/**
 * Prints the recorded and the newest version of each client. The exit code is 1 if one is newer, and 2 if the registry
 * did not answer.
 * @param {readonly Driver[]} drivers
 */
export function printOutdated(drivers) {
  const releases = drivers.map(askRelease);
  const rows = releases.map((release) => [
    release.driver.id,
    release.recorded,
    release.newest ?? "not known",
    isNewer(release) ? "newer" : "",
  ]);
  const heads = ["Client", "Recorded", "Newest", ""];
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  for (const row of [heads, ...rows])
    console.log(
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  for (const { driver, problem } of releases) if (problem) console.error(`${driver.id}: ${problem}`);
  const exitCode = releases.some(isNewer) ? 1 : 0;
  return { releases, exitCode: releases.some(({ problem }) => problem !== undefined) ? 2 : exitCode };
}

/**
 * Puts the new version of a client where the recorded one is named: its driver, its model, the tables and the changelog.
 * Returns the paths of what it changed.
 * @param {string} root of the repository
 * @param {{ id: string, from: string, to: string, date: string, result: string }} adopted `result` for the changelog
 */
export function adopt(root, { id, from, to, date, result }) {
  const model = `src/targets/clients/${id}.ts`;
  const title = /^ {2}title: "(.*)",$/m.exec(readFileSync(path.join(root, model), "utf8"))?.[1] ?? id;
  /** @type {Readonly<Record<string, (text: string) => string>>} */
  const edits = {
    [`live/clients/${id}.js`]: (text) => text.replaceAll(`: "${from}"`, `: "${to}"`),
    [model]: (text) => ofModel(text, { from, to, date }),
    "docs/clients.md": (text) => inRow(text, title, { from, to, date }),
    "README.md": (text) => inRow(text, title, { from, to, date }),
    "CHANGELOG.md": (text) => {
      const end = text.indexOf("\n\n", text.indexOf("### Changed\n\n") + "### Changed\n\n".length);
      const at = end < 0 ? text.trimEnd().length : end;
      return `${text.slice(0, at)}\n- ${title} ${to} is recorded; compared with ${from}, ${result}.${text.slice(at)}`;
    },
  };
  return Object.entries(edits)
    .filter(([file, edit]) => {
      const before = readFileSync(path.join(root, file), "utf8");
      const after = edit(before);
      if (after !== before) writeFileSync(path.join(root, file), after);
      return after !== before;
    })
    .map(([file]) => file);
}

/** The record of a version, up to its date. @param {string} text @param {{ from: string, to: string, date: string }} adopted */
function ofModel(text, { from, to, date }) {
  const start = text.indexOf(`version: "${from}"`);
  if (start < 0) return text;
  const end = text.indexOf("checked: ", start) + 'checked: "2026-01-01"'.length;
  const record = text
    .slice(start, end)
    .replace(`version: "${from}"`, `version: "${to}"`)
    .replaceAll(new RegExp(`(npm \\S+ )${from.replaceAll(".", "\\.")}\\b`, "g"), `$1${to}`)
    .replace(/checked: "[\d-]+"/, `checked: "${date}"`);
  return text.slice(0, start) + record + text.slice(end);
}

/**
 * The row of a client in a table, with the new version and date.
 * @param {string} text
 * @param {string} title
 * @param {{ from: string, to: string, date: string }} adopted
 */
function inRow(text, title, { from, to, date }) {
  return text
    .split("\n")
    .map((line) =>
      line.startsWith(`| ${title} `) && line.includes(` ${from} | `)
        ? line.replace(` ${from} | `, ` ${to} | `).replace(/\d{4}-\d\d-\d\d(?= \|$)/, date)
        : line,
    )
    .join("\n");
}
